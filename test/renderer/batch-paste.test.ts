import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePaste, toTsv } from '../../renderer/features/batch/paste.ts';

describe('pasting into the batch grid', () => {
  it('leaves a single line to the cell it is pasted into', () => {
    expect(parsePaste('Welcome, dear guests', 'source', true)).toBeUndefined();
    expect(parsePaste('Welcome\n', 'source', true)).toBeUndefined();
  });

  it('makes a row of each line, without the empty ones', () => {
    expect(parsePaste('One, two\r\n\r\n  Three, four  \n', 'source', true)).toEqual([
      { source: 'One, two' },
      { source: 'Three, four' },
    ]);
  });

  it('fills the column it is pasted into', () => {
    expect(parsePaste('uno\ndos', 'target', false)).toEqual([{ target: 'uno' }, { target: 'dos' }]);
  });

  it('takes sentences with commas for lines, not for CSV', () => {
    expect(parsePaste('Yes, I do\nNo, I do not', 'source', true)).toEqual([
      { source: 'Yes, I do' },
      { source: 'No, I do not' },
    ]);
  });

  it('reads a table from a spreadsheet from the column pasted into', () => {
    expect(parsePaste('Good day\tBuenos días\nBye\tAdiós', 'source', false)).toEqual([
      { source: 'Good day', target: 'Buenos días' },
      { source: 'Bye', target: 'Adiós' },
    ]);
  });

  it('puts a first column of ids where ids belong when the grid is empty', () => {
    expect(parsePaste('home.title\tWelcome home\nhome.exit\tGood bye', 'source', true)).toEqual([
      { id: 'home.title', source: 'Welcome home' },
      { id: 'home.exit', source: 'Good bye' },
    ]);
  });

  it('keeps a cell with line breaks that a spreadsheet has quoted', () => {
    expect(parsePaste('a\t"First line\nSecond line"\tb\nc\td\te', 'id', false)).toEqual([
      { id: 'a', source: 'First line\nSecond line', target: 'b' },
      { id: 'c', source: 'd', target: 'e' },
    ]);
  });

  it('reads CSV with a heading by its names', () => {
    expect(parsePaste('Target,Source\nHola,Hello\n"Adiós, amigo","Bye, friend"', 'source', false)).toEqual([
      { target: 'Hola', source: 'Hello' },
      { target: 'Adiós, amigo', source: 'Bye, friend' },
    ]);
  });

  it('reads CSV without a heading when its first field is an id in every line', () => {
    expect(parsePaste('k1;Good day\nk2;Good night', 'source', true)).toEqual([
      { id: 'k1', source: 'Good day' },
      { id: 'k2', source: 'Good night' },
    ]);
  });

  it('drops what does not fit beside the last column', () => {
    expect(parsePaste('a\tb\nc\td', 'target', false)).toEqual([{ target: 'a' }, { target: 'c' }]);
  });

  it('reads back what it copies out, whatever the cells hold', () => {
    const cell = fc
      .string({ unit: 'binary', maxLength: 20 })
      .filter((text) => text.trim() === text && text !== '' && !text.includes('\r'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = parsePaste(toTsv(rows), 'id', false);
        expect(read).toEqual(rows.map(([id, source, target]) => ({ id, source, target })));
      }),
    );
  });
});
