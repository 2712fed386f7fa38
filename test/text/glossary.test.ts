import { describe, expect, it } from 'vitest';
import {
  compileGlossary,
  lockTerms,
  missingTerms,
  termFaults,
  writtenEntries,
} from '../../service/text/glossary.ts';
import { unlock } from '../../service/text/locks.ts';
import { IS_LONG } from '../support/effort.ts';
import { expectLinear } from '../support/linear.ts';

function locked(text: string, entries: Record<string, string>): string {
  const glossary = compileGlossary(
    Object.entries(entries).map(([term, translation]) => ({ term, translation })),
  );
  const { text: coded, held } = lockTerms(text, glossary);
  return unlock(coded, held);
}

describe('locking glossary terms', () => {
  it.each([
    ['whole words only', 'The serverless server.', { server: 'servidor' }, 'The serverless servidor.'],
    [
      'the longest term',
      'the annual report',
      { report: 'informe', 'annual report': 'memoria' },
      'the memoria',
    ],
    ['a capital at the start', 'Server down', { server: 'servidor' }, 'Servidor down'],
    ['capitals throughout', 'THE SERVER', { server: 'servidor' }, 'THE SERVIDOR'],
    ['a name only as it is written', 'apple and Apple', { Apple: 'Apple Inc.' }, 'apple and Apple Inc.'],
    ['letters beyond ASCII', 'die Größe, Großes', { größe: 'size' }, 'die Size, Großes'],
    ['terms ending in signs', 'C++ and C', { 'C++': 'CPP' }, 'CPP and C'],
    [
      'no part of a contraction',
      "Can't, we’ll, don't, they've, I'd; can, we",
      { can: 'lata', we: 'W', don: 'D', t: 'T', they: 'Y', i: 'J', d: 'día' },
      "Can't, we’ll, don't, they've, I'd; lata, W",
    ],
    ['the owner of something', "the server's disk", { server: 'servidor' }, "the servidor's disk"],
    [
      'words behind elided ones, and not these',
      "L’écrou, qu'un écrou, dell'acqua, Quell’acqua, l'acqua",
      { écrou: 'nut', acqua: 'water', l: 'litre', un: 'one' },
      "L’nut, qu'one nut, dell'water, Quell’water, l'water",
    ],
    [
      'no rest of a word with an apostrophe',
      "o'clock, rock'n'roll, aujourd'hui, quelqu’un, комп'ютер",
      { clock: 'reloj', roll: 'R', rock: 'K', hui: 'H', un: 'one', ютер: 'X', комп: 'Y' },
      "o'clock, rock'n'roll, aujourd'hui, quelqu’un, комп'ютер",
    ],
    ['names before their endings', "Ankara'da", { Ankara: 'Angora' }, "Angora'da"],
    [
      'neither a letter nor a word that a hyphen joins',
      'E-mail, X-ray, T‑shirt; l’e-mail',
      { mail: 'correo', ray: 'rayo', shirt: 'camisa', x: 'X', e: 'E' },
      'E-mail, X-ray, T‑shirt; l’e-mail',
    ],
    ['such a compound itself', 'An X-ray.', { 'x-ray': 'radiografía', ray: 'rayo' }, 'An Radiografía.'],
    [
      'words of compounds of words',
      'Nut-Bolt, Vitamin-C-Mangel, 3-bolt, plan-b',
      { nut: 'tuerca', bolt: 'perno', vitamin: 'V', mangel: 'M', b: 'B' },
      'Tuerca-Perno, V-C-M, 3-perno, plan-B',
    ],
    [
      'quoted words',
      "the 'server' and ‘nut’",
      { server: 'servidor', nut: 'tuerca' },
      "the 'servidor' and ‘tuerca’",
    ],
    ['scripts without spaces', '我们的服务器很好', { 服务器: 'server' }, '我们的server很好'],
    [
      'no-break spaces and curly apostrophes',
      'the user’s\u00a0guide',
      { "user's guide": 'guía' },
      'the guía',
    ],
    ['decomposed text', 'Un cafe\u0301 y una Cafetera.', { café: 'coffee' }, 'Un coffee y una Cafetera.'],
    ['a decomposed term', 'El café.', { 'cafe\u0301': 'coffee' }, 'El coffee.'],
    [
      'text behind decomposed letters',
      'E\u0301cole: re\u0301seau, e\u0301cran',
      { écran: 'screen' },
      'E\u0301cole: re\u0301seau, screen',
    ],
    [
      'decomposed Korean',
      '서버를 재시작'.normalize('NFD'),
      { 서버: 'X' },
      `X${'를 재시작'.normalize('NFD')}`,
    ],
    [
      'Korean words before a particle',
      '서버를, 서버에서는 파일을 파일로 서울까지',
      { 서버: 'S', 파일: 'F', 서울: 'Seoul' },
      'S를, S에서는 F을 F로 Seoul까지',
    ],
    [
      'no Korean word that goes on, or is too short to tell',
      '서버실 전문가 회의 서버을 파일를',
      { 서버: 'S', 전문: 'P', 회: 'T', 파일: 'F' },
      '서버실 전문가 회의 서버을 파일를',
    ],
    ['combining marks as part of a word', 'cafe\u0301 cafe', { cafe: 'bar' }, 'cafe\u0301 bar'],
    [
      'a word of a script without spaces, not a part of one',
      '東京都は京都と違う',
      { 京都: 'Kyoto' },
      '東京都はKyotoと違う',
    ],
    ['no part of a Thai word', 'ประเทศไทยมีคนไทย', { ไทย: 'Thai' }, 'ประเทศไทยมีคนThai'],
    ['no part of a Lao or Khmer word', 'ຄອມພິວເຕີ ប្រទេស', { ຄອມ: 'x', ទេស: 'y' }, 'ຄອມພິວເຕີ ប្រទេស'],
    [
      'several words of a script without spaces, the longest',
      '提供云服务器和服务',
      { 服务: 'service', 服务器: 'server' },
      '提供云server和service',
    ],
    [
      'a term that formatting divides',
      'the annual <1>report</1>.',
      { 'annual report': 'memoria' },
      'the <1>memoria</1>.',
    ],
    [
      'one that ends with its formatting',
      '<1>annual</1> report',
      { 'annual report': 'memoria' },
      '<1>memoria</1>',
    ],
    [
      'one with formatting in formatting',
      'an <1>annual <2>fiscal</2></1> report',
      { 'annual fiscal report': 'memoria' },
      'an <1><2>memoria</2></1>',
    ],
    [
      'none that formatting cuts in another way, nor a shorter one in it',
      '<1>the annual</1> <2>report</2>',
      { 'annual report': 'memoria', report: 'informe' },
      '<1>the annual</1> <2>report</2>',
    ],
    ['none across a mark', 'annual<1/> report', { 'annual report': 'memoria' }, 'annual<1/> report'],
    ['no rest of a word that formatting begins', '<1>ser</1>ver', { ver: 'see' }, '<1>ser</1>ver'],
    ['terms side by side across formatting', 'a b<1> c</1> d', { 'a b': '1', 'c d': '2' }, '1<1> c</1> d'],
    ['terms within formatting', 'a <1>server</1>', { server: 'servidor' }, 'a <1>servidor</1>'],
    ['translations with signs of markup', 'a term', { term: 'x < y' }, 'a x &lt; y'],
  ])('takes %s', (_what, text, entries, expected) => {
    expect(locked(text, entries as Record<string, string>)).toBe(expected);
  });

  it('lets the last of two translations of a term win', () => {
    const glossary = compileGlossary([
      { term: 'a', translation: '1' },
      { term: 'a', translation: '2' },
    ]);
    const { text, held } = lockTerms('a', glossary);
    expect(unlock(text, held)).toBe('2');
  });

  it('takes a shorter term where the longest is not what is written', () => {
    const entries = { a: '1', 'a b': '2', 'a b C': '3', 'a b c d': '4' };
    expect(locked('a b c e', entries)).toBe('2 c e');
    expect(locked('a b C e', entries)).toBe('3 e');
    expect(locked('a bc', entries)).toBe('1 bc');
  });

  if (IS_LONG)
    it('searches for ten thousand terms, also for such as all begin alike, in time in proportion to the text', async () => {
      const glossary = compileGlossary(
        Array.from({ length: 10_000 }, (_, n) => ({
          term: n < 900 ? `a${' a'.repeat(n)}` : `${'the same beginning '.repeat(20)}${n}`,
          translation: `t${n}`,
        })),
      );
      await expectLinear(
        (n) => `${'the same beginning '.repeat(n)}${'b a '.repeat(n)}`,
        (text) => lockTerms(text, glossary),
        500,
      );
    });

  it('is not fooled by terms named like parts of objects', () => {
    expect(locked('the constructor', { constructor: 'builder' })).toBe('the builder');
    expect(locked('the constructor', { toString: 'x' })).toBe('the constructor');
  });

  if (IS_LONG)
    it('searches a long text for a thousand terms in time in proportion to the text', async () => {
      const glossary = compileGlossary(
        Array.from({ length: 1_000 }, (_, n) => ({ term: `term number ${n}`, translation: `t${n}` })),
      );
      await expectLinear(
        (n) => 'term number of another kind '.repeat(n),
        (text) => lockTerms(text, glossary),
        500,
      );
    });
});

describe('missing terms', () => {
  const glossary = compileGlossary([
    { term: 'server', translation: 'servidor' },
    { term: 'annual report', translation: 'memoria anual' },
  ]);

  it('reports those whose translation the target lacks', () => {
    expect(missingTerms('The server', 'El ordenador', glossary)).toEqual([
      { term: 'server', translation: 'servidor' },
    ]);
  });

  const misses = (translation: string, target: string, language?: string): boolean =>
    missingTerms('term', target, compileGlossary([{ term: 'term', translation }]), language).length > 0;

  it.each([
    ['servidor', 'La computadorservidora'],
    ['art', 'Der Artikel'],
    ['port', 'Der Transport und der Report'],
    ['Server', 'Die serverlosen Systeme'],
    ['memoria anual', 'La memoria y el informe anual'],
    ['V2', 'Das ist V20'],
    ['ไทย', 'ประเทศไทย'],
  ])('finds %s missing where it is only a part of another word: %s', (translation, target) => {
    expect(misses(translation, target)).toBe(true);
  });

  it.each([
    ['servidor', 'Los servidores'],
    ['informe anual', 'Los informes anuales'],
    ['książka', 'Czytam książki'],
    ['Bericht', '„Berichten“'],
    ['l’utente', "per l'utente"],
    ['C++', 'in C++.'],
    ['服务器', '新服务器很好'],
    ['サーバー', 'サーバールーム'],
    ['API服务', '使用API服务。'],
  ])('accepts %s inflected, among signs and in scripts without spaces: %s', (translation, target) => {
    expect(misses(translation, target)).toBe(false);
  });

  it('are looked for in either Unicode form, and before Korean particles', () => {
    const missing = (source: string, target: string, term: string, translation: string) =>
      missingTerms(source, target, compileGlossary([{ term, translation }]), 'en').length;
    expect(missing('서버를 다시 시작하세요.', 'Restart the machine.', '서버', 'server')).toBe(1);
    expect(missing('서버를 다시 시작하세요.', 'Restart the server.', '서버', 'server')).toBe(0);
    expect(missing('El cafe\u0301 frío', 'Cold tea', 'café', 'coffee')).toBe(1);
  });

  it('knows languages that pile endings', () => {
    expect(misses('sunucu', 'sunucularımızdan', 'tr')).toBe(false);
    expect(misses('서버', '서버에서는', 'ko-KR')).toBe(false);
    expect(misses('sunucu', 'sunucularımızdan', 'es')).toBe(true);
  });

  if (IS_LONG)
    it('are looked for in time in proportion to the target', async () => {
      const many = compileGlossary([{ term: 'term', translation: 'sunucu yaz' }]);
      await expectLinear(
        (n) => '服务器 sunucularım '.repeat(n),
        (text) => missingTerms('term', text, many, 'tr'),
        500,
      );
    });

  it('accepts a translation in any case, and across codes', () => {
    expect(missingTerms('An <1>annual</1> report', 'Una MEMORIA <1>anual</1>', glossary)).toEqual([]);
  });

  it('says nothing of terms in what comes back as it is', () => {
    const source = 'See https://server.com/server, server@mail.org, {server} and `server`.';
    expect(missingTerms(source, source.replace('See', 'Ve').replace('and', 'y'), glossary)).toEqual([]);
    expect(missingTerms(`${source} Server.`, source, glossary)).toHaveLength(1);
  });

  it('says nothing of terms that the source does not have', () => {
    expect(missingTerms('serverless', 'nada', glossary)).toEqual([]);
  });
});

describe('a term with several translations', () => {
  const entries = [
    { term: 'computer', translation: 'computador', status: 'forbidden' },
    { term: 'computer', translation: 'ordenador', status: 'preferred', note: 'Spain' },
    { term: 'computer', translation: 'equipo', status: 'admitted' },
    { term: 'computer', translation: 'computadora', status: 'deprecated' },
    { term: 'mouse', translation: 'laucha', status: 'forbidden' },
    { term: 'laptop', translation: 'ordenador portátil' },
    { term: 'laptop', translation: 'portátil', status: 'forbidden' },
  ] as const;
  const glossary = compileGlossary(entries);
  const faults = (source: string, target: string) => termFaults(source, target, glossary, 'es');

  it('is written as the preferred one, and never as a forbidden or deprecated one', () => {
    const { text, held } = lockTerms('The computer and the mouse', glossary);
    expect(unlock(text, held)).toBe('The ordenador and the mouse');
    expect(writtenEntries(entries)).toEqual([
      { term: 'computer', translation: 'ordenador' },
      { term: 'laptop', translation: 'ordenador portátil' },
    ]);
  });

  it('may be any allowed one in a target; a forbidden one is named with what to write', () => {
    expect(faults('A computer', 'Un equipo')).toEqual({ missing: [], forbidden: [] });
    expect(faults('A computer', 'Una computadora').missing).toEqual([
      { term: 'computer', translation: 'ordenador' },
    ]);
    expect(faults('A computer', 'Los computadores').forbidden).toEqual([
      { term: 'computer', found: 'computador', preferred: 'ordenador' },
    ]);
    expect(faults('A mouse', 'Una laucha').forbidden).toEqual([{ term: 'mouse', found: 'laucha' }]);
  });

  it('is not blamed for a forbidden word within an allowed translation, or without its source', () => {
    expect(faults('A laptop', 'Un ordenador portátil').forbidden).toEqual([]);
    expect(faults('A laptop', 'Un portátil').forbidden).toHaveLength(1);
    expect(faults('A machine', 'Un computador').forbidden).toEqual([]);
  });
});
