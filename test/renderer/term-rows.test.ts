import { describe, expect, it } from 'vitest';
import { entriesOf, issuesOf } from '../../renderer/lib/term-rows.ts';
import { offsetsOf, rowAt } from '../../renderer/ui/row-offsets.ts';

const ROWS = [
  ['lamp', 'Lampe'],
  ['tower', ''],
  ['', ''],
  [' lamp ', 'Licht'],
  ['Lamp', 'Lampe'],
  ['', 'Meer'],
].map(([term = '', translation = ''], key) => ({ key, term, translation }));

describe('the lines of a dictionary', () => {
  it('say which lack a half, and which have the term of another', () => {
    expect([...issuesOf(ROWS)].sort(([a], [b]) => a - b)).toEqual([
      [0, 'double'],
      [1, 'half'],
      [3, 'double'],
      [5, 'half'],
    ]);
  });
  it('are stored where they have both halves', () => {
    expect(entriesOf(ROWS).map(({ translation }) => translation)).toEqual(['Lampe', 'Licht', 'Lampe']);
  });
});

describe('rows of any height', () => {
  const offsets = offsetsOf([10, 20, 30]);
  it('begin where those before them end', () => {
    expect([...offsets]).toEqual([0, 10, 30, 60]);
  });
  it('are found by a place, the first above all and the last below', () => {
    expect([-5, 0, 9, 10, 29, 30, 500].map((place) => rowAt(offsets, place))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(rowAt(offsetsOf([]), 10)).toBe(0);
  });
});
