import { describe, expect, it } from 'vitest';
import { plainText } from '../../service/text/codes.ts';
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

describe('what a person has written is in the file, or is named as left out', () => {
  it.each(TEXT_FILES)('in %s', async (name, format, write) => {
    const how = { from: 'en', to: 'es' };
    const source = Buffer.from(write(TARGETS.length));
    const { segments } = await format.extract(source, { ...ANY_NUMBER, ...how });
    const targets = segments.map((_, index) => TARGETS[index % TARGETS.length]!);
    const { bytes, kept = [] } = await format.assemble(source, targets, how);
    const found = folded(await textsOf(format, bytes));
    const isKept = new Set(kept.map(({ index }) => index));
    const lost = targets.filter(
      (target, index) => !isKept.has(index) && !found.includes(folded(plainText(target))),
    );
    expect(lost).toEqual([]);
    expect(kept.length).toBeLessThan(MAX_KEPT[name] ?? 1);
  });
});
