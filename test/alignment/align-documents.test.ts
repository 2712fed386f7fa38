import { describe, expect, it } from 'vitest';
import { ACCEPTED, alignDocuments } from '../../service/alignment/align-documents.ts';
import type { AlignedDocument } from '../../service/alignment/align-documents.ts';
import { bandAround, heaviestChain } from '../../service/alignment/band.ts';
import { changedPairs } from './own-pairs.ts';

const documentOf = (
  texts: readonly string[],
  keys: readonly (string | undefined)[] = [],
): AlignedDocument => ({
  texts,
  paragraphs: texts.map((_, n) => n),
  keys: texts.map((_, n) => keys[n]),
  kinds: texts.map(() => undefined),
});
const shown = (pairs: ReturnType<typeof alignDocuments>['pairs']) =>
  pairs.map(({ source, target }) => `${source.join('+')}:${target.join('+')}`);

/** Sentences of made-up words, each language with its own, of as different lengths as those of people. */
function madeUp(count: number, offset = 0): [string, string][] {
  const word = (n: number, endings: readonly string[]): string =>
    `${'bcdfglmnprst'[n % 12]}${'aeiou'[n % 5]}${'lmnrstv'[n % 7]}${'aeiou'[(n >> 2) % 5]}${endings[n % endings.length]}`;
  return Array.from({ length: count }, (_, k) => {
    const n = k + offset;
    const words = Array.from({ length: 4 + ((n * 7) % 13) }, (_, m) => (n * 31 + m * m * 17 + m) % 180);
    const numbers = n % 5 === 0 ? ` ${1000 + n}` : '';
    const one = words.map((w) => word(w, ['ing', 'ly', 'ness', 'er'])).join(' ');
    const other = words.map((w) => word((w * 7 + 3) % 191, ['azione', 'mente', 'ità', 'o'])).join(' ');
    return [`${one}${numbers}.`, `${other}${numbers}.`];
  });
}

describe('Documents', () => {
  it('are paired through merged, split, moved, missing and added sentences; what is accepted is right', () => {
    const { source, target, truth } = changedPairs(
      madeUp(160).map(([one, other]) => ({ source: one, target: other })),
      7,
    );
    const { pairs, isTranslation } = alignDocuments(source, target);
    const accepted = pairs.filter(({ confidence }) => confidence >= ACCEPTED);
    const right = shown(accepted).filter((pair) => truth.has(pair));
    expect(isTranslation).toBe(true);
    expect(right.length / accepted.length).toBeGreaterThan(0.97);
    expect(right.length / truth.size).toBeGreaterThan(0.8);
    expect(pairs.flatMap(({ source: places }) => places)).toEqual(source.texts.map((_, n) => n));
    expect(pairs.flatMap(({ target: places }) => places)).toEqual(target.texts.map((_, n) => n));
  });

  it('that say other things are no translation', () => {
    const [one, other] = [madeUp(120), madeUp(120, 5_000).reverse()];
    const { isTranslation } = alignDocuments(
      documentOf(one.map(([text]) => text)),
      documentOf(other.map(([, text], n) => text.replace(/\d+/, String(n * 7 + 11)))),
    );
    expect(isTranslation).toBe(false);
  });

  it('are paired by our own translation where nothing else tells', () => {
    const [one, other] = [
      ['甲乙丙丁', '戊己庚辛', '子丑寅卯'],
      ['The third one has a bear.', 'A red apple falls.', 'Nobody saw the river.'],
    ];
    const translations = ['A red apple fell.', 'Nobody had seen the river.', 'In the third there is a bear.'];
    const helped = alignDocuments(documentOf(one), documentOf([...other.slice(1), other[0]!]), {
      translations,
    });
    expect(shown(helped.pairs)).toEqual(['0:0', '1:1', '2:2']);
  });

  it('are paired by what their files say of the texts where words tell nothing', () => {
    const kinds = ['h1', undefined, 'item', 'item', undefined, 'h1', undefined] as const;
    const texts = kinds.map((_, n) => `${'абвгдежз'[n]!.repeat(6)} ${'абвгдежз'[n + 1]!.repeat(6)}`);
    const lacks = (at: number) => (_: unknown, n: number) => n !== at;
    const source = { ...documentOf(texts), kinds };
    const other = texts.map((_, n) => `${'abcdefgh'[n]!.repeat(6)} ${'qrstuvwx'[n]!.repeat(6)}`);
    const target = { ...documentOf(other.filter(lacks(1))), kinds: kinds.filter(lacks(1)) };
    expect(shown(alignDocuments(source, target).pairs)).toEqual([
      '0:0',
      '1:',
      '2:1',
      '3:2',
      '4:3',
      '5:4',
      '6:5',
    ]);
  });

  it('with the same keys are paired by them, in whatever order', () => {
    const { pairs } = alignDocuments(
      documentOf(['Open', 'Close', 'Help', 'Help me.'], ['open', 'close', 'help', 'help']),
      documentOf(['Ayuda', 'Abrir', 'Nuevo', 'Cerrar'], ['help', 'open', 'new', 'close']),
    );
    expect(shown(pairs)).toEqual(['0:1', '1:3', '2+3:0', ':2']);
  });

  it('without texts have no pairs', () => {
    expect(alignDocuments(documentOf([]), documentOf(['A']))).toEqual({
      pairs: [{ source: [], target: [0], confidence: 0 }],
      isTranslation: false,
    });
  });
});

it('A band of cells goes on where its anchors leap', () => {
  const { low, high } = bandAround(
    [
      [1_000, 100],
      [1_001, 3_900],
    ],
    4_000,
    4_000,
  );
  for (let row = 1; row <= 4_000; row++) {
    expect(low[row]).toBeGreaterThanOrEqual(low[row - 1]!);
    expect(low[row]).toBeLessThanOrEqual(high[row - 1]!);
  }
});

it('The heaviest chain of anchors rises in both texts', () => {
  const anchor = (source: number, target: number, weight: number) => ({
    anchor: [source, target] as const,
    weight,
  });
  const found = heaviestChain(
    [anchor(0, 2, 1), anchor(1, 0, 1), anchor(2, 3, 1), anchor(3, 1, 1.5), anchor(4, 4, 1)],
    5,
  );
  expect(found).toEqual([
    [1, 0],
    [3, 1],
    [4, 4],
  ]);
});
