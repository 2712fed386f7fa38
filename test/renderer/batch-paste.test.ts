import { describe, expect, it } from 'vitest';
import { cellsOf, isTable } from '../../renderer/features/batch/paste.ts';
import type { Column } from '../../renderer/features/batch/paste.ts';

/** The cells of rows that the service has read. */
const cells = (rows: string[][], at: Column, gridIsEmpty: boolean) =>
  cellsOf({ rows, has_columns: true }, at, gridIsEmpty);

describe('pasting into the batch grid', () => {
  it('leaves a single line to the cell it is pasted into', () => {
    expect(isTable('Welcome, dear guests')).toBe(false);
    expect(isTable('Welcome\n')).toBe(false);
    expect(isTable('One\ntwo')).toBe(true);
  });

  it('fills the column it is pasted into with lines', () => {
    const lines = { rows: [['uno'], ['dos']], has_columns: false };
    expect(cellsOf(lines, 'target', false)).toEqual([{ target: 'uno' }, { target: 'dos' }]);
  });

  it('takes a table from the column pasted into', () => {
    const rows = [
      ['Good day', 'Buenos días'],
      ['Bye', 'Adiós'],
    ];
    expect(cells(rows, 'source', false)).toEqual([
      { source: 'Good day', target: 'Buenos días' },
      { source: 'Bye', target: 'Adiós' },
    ]);
  });

  it('puts a first column of ids where ids belong when the grid is empty', () => {
    const rows = [
      ['home.title', 'Welcome home'],
      ['home.exit', 'Good bye'],
    ];
    expect(cells(rows, 'source', true)).toEqual([
      { id: 'home.title', source: 'Welcome home' },
      { id: 'home.exit', source: 'Good bye' },
    ]);
  });

  it('takes a table with a heading by its names', () => {
    const rows = [
      ['Target', 'Source'],
      ['Hola', 'Hello'],
    ];
    expect(cells(rows, 'source', false)).toEqual([{ target: 'Hola', source: 'Hello' }]);
  });

  it('drops what does not fit beside the last column', () => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(cells(rows, 'target', false)).toEqual([{ target: 'a' }, { target: 'c' }]);
  });
});
