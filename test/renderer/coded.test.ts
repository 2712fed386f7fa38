import { describe, expect, it } from 'vitest';
import { flaggedFrom } from '../../renderer/features/review/next-flagged.ts';
import {
  codeParts,
  codeProblems,
  formatPieces,
  missingCodes,
  parsePieces,
  withMissing,
} from '../../renderer/lib/coded.ts';

describe('pieces of a segment', () => {
  it.each([
    'A <1>big</1> house<2/>',
    'a &lt; b &amp;&amp; &lt;3&gt;',
    '&amp;lt;1&amp;gt;',
    '<1><2>x</2></1>',
    'line\nline',
    '',
  ])('of a document come back as they were: %j', (text) => {
    expect(formatPieces(parsePieces(text, true), true)).toBe(text);
  });

  it('of a batch are plain text, whatever they look like', () => {
    expect(parsePieces('<1>&amp;</1>', false)).toEqual([{ text: '<1>&amp;</1>' }]);
    expect(formatPieces([{ text: 'a < b' }], false)).toBe('a < b');
  });

  it('show text unescaped, and typed signs never become codes', () => {
    expect(parsePieces('&lt;1&gt;<2/>', true)).toEqual([{ text: '<1>' }, { code: '<2/>' }]);
    expect(formatPieces([{ text: '<1>' }], true)).toBe('&lt;1&gt;');
  });

  it('say of a code its number and its part', () => {
    expect(['<12>', '</12>', '<12/>'].map(codeParts)).toEqual(
      ['start', 'end', 'standalone'].map((part) => ({ number: '12', part })),
    );
  });
});

describe('a text with codes that comes into another segment', () => {
  it('keeps the codes that are missing there, each once, and loses the others', () => {
    const text = '<1>old</1> &lt;1&gt; <2/><2/><7/>';
    expect(withMissing(text, '<1>one</1><2/>', '')).toBe('<1>old</1> &lt;1&gt; <2/>');
    expect(withMissing(text, '<1>one</1><2/>', '<1>uno</1>')).toBe('old &lt;1&gt; <2/>');
    expect(withMissing(text, 'one', '')).toBe('old &lt;1&gt; ');
  });
});

describe('the next flagged segment', () => {
  const none = [] as const;
  const edited = [{ code: 'edited' as const, message: '' }];
  const flagged = [{ code: 'untranslated' as const, message: '' }];
  const listOf = (...all: (typeof none | typeof edited | typeof flagged)[]) =>
    all.map((flags, index) => ({ index, flags: [...flags] }));

  it.each([
    [-1, 1, 1],
    [-1, -1, 3],
    [1, 1, 3],
    [3, 1, 1],
    [1, -1, 3],
  ] as const)('from %i by %i is %i, once around', (from, step, to) => {
    expect(flaggedFrom(listOf(none, flagged, edited, flagged), from, step)).toBe(to);
  });

  it.each([
    [4, 1, 1],
    [4, -1, 0],
    [9, 1, 0],
  ] as const)('from segment %i, which a filter has taken away, by %i is at place %i', (from, step, to) => {
    const shown = listOf(...Array.from({ length: 9 }, () => flagged)).filter(({ index }) => index % 3 === 2);
    expect(flaggedFrom(shown, from, step)).toBe(to);
  });

  it('is empty if no segment has a flag other than `edited`', () => {
    expect(flaggedFrom(listOf(none, edited), 0, 1)).toBeUndefined();
    expect(flaggedFrom([], -1, 1)).toBeUndefined();
  });
});

describe('codes of a target', () => {
  const source = 'A <1>big</1> house<2/>';
  it('that are missing are named in the order of the source', () => {
    expect(missingCodes(source, 'Una casa')).toEqual(['<1>', '</1>', '<2/>']);
    expect(missingCodes(source, 'Una <1>casa')).toEqual(['</1>', '<2/>']);
  });
  it.each([
    ['Una casa <1>grande</1><2/>', []],
    // A format may go as a whole.
    ['Una casa<2/>', []],
    ['Una <1>casa<2/>', [{ kind: 'noEnd', number: '1', insert: '</1>' }]],
    ['Una casa</1><2/>', [{ kind: 'noStart', number: '1', insert: '<1>' }]],
    ['Una </1>casa<1><2/>', [{ kind: 'order', number: '1' }]],
    ['Una casa', [{ kind: 'missing', number: '2', insert: '<2/>' }]],
    ['Una casa<2/><2/>', [{ kind: 'twice', number: '2' }]],
    ['Una casa<2/><3/>', [{ kind: 'unknown', number: '3' }]],
  ])('are judged as the service does: %s', (target, problems) => {
    expect(codeProblems(source, target)).toEqual(problems);
  });
});
