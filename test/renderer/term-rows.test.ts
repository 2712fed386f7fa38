import { describe, expect, it } from 'vitest';
import { entriesOf, issuesOf } from '../../renderer/lib/term-rows.ts';

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
