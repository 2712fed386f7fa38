import { describe, expect, it } from 'vitest';
import { fitted, termsIn } from '../../renderer/lib/offers.ts';
import { replaceIn } from '../../renderer/lib/replace.ts';

const wanted = (find: string, replace: string, matchCase = false) => ({ find, replace, matchCase });

describe('find and replace', () => {
  it('takes signs as they are, in any case unless told', () => {
    expect(replaceIn('a.b A.B axb', wanted('a.b', '$&'), false)).toEqual({ text: '$& $& axb', count: 2 });
    expect(replaceIn('faro Faro', wanted('Faro', 'Torre', true), false)).toEqual({
      text: 'faro Torre',
      count: 1,
    });
  });
  it('leaves codes whole, and escapes what it puts in', () => {
    expect(replaceIn('1 <1>uno</1> &amp; 1', wanted('1', '<2/>'), true)).toEqual({
      text: '&lt;2/&gt; <1>uno</1> &amp; &lt;2/&gt;',
      count: 2,
    });
  });
  it('finds nothing where nothing is looked for', () => {
    expect(replaceIn('text', wanted('', 'x'), false).count).toBe(0);
  });
});

describe('offers of memory and glossary', () => {
  it('keeps codes where they are those of the segment, and else only those that must be there', () => {
    expect(fitted('El <1>faro</1>', 'The <1>light</1>', true)).toBe('El <1>faro</1>');
    expect(fitted('El <1>faro</1>', 'The light<2/>', true)).toBe('El faro<2/>');
    expect(fitted('A &amp; <1>B</1>', 'A & B', false)).toBe('A & B');
  });
  it('are the terms that occur in the text as words, the longest first', () => {
    const entries = ['light', 'Lighthouse', 'sea', 'lighthouse keeper', '灯台'].map((term) => ({
      term,
      translation: 'x',
    }));
    expect(termsIn('The lighthouse keeper, by the sea.', entries).map(({ term }) => term)).toEqual([
      'lighthouse keeper',
      'Lighthouse',
      'sea',
    ]);
    expect(termsIn('古い灯台です', entries).map(({ term }) => term)).toEqual(['灯台']);
  });
});
