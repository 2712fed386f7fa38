import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scan } from '../../service/text/protected/scan.ts';

/** Sentences of people, with slips, abbreviations and signs that look like a program's. */
const PROSE = [
  'The meeting is at :noon, or at 10:30.',
  'It was late.Then she went home, and the door.it was open.',
  'See the table.the form.the section, p.m. or a.m. as you like.',
  'Save up to 50% of 100% cotton and 20 %off !',
  'He paid US$5, A$AP sang, and and/or he left -- so we think.',
  'Is it #1 or No. 5, C# or F# minor, R&D; or Q&A?',
  'Wow!such a day! (so it goes) [sic] and [citation needed].',
  'A/B tests, either/or, s/he, 24/7, km/h, 1/2 and 3/4.',
  'The well-known mother-in-law wrote T-shirt and X-ray.',
  'Um 12 Uhr, z.B. am Montag, d.h. morgen, u.U. auch später.',
  'Die Nutzer:innen zahlen 5 €/Monat, inkl. 19 % MwSt.',
  'Das „Haus“ am See – und der Wald – kostet 1.000.000,00 €.',
  'Voici : une liste ; des « mots » ; et 50 %de rabais !',
  'Aujourd’hui à 10 h 30, c.-à-d. ce matin, n°5, 2e étage.',
  'Les élu·e·s et les auteur(e)s sont là : oui/non ?',
  '¿Qué hora es?—preguntó—. Son las 10:30 p. m., ¡vamos!',
  'EE.UU. y la U.E. pagan el 50 % del 1.º y 2.º pago, etc.',
  'Perché?No.Ma sì!Costa 5€ (IVA incl.) all’ora.',
  'O Sr. Silva pagou R$50 à vista, i.e. 10% de 500.',
  'Cena to 5 zł/szt., tj. ok. 20% mniej niż w r. 2020.',
  'Это стоит 5 руб./шт., т.е. на 20% дешевле, и т.д.',
  'Det kostar 5 kr/st, t.ex. på måndag kl.10, bl.a. här.',
  "Het kost 5 €/st., d.w.z. 20% minder, bijv. zo'n huis.",
  'Stojí to 5 Kč/ks, tj. o 20 % méně, např. v pondělí.',
  'Bu %50 indirim demek, yani 5 TL/ay; değil mi?',
  '価格は5円/個、つまり20%引きです。午後10:30から。',
  '价格为5元/个，即优惠20%。“好的”，他说：走吧！',
  '가격은 5원/개, 즉 20% 할인입니다. (오전 10:30)',
  'السعر 5 ريال/شهر، أي خصم 20%. الساعة 10:30؟',
];

it.each(PROSE)('nothing in prose is protected: %s', (text) => {
  expect(scan(text)).toEqual([]);
});

const PARALLEL = new URL('../../../shared/truth/parallel/', import.meta.url);
const MANUALS = ['desktop-help.en-es.tsv', 'desktop-help.es-ca.tsv', 'neural-postedits.en-de.tsv'];

describe.skipIf(!existsSync(PARALLEL))('of real prose', () => {
  it('one sentence in a thousand at most has a placeholder or a statement', () => {
    const sentences = MANUALS.flatMap((file) =>
      readFileSync(new URL(file, PARALLEL), 'utf8')
        .trim()
        .split('\n')
        .flatMap((line) => line.split('\t').slice(1, 3)),
    );
    // Names of files and addresses are what they look like.
    const isTaken = (text: string) => scan(text).some(({ kind }) => kind === 'word' || kind === 'wall');
    expect(sentences.length).toBeGreaterThan(10_000);
    expect(sentences.filter(isTaken).length / sentences.length).toBeLessThanOrEqual(0.001);
  });
});
