import { describe, expect, it } from 'vitest';
import type { Format } from '../../service/documents/format.ts';
import { formatCoded, parseCoded, plainText } from '../../service/text/codes.ts';
import { PACKAGED_FILES } from './support/packaged-files.ts';
import { ANY_NUMBER } from './support/pseudo.ts';
import { folded, TEXT_FILES, textsOf } from './support/text-files.ts';

/** What a person may write: signs that mean something in some format, at either end of words. */
const SIGNS = [
  '"x"',
  "it's",
  '«x»',
  '字字',
  '(x',
  'x)',
  '- x',
  '1. x',
  '# x',
  '> x',
  '*x',
  'x*',
  '_x_',
  '`x',
  '[x',
  'x]',
  '!x',
];
const MORE = [
  '{x}',
  '{x',
  'x}',
  '$x$',
  '~x',
  ':x:',
  'x: y',
  '^x',
  '|x',
  'x|',
  'a | b',
  '\\x',
  'x\\',
  '@x',
  '?x',
  '%x%',
  '=== x',
  '---',
  '+ x',
  '…',
  '-->',
  '**x**y',
  '\u{1F600}',
  '\u05E9\u05DC',
  'x\u00A0y',
  '.x',
  '--x',
  'x;',
  'x,y',
];
const CODED = ['&lt;x', 'x&gt;', '&lt;b>x', '&amp;amp; x', '&amp;', '&lt;!-- x', '&lt;/p>'];
const TARGETS = [...SIGNS, ...MORE, ...CODED].flatMap((signs) => [
  `una ${signs} lista`,
  `${signs} lista`,
  `una ${signs}`,
]);

/** Nothing in SubRip escapes a tag; ICU messages lack single braces. */
const MAX_KEPT: Readonly<Record<string, number>> = { SRT: 4, ARB: 20 };

const HOW = { from: 'en', to: 'es' };

/** The texts that are neither in the finished file nor named as left out, and how many are named. */
async function lostIn(format: Format, source: Uint8Array, target: (text: string, index: number) => string) {
  const { segments } = await format.extract(source, { ...ANY_NUMBER, ...HOW });
  const targets = segments.map(({ text }, index) => target(text, index));
  const { bytes, kept = [] } = await format.assemble(source, targets, HOW);
  const found = folded(await textsOf(format, bytes));
  const isKept = new Set(kept.map(({ index }) => index));
  const lost = targets.filter((one, index) => !isKept.has(index) && !found.includes(folded(plainText(one))));
  return { lost, kept: kept.length };
}

/** Where a person may put the codes of a text: left out, in place, before all words or behind them, turned round. */
const PLACES: readonly ((codes: readonly string[], words: string) => string)[] = [
  (_, words) => words,
  (codes, words) => codes.join('') + words,
  (codes, words) => words + codes.join(''),
  (codes, words) => codes.join(words),
  (codes, words) => `${words}${codes.filter((code) => code.endsWith('/>')).join(words)} ${words}`,
  (codes, words) => `${codes[0] ?? ''}${words}${codes.slice(1).join('')}`,
];

describe('what a person has written is in the file, or is named as left out', () => {
  it.each(TEXT_FILES)('in %s', async (name, format, write) => {
    const source = Buffer.from(write(TARGETS.length));
    const { lost, kept } = await lostIn(format, source, (_, index) => TARGETS[index % TARGETS.length]!);
    expect(lost).toEqual([]);
    expect(kept).toBeLessThan(MAX_KEPT[name] ?? 1);
  });

  it.each(PACKAGED_FILES)('in %s, wherever its codes are put', async (_, format, write) => {
    const { lost, kept } = await lostIn(format, write(TARGETS.length), (text, index) => {
      const codes = parseCoded(text).flatMap((token) =>
        token.kind === 'text' ? [] : [formatCoded([token])],
      );
      return PLACES[Math.floor(index / 3) % PLACES.length]!(codes, `${TARGETS[index]!} ${index}`);
    });
    expect(lost).toEqual([]);
    expect(kept).toBe(0);
  });
});
