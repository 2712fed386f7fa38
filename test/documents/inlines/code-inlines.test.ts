import { describe, expect, it } from 'vitest';
import { codeInlines } from '../../../service/documents/inlines/code-inlines.ts';
import type {
  StandaloneInline,
  GroupInline,
  Inline,
} from '../../../service/documents/inlines/code-inlines.ts';
import { targetPieces, wholeTarget, wordEndsOf } from '../../../service/documents/inlines/targets.ts';
import { formatCoded } from '../../../service/text/codes.ts';

const text = (words: string, format = ''): Inline<null> => ({ kind: 'text', text: words, format, at: null });
const standalone: StandaloneInline<null> = { kind: 'standalone', at: null };
const marker: Inline<null> = { kind: 'marker', at: null };
const group = (...children: Inline<null>[]): GroupInline<null> => ({ kind: 'group', children, at: null });
const coded = (...inlines: Inline<null>[]) => codeInlines(inlines)?.text;

describe('inline content as coded text', () => {
  it('joins neighbouring texts of one format over markers, and tags none', () => {
    expect(coded(text('Good '), marker, text('morning'))).toBe('Good morning');
  });
  it('leaves the commonest format untagged', () => {
    expect(coded(text('A ', 'b'), text('long sentence'), text('!', 'b'))).toBe(
      '<1>A </1>long sentence<2>!</2>',
    );
  });
  it('keeps a break between texts of one format inside their pair', () => {
    expect(coded(text('some words '), text('bold', 'b'), standalone, text('bold', 'b'))).toBe(
      'some words <1>bold<2/>bold</1>',
    );
  });
  it('takes what has no words at both ends out of the segment', () => {
    expect(coded(standalone, text(' ', 'b'), marker, text('words'), standalone, group(standalone))).toBe(
      'words',
    );
  });
  it('needs no code for a link around everything', () => {
    expect(coded(standalone, group(standalone, text('a'), standalone, text('b')))).toBe('a<1/>b');
  });
  it('gives each group its own base', () => {
    expect(coded(text('see '), group(text('this link', 'h'), text('!', 'b')))).toBe(
      'see <1>this link<2>!</2></1>',
    );
  });
  it('does not tag a single space between two texts of one format', () => {
    expect(coded(text('one'), text(' ', 'b'), text('two'))).toBe('one two');
    expect(coded(text('one'), text('  ', 'u'), text('two'))).toBe('one<1>  </1>two');
  });
  it('escapes what could be read as a code', () => {
    expect(coded(text('a <1> & b'))).toBe('a &lt;1&gt; &amp; b');
  });
  it('finds nothing where there are no words', () => {
    expect(coded(text(' \u00a0'), standalone, group(text(' ')))).toBeUndefined();
  });
});

describe('a line break', () => {
  const lineBreak: Inline<null> = { ...standalone, isWall: true, isBreak: true };
  /** The walls of a paragraph whose breaks are bars. */
  const wallsOf = (words: string) =>
    codeInlines(words.split(/(\|)/).map((part) => (part === '|' ? lineBreak : text(part))))?.rules?.walls;

  it.each([
    'The red|house of the garden',
    'I see the|\u0020yellow houses, and|the garden',
    'A house, of|two floors',
  ])('within a phrase is no wall: %s', (words) => {
    expect(wallsOf(words)).toBeUndefined();
  });

  it.each([
    ['capitals', 'The red house|The open car|Main Street 12'],
    ['a list', 'bread and butter|two eggs|milk'],
    ['labels', 'Name|surname|address'],
    ['a stop', 'The house is red.|and open, too'],
    ['what announces a list', 'You need these:|a red house|an open car'],
    ['addresses and names', 'The house is open|www.example.com|iPhone of Ana|c/o the garden'],
  ])('between lines of their own is a wall: %s', (_what, words) => {
    expect(wallsOf(words)).toEqual(words.match(/\|/g)!.map((_bar, n) => n + 1));
  });

  it('and a tab are walls', () => {
    const tab: Inline<null> = { ...standalone, isWall: true };
    expect(codeInlines([text('The red'), tab, text('house of the garden')])?.rules?.walls).toEqual([1]);
  });
});

describe('targets with broken codes', () => {
  const source = codeInlines([
    text('one two '),
    group(text('three', 'h')),
    standalone,
    text(' four '),
    text('five', 'b'),
  ])!;
  const whole = (target: string) => formatCoded(wholeTarget(target, source));
  it('stay as they are when nothing is broken', () => {
    expect(source.text).toBe('one two <1>three</1><2/> four <3>five</3>');
    expect(whole('<3>cinco</3> uno <2/><1>tres</1>')).toBe('<3>cinco</3> uno <2/><1>tres</1>');
  });
  it('lose codes the source does not have, and second ones', () => {
    expect(whole('<9/>a<1>b</1><2/><2/></3><1>c</1><7>d</7><3>e</3>')).toBe('a<1>b<2/>c</1>d<3>e</3>');
  });
  it('become well nested', () => {
    expect(whole('<1>a<3>b</1>c</3><2/>')).toBe('<1>a<3>b</3></1>c<2/>');
    expect(whole('<1>a<2/>')).toBe('<1>a</1><2/>');
  });
  it('take no link into a tracked insertion that had none', () => {
    const tracked = codeInlines([
      text('Read '),
      { ...group(text('outer', 'i')), nesting: 'closed' },
      text(' then '),
      { ...standalone, nesting: 'outer' },
      text(' end '),
      { ...group(text('link', 'h')), nesting: 'outer' },
    ])!;
    expect(tracked.rules).toEqual({ kept: [1, 3], closed: [1], outer: [2, 3] });
    const made = (target: string) => formatCoded(wholeTarget(target, tracked));
    expect(made('<1>Lies outer dann <2/> Ende</1> <3>Verweis</3>')).toBe(
      '<1>Lies outer dann </1><2/> Ende <3>Verweis</3>',
    );
    expect(made('<1>Lies outer dann Ende <3>Verweis</3> mehr</1>')).toBe(
      '<1>Lies outer dann Ende </1><2/><3>Verweis</3> mehr',
    );
    expect(made('<3>Lies <1>outer</1> Verweis</3>')).toBe('<3>Lies <1>outer</1> <2/>Verweis</3>');
  });
  it('get lost breaks and links back at about the words they stood at', () => {
    expect(whole('uno dos tres cuatro cinco')).toBe('uno dos <1>tres</1><2/> cuatro cinco');
    expect(whole('')).toBe('<1></1><2/>');
  });
  it('give texts by format, and the codes between them', () => {
    const coded = codeInlines([text('a'), text('b', 'x'), { kind: 'standalone', at: null }, text('c')])!;
    const pieces = targetPieces('<2/>a<1>b</1>', coded);
    expect(
      pieces.map((piece) => (piece.kind === 'standalone' ? '-' : piece.text + piece.like.format)),
    ).toEqual(['-', 'a', 'bx']);
  });
});

describe('cutting a text', () => {
  it('happens at the nearest end of a word, or anywhere in scripts without spaces', () => {
    expect([0, 1, 3, 4, 7, 9, 20].map((offset) => wordEndsOf('one two three')(offset))).toEqual([
      0, 0, 3, 3, 7, 7, 13,
    ]);
    expect(wordEndsOf('日本語の文')(3)).toBe(3);
    expect(wordEndsOf('word')(3)).toBe(4);
    expect([0, 1, 2, 3, 5, 8].map(wordEndsOf('  a   b'))).toEqual([0, 1, 3, 3, 5, 7]);
  });
});
