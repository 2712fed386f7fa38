import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { align } from '../../service/learning/align.ts';
import { applyCorrections, chooseBest } from '../../service/learning/apply.ts';
import { isActive } from '../../service/learning/correction.ts';
import type { Correction } from '../../service/learning/correction.ts';
import { candidatesOf } from '../../service/learning/lesson.ts';
import { linksOf } from '../../service/learning/links.ts';
import { enginePhrases, sourcePhrases, tryCorrection } from '../../service/learning/trial.ts';
import { phraseOf, wordsOf } from '../../service/learning/words.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';
import { createNotebook, lessonOf, trained } from './notebook.ts';

const correction = (source: string, engine: string, human: string, more: Partial<Correction> = {}) => ({
  ...{ id: 1, source, engine, human, good: 3, kept: 0, other: 0, gain: 12, isFrequent: false },
  state: 'auto' as const,
  ...more,
});
const apply = (source: string, engine: string, ...corrections: Correction[]) =>
  applyCorrections(wordsOf(source), wordsOf(engine), (phrase) =>
    corrections.filter((one) => one.engine === phrase),
  );

describe('words', () => {
  it.each([
    ['Open the files.', 'open the files .'],
    ['It works. Files are open', 'it works . files are open'],
    ['GNOME is the Files app', 'GNOME is the Files app'],
    ["Obre l'arxiu", "obre l' arxiu"],
    ['a <1>bold</1> word &amp; more', 'a <1> bold </1> word &amp; more'],
    ['Go to https://a.example/x now', 'go to https : / / a . example / x now'],
  ])('of %j', (coded, expected) => {
    const { words } = wordsOf(coded);
    const shown = words.map(({ form, start, end, isOpening }) =>
      isOpening ? form : coded.slice(start, end),
    );
    expect(shown.join(' ')).toBe(expected);
  });

  it.each([
    ['a <1>b</1>', ['<1>', '</1>']],
    ['in 3 files', ['3']],
    ['use %s here', ['%', 's']],
    ['see https://a.example/x now', ['https', ':', '/', '/', 'a', '.', 'example', '/', 'x']],
  ])('codes, numbers, placeholders and addresses in %j are held', (coded, held) => {
    const found = wordsOf(coded).words.filter(({ kind }) => kind === 'held');
    expect(found.map(({ start, end }) => coded.slice(start, end))).toEqual(held);
  });
});

describe('align', () => {
  it.each([
    ['abre las limas', 'abre los archivos', ['=', 'las/los', 'limas/archivos']],
    ['abre archivo', 'abre el archivo', ['=', '/el', '=']],
    ['abre el archivo', 'abre archivo', ['=', 'el/', '=']],
    ['archivos abiertos ahora', 'archivos abierto ahora', ['=', 'abiertos/abierto', '=']],
  ])('%j to %j', (from, to, expected) => {
    const [one, other] = [wordsOf(from).words, wordsOf(to).words];
    const steps = align(one, other).map((step) =>
      step.isSame ? '=' : `${one[step.from]?.form ?? ''}/${other[step.to]?.form ?? ''}`,
    );
    expect(steps).toEqual(expected);
  });
});

describe('links and candidates', () => {
  const pairs = [
    ['open the files', 'abre las limas'],
    ['close the files', 'cierra las limas'],
    ['open the door', 'abre la puerta'],
    ['the files are here', 'las limas son aquí'],
    ['close the door', 'cierra la puerta'],
  ] as const;
  const none = { source: new Set<string>(), engine: new Set<string>() };
  const candidates = (source: string, engine: string, human: string) => {
    const lesson = lessonOf(source, engine, human);
    const links = linksOf(trained(pairs), lesson.source.words, lesson.engine.words);
    return candidatesOf(lesson, links, none).map((one) => `${one.engine} → ${one.human}`);
  };

  it('a changed word teaches itself, alone and with an unchanged neighbour', () => {
    expect(candidates('open the files', 'abre las limas', 'abre las carpetas')).toEqual([
      'limas → carpetas',
      'las limas → las carpetas',
    ]);
  });

  it.each([
    ['a number', 'open 3 files', 'abre 3 limas', 'abre 4 limas'],
    ['a code', 'open <1>files</1>', 'abre <1>limas</1>', 'abre limas'],
    ['a word taken out that is not frequent', 'open the files', 'abre las limas', 'abre las'],
    ['nothing: the same text', 'open the files', 'abre las limas', 'abre las limas'],
  ])('%s teaches nothing', (_, source, engine, human) => {
    expect(candidates(source, engine, human).filter((one) => !one.includes(' las'))).toEqual([]);
  });

  it('a new sentence teaches nothing', () => {
    const human = 'una frase completamente nueva que no tiene nada en común con ella';
    expect(candidates('open the files', 'abre las limas', human)).toEqual([]);
  });
});

describe('trials', () => {
  const files = correction('files', 'limas', 'archivos');
  it.each([
    ['good', 'abre los archivos'],
    ['kept', 'abre las limas'],
    ['other', 'abre las carpetas'],
  ])('%s', (verdict, human) => {
    const lesson = lessonOf('open the files', 'abre las limas', human);
    const phrases = { source: sourcePhrases(lesson.source), engine: enginePhrases(lesson.engine) };
    expect(tryCorrection(files, lesson, phrases)?.verdict).toBe(verdict);
  });

  it('there is none where the source phrase does not occur', () => {
    const lesson = lessonOf('open the rasps', 'abre las limas', 'abre las limas');
    const phrases = { source: sourcePhrases(lesson.source), engine: enginePhrases(lesson.engine) };
    expect(tryCorrection(files, lesson, phrases)).toBeUndefined();
  });

  it.each([
    [{ good: 2 }, false],
    [{ good: 3 }, true],
    [{ good: 3, isFrequent: true }, false],
    [{ good: 4, isFrequent: true }, true],
    [{ good: 3, other: 4 }, false],
    [{ good: 30, kept: 1 }, true],
    [{ good: 9, kept: 1 }, false],
    [{ gain: 0 }, false],
    [{ good: 0, state: 'always' as const }, true],
    [{ good: 90, state: 'refused' as const }, false],
  ])('%j is active: %s', (counts, expected) => {
    expect(isActive(correction('a', 'b', 'c', counts))).toBe(expected);
  });

  it('the second equal edit is enough to offer it', () => {
    expect(isActive(correction('a', 'b', 'c', { good: 2 }), true)).toBe(true);
  });
});

describe('corrected answers', () => {
  it.each([
    ['Open files.', 'Abre limas.', 'Abre archivos.'],
    ['Files are open.', 'Limas están abiertas.', 'Archivos están abiertas.'],
    ['the Files app', 'la app Limas', 'la app Limas'],
    ['Rasps.', 'Abre limas.', 'Abre limas.'],
    ['open <1>files</1>', 'abre <1>limas</1>', 'abre <1>archivos</1>'],
    ['files', 'los archivos limas', 'los archivos limas'],
  ])('%j: %j becomes %j', (source, engine, expected) => {
    expect(apply(source, engine, correction('files', 'limas', 'archivos')).text).toBe(expected);
  });

  it('say where they changed, and from what', () => {
    const files = correction('files', 'limas', 'archivos', { id: 7 });
    const { text, changes } = apply('Open files & go', 'Abre limas &amp; ve', files);
    expect(changes).toEqual([{ id: 7, at: 5, length: 8, from: 'limas', to: 'archivos' }]);
    expect(text.slice(5, 13)).toBe('archivos');
  });

  it('a word taken out leaves one space, and its sentence a capital', () => {
    const out = correction('you', 'tú', '', { isFrequent: true, good: 4 });
    expect(apply('you open', 'Tú abres', out).text).toBe('Abres');
    expect(apply('now you open', 'ahora tú abres', out).text).toBe('ahora abres');
  });

  it('of overlapping corrections the set that saves most is chosen', () => {
    const place = (id: number, start: number, end: number, gain: number) => ({
      correction: correction('a', 'b', 'c', { id, gain, good: 1 }),
      ...{ start, end },
    });
    const placed = [place(1, 0, 2, 5), place(2, 1, 3, 7), place(3, 2, 4, 5), place(4, 5, 6, 1)];
    expect(chooseBest(placed).map((one) => one.correction.id)).toEqual([1, 3, 4]);
  });

  const WORD = fc.constantFrom(
    'limas',
    'las',
    'abre',
    'Limas',
    '.',
    '3',
    '%s',
    '<1/>',
    '{{x}}',
    'a@b.example',
  );
  it('codes, numbers, placeholders and addresses never change', () => {
    fc.assert(
      fc.property(fc.array(WORD, { maxLength: 12 }), fc.array(WORD, { maxLength: 12 }), (source, engine) => {
        const all = ['limas', 'las limas', 'abre', 'limas .', '3', '%s', '%', 'a'].map((phrase, id) =>
          correction(source[0] ?? 'x', phrase, id % 2 === 0 ? 'nuevo' : '', { id, state: 'always' }),
        );
        const [from, to] = [engine.join(' '), apply(source.join(' '), engine.join(' '), ...all).text];
        const heldIn = (text: string) =>
          wordsOf(text).words.flatMap((w) => (w.kind === 'held' ? [text.slice(w.start, w.end)] : []));
        expect(heldIn(to)).toEqual(heldIn(from));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('the third equal edit corrects the fourth sentence, and an opposite one stops it', () => {
    const sources = [
      'open the files',
      'close the files',
      'copy the files',
      'print the files',
      'move the files',
    ];
    const engines = sources.map((text) =>
      text.replace(/\w+ the files/, (all) => `${all.split(' ')[0]!}r las limas`),
    );
    const book = createNotebook(sources.map((source, n) => [source, engines[n]!]));
    for (const n of [0, 1]) book.learn(sources[n]!, engines[n]!, engines[n]!.replace('limas', 'archivos'));
    expect(book.apply(sources[3]!, engines[3]!).changes).toEqual([]);
    expect(book.apply(sources[3]!, engines[3]!, true).text).toBe('printr las archivos');
    book.learn(sources[2]!, engines[2]!, engines[2]!.replace('limas', 'archivos'));
    expect(book.apply(sources[3]!, engines[3]!).text).toBe('printr las archivos');
    book.learn(sources[4]!, engines[4]!, engines[4]!);
    expect(book.apply(sources[3]!, engines[3]!).changes).toEqual([]);
  });
});

it('phrases keep the spelling and one space', () => {
  expect(phraseOf(wordsOf('Open  the  Files'), 0, 3)).toBe('open the Files');
});
