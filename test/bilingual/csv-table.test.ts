import { describe, expect, it } from 'vitest';
import { readCsvTable } from '../../service/bilingual/csv-table.ts';
import { expectLinear } from '../support/linear.ts';

describe('a CSV table', () => {
  it('is read in rows of cells, without blank ones, whatever its delimiter', () => {
    expect(readCsvTable('\ufeffa;"b ""c"" d"\r\n;\r\n\r\n"e\nf";g\n')).toEqual([
      { number: 1, cells: ['a', 'b "c" d'] },
      { number: 4, cells: ['e\nf', 'g'] },
    ]);
    expect(readCsvTable('sep=|\na|b\n')).toMatchObject([{ cells: ['a', 'b'] }]);
  });

  it('with a quotation mark without its other half is refused, naming the row', () => {
    expect(() => readCsvTable('a,b\n"c,d\n')).toThrow(/^Row 2 of the CSV has a quotation mark/);
  });

  it.each([
    ['quoted rows of one cell', '"a"\n'],
    ['quoted cells', '"a",'],
    ['doubled quotes', '""'],
    ['cells broken behind their quotes', '"a" b,'],
    ['rows broken behind their quotes', '"a" b\n'],
    ['quotes', '"'],
    ['unclosed cells', ',"a'],
    ['spaces behind a quote', '"a"        '],
  ])('of %s takes time in proportion to it, be it read or refused', async (_shape, piece) => {
    const read = (text: string): void => {
      try {
        readCsvTable(text);
      } catch {
        // Refused, which takes no longer.
      }
    };
    await expectLinear((n) => piece.repeat(n), read, 20_000);
  });
});
