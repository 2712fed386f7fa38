import { afterEach, describe, expect, it, vi } from 'vitest';
import { createFindTexts } from '../../renderer/lib/find-texts.ts';
import { matchesIn, patternOf, replaceMatches, shownText } from '../../renderer/lib/find.ts';
import type { FindQuery } from '../../renderer/lib/find.ts';
import type { SearchedText } from '../../renderer/lib/find-messages.ts';
import { createFinder, FindTooSlowError } from '../../renderer/lib/finder.ts';

vi.mock('../../renderer/lib/find-worker.ts?worker&url', () => ({ default: 'find-worker.js' }));

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

describe('A job is searched', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const places = { source: true, target: true, notes: true };
  const text = (index: number, more: Partial<SearchedText> = {}): SearchedText => ({
    ...{ index, source: `Line ${index}`, target: `Zeile ${index}`, notes: ['', '', '', ''] },
    ...more,
  });

  it('in its keys, notes and comments, where each match is at its place', () => {
    const answer = createFindTexts();
    answer({
      kind: 'texts',
      items: [text(0, { notes: ['', 'menu.lamp', 'A lamp', 'No lamp here'] }), text(1)],
    });
    const asked = { indexes: [0, 1], query: query('lamp'), places, coded: true };
    expect(answer({ kind: 'search', ...asked })).toEqual([{ index: 0, source: 0, target: 0, notes: 3 }]);
    const notes = [[], [{ start: 5, end: 9 }], [{ start: 2, end: 6 }], [{ start: 3, end: 7 }]];
    expect(answer({ kind: 'matches', ...asked })).toMatchObject([{ index: 0, notes }, { index: 1 }]);
  });

  it('of 100,000 rows within the time that one question has', () => {
    const answer = createFindTexts();
    const indexes = Array.from({ length: 100_000 }, (_, index) => index);
    answer({ kind: 'texts', items: indexes.map((index) => text(index)) });
    const before = process.cpuUsage();
    const found = answer({ kind: 'search', indexes, query: query('9'), places, coded: true }) as unknown[];
    const { user } = process.cpuUsage(before);
    // Those without a nine: nine in each of five places.
    expect(found).toHaveLength(100_000 - 9 ** 5);
    expect(user / 1_000).toBeLessThan(3_000);
  });

  it('by a thread that is ended where a question takes too long, and by another one after that', async () => {
    vi.useFakeTimers();
    const ended = vi.fn();
    const started = vi.fn();
    vi.stubGlobal(
      'Worker',
      class {
        constructor() {
          started();
        }
        addEventListener = () => undefined;
        postMessage = () => undefined;
        terminate = ended;
      },
    );
    const finder = createFinder();
    const ask = () =>
      finder.ask<'search'>([text(0)], {
        kind: 'search',
        indexes: [0],
        query: query('x'),
        places,
        coded: true,
      });
    for (const times of [1, 2]) {
      const refused = expect(ask()).rejects.toThrow(FindTooSlowError);
      await vi.advanceTimersByTimeAsync(3_000);
      await refused;
      expect([started.mock.calls.length, ended.mock.calls.length]).toEqual([times, times]);
    }
  });
});
