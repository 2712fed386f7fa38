import { describe, expect, it } from 'vitest';
import { codesRepaired, untranslated } from '../../service/records/stored-flags.ts';
import { countFlagged, flagWarnings } from '../../service/worker/flag-warnings.ts';

describe('warnings from the flags of a journal', () => {
  it('count segments, not flags, and say it in words', () => {
    const twice = { i: 0, t: '', f: [codesRepaired(), codesRepaired()] };
    expect(flagWarnings([twice, twice, undefined, { i: 3, t: '', f: [untranslated()] }])).toEqual([
      { code: 'codes_repaired', count: 2, message: expect.stringContaining('2 segments') as string },
      { code: 'untranslated', count: 1, message: expect.stringContaining('1 segment;') as string },
    ]);
  });

  it('are absent for flags that only concern a reviewer', () => {
    const numbers = { code: 'number_mismatch' as const, message: 'A number is missing.' };
    expect(flagWarnings([{ i: 0, t: '', f: [numbers] }])).toEqual([]);
  });

  it('are absent if nothing happened', () => {
    expect(flagWarnings([undefined, { i: 1, t: 'a' }, { i: 2, t: 'b', f: [] }])).toEqual([]);
  });
});

describe('flagged segments', () => {
  it('are counted one by one where equal ones share a line, without flags that this version does not know', () => {
    const shared = { i: 0, t: '', f: [codesRepaired(), untranslated()] };
    const later = { i: 4, t: '', f: [{ code: 'of_a_later_version' as 'untranslated', message: '' }] };
    expect(countFlagged([shared, undefined, shared, { i: 3, t: '' }, later])).toBe(2);
  });
});
