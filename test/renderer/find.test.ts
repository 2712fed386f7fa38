import { describe, expect, it } from 'vitest';
import { matchesIn, patternOf, replaceMatches, shownText } from '../../renderer/lib/find.ts';
import type { FindQuery } from '../../renderer/lib/find.ts';

const query = (text: string, more: Partial<FindQuery> = {}): FindQuery => ({
  ...{ text, matchCase: false, wholeWord: false, regex: false },
  ...more,
});
const found = (plain: string, one: FindQuery) =>
  matchesIn(plain, patternOf(one)).map(({ start, end }) => plain.slice(start, end));

describe('A text is found', () => {
  it.each([
    ['whatever its case', 'Lamp lamp', query('LAMP'), ['Lamp', 'lamp']],
    ['in its case', 'Lamp lamp', query('lamp', { matchCase: true }), ['lamp']],
    ['as a whole word', 'lamp, lamps, Ölamp', query('lamp', { wholeWord: true }), ['lamp']],
    ['with signs that an expression would read', 'a.b axb (a.b)', query('a.b'), ['a.b', 'a.b']],
    ['by an expression', 'a1 b22', query('\\d+', { regex: true }), ['1', '22']],
    ['but not where an expression matches nothing', 'ab', query('x*', { regex: true }), []],
  ])('%s', (_, plain, one, matches) => {
    expect(found(plain, one)).toEqual(matches);
  });

  it('unless it is no regular expression, also among whole words', () => {
    for (const wholeWord of [true, false])
      expect(() => patternOf(query('a)(b', { regex: true, wholeWord }))).toThrow(SyntaxError);
  });

  it('over codes, which are not text', () => {
    expect(found(shownText('the <1>red</1> car &amp; <2/>more', true), query('red car & m'))).toHaveLength(1);
    expect(shownText('<1>', false)).toBe('<1>');
  });
});

describe('Matches are replaced', () => {
  const replaced = (text: string, one: FindQuery, replacement: string, only?: number) =>
    replaceMatches(text, true, patternOf(one), { with: replacement, regex: one.regex, only });

  it('all, or one of them, as they are written', () => {
    expect(replaced('a b a', query('a'), '$&<x>')).toEqual({
      text: '$&amp;&lt;x&gt; b $&amp;&lt;x&gt;',
      count: 2,
    });
    expect(replaced('a b a', query('a'), 'c', 1)).toEqual({ text: 'a b c', count: 1 });
    expect(replaced('a', query('z'), 'c')).toEqual({ text: 'a', count: 0 });
  });

  it('with what an expression has found', () => {
    const one = query('(\\w+), (?<first>\\w+)', { regex: true });
    expect(replaced('Doe, Jane', one, '$<first> $1 $$ $& $9').text).toBe('Jane Doe $ Doe, Jane $9');
  });

  it('over codes, which stay behind the replacement', () => {
    expect(replaced('the <1>red</1> car<2/>s', query('red cars'), 'bus').text).toBe('the <1>bus</1><2/>');
  });
});
