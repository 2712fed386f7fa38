import { describe, expect, it } from 'vitest';
import { EMPTY_TERM, entriesOf, issuesOf, termOf } from '../../renderer/lib/term-rows.ts';

const ROWS = [
  ['lamp', 'Lampe'],
  ['tower', ''],
  ['', ''],
  [' lamp ', 'Licht'],
  ['Lamp', 'Lampe'],
  ['', 'Meer'],
].map(([term = '', translation = ''], key) => ({ ...EMPTY_TERM, key, term, translation }));

describe('the lines of a dictionary', () => {
  it('say which lack a half, and which have the term of another', () => {
    expect([...issuesOf(ROWS)].sort(([a], [b]) => a - b)).toEqual([
      [0, 'double'],
      [1, 'half'],
      [3, 'double'],
      [5, 'half'],
    ]);
  });
  it('may have one term several times, each translation with its use', () => {
    const entries = [
      { term: 'lamp', translation: 'Lampe' },
      { term: 'lamp', translation: 'Leuchte', status: 'forbidden' as const, note: 'Not in manuals' },
      { term: 'Lumo', translation: 'Lumo', do_not_translate: true },
    ];
    const rows = entries.map((entry, key) => ({ ...termOf(entry), key }));
    expect(issuesOf(rows).size).toBe(0);
    expect(entriesOf(rows)).toEqual(entries);
  });
  it('are stored where they have both halves', () => {
    expect(entriesOf(ROWS).map(({ translation }) => translation)).toEqual(['Lampe', 'Licht', 'Lampe']);
  });
});
