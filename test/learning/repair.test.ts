import { describe, expect, it } from 'vitest';
import { differencesIn, matchSources, placesToChange, repair } from '../../service/learning/repair.ts';
import { wordsOf } from '../../service/learning/words.ts';
import { trained } from './notebook.ts';

/** Word for word, so that links are certain. */
const MODEL = trained([
  ...Array.from({ length: 4 }, () => ['select your screen', 'seleccionar su pantalla'] as const),
  ...Array.from({ length: 4 }, () => ['your printer works', 'su impresora funciona'] as const),
  ...Array.from({ length: 4 }, () => ['select it again', 'seleccionar ello otra'] as const),
  ...Array.from({ length: 4 }, () => ['this new printer', 'esta nueva impresora'] as const),
]);
const EARLIER = {
  source: wordsOf('Select your screen again.'),
  engine: wordsOf('Seleccionar su pantalla otra.'),
  human: wordsOf('Elija otra vez su pantalla.'),
};

function repaired(source: string, engine: string, earlier = EARLIER) {
  const open = { source: wordsOf(source), engine: wordsOf(engine) };
  const { steps } = matchSources(earlier.source, open.source)!;
  return repair(earlier, open, steps, MODEL);
}

describe('a repaired match', () => {
  it('has the new words in the place of those that differ', () => {
    const found = repaired('Select your printer again.', 'Seleccionar su impresora otra.')!;
    expect(found.text).toBe('Elija otra vez su impresora.');
    expect(found.changes.map(({ at, length }) => found.text.slice(at, at + length))).toEqual(['impresora']);
  });

  it('takes numbers, codes and names with digits from the source', () => {
    const earlier = {
      source: wordsOf('Select <1/> version 12.'),
      engine: wordsOf('Seleccionar <1/> versión 12.'),
      human: wordsOf('Elija la versión 12 de <1/>.'),
    };
    expect(repaired('Select <1/> version 13.', 'Seleccionar <1/> versión 14.', earlier)?.text).toBe(
      'Elija la versión 13 de <1/>.',
    );
  });

  it.each([
    [
      'nothing of the engine stands for the new words',
      'Select your xylophone again.',
      'Seleccionar su otra.',
    ],
    ['nothing differs', 'Select your screen again.', 'Seleccionar su pantalla otra.'],
  ])('is none where %s', (_, source, engine) => expect(repaired(source, engine)).toBeUndefined());

  it('is none without the engine’s answer of then', () => {
    const { source, human } = EARLIER;
    const open = {
      source: wordsOf('Select your printer again.'),
      engine: wordsOf('Seleccionar su impresora.'),
    };
    const { steps } = matchSources(source, open.source)!;
    expect(repair({ source, human }, open, steps, MODEL)).toBeUndefined();
  });
});

it('what differs is marked in both texts of a similar unit', () => {
  const { steps, match } = matchSources(EARLIER.source, wordsOf('Select your printer again.'))!;
  expect(match).toBe(80);
  const marked = ({ coded }: { coded: string }, all: readonly { at: number; length: number }[]) =>
    all.map(({ at, length }) => coded.slice(at, at + length));
  expect(marked(EARLIER.source, differencesIn(EARLIER.source, steps))).toEqual(['screen']);
  expect(marked(EARLIER.human, placesToChange(EARLIER, steps, MODEL))).toEqual(['pantalla']);
});
