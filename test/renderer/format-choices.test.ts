import { describe, expect, it } from 'vitest';
import type { ExaminedResource } from '../../service/contract/index.ts';
import { chosenColumns, columnsQuestion, formatOptionsOf } from '../../renderer/lib/format-choices.ts';

const column = (letter: string, segments: number, texts: number) => ({ letter, segments, texts, sample: [] });
const table = (
  columns: ExaminedResource['columns'],
  options: ExaminedResource['options'] = { columns: 'first' },
) => ({ columns, options }) as ExaminedResource;

describe('the question after the columns of a table', () => {
  it.each([
    [
      'column A holds only keys',
      [column('A', 5, 0), column('B', 5, 4), column('AA', 2, 2), column('C', 3, 0)],
      5,
    ],
    ['column A is empty', [column('B', 4, 4), column('AA', 2, 2)], 0],
  ])('is asked where %s, with both counts', (_, columns, cells) => {
    expect(columnsQuestion(table(columns))).toEqual({ cells, texts: 6, columns: [2, 27] });
  });

  it('is not asked where column A has text, no other has, or the format has no columns', () => {
    expect(columnsQuestion(table([column('A', 5, 1), column('B', 5, 4)]))).toBeUndefined();
    expect(columnsQuestion(table([column('A', 5, 0), column('B', 5, 0)]))).toBeUndefined();
    expect(columnsQuestion(table([column('A', 5, 0), column('B', 5, 4)], {}))).toBeUndefined();
    expect(columnsQuestion(table(undefined, {}))).toBeUndefined();
  });
});

it('choices become options of the formats that have them', () => {
  const chosen = { columns: 'all', header: 'text', also: ['comments'] } as const;
  const choices = { ...chosen, also: [...chosen.also] };
  expect(formatOptionsOf({ options: { columns: 'first', header: 'auto' } }, choices)).toEqual({
    columns: 'all',
    header: false,
  });
  expect(formatOptionsOf({ options: { include: ['notes'] } }, choices)).toEqual({
    include: ['notes', 'comments'],
  });
  expect(formatOptionsOf({ options: {} }, choices)).toBeUndefined();
});

it('columns of the options are known by their numbers', () => {
  expect(chosenColumns(undefined, [1, 2])).toEqual([1]);
  expect(chosenColumns({ columns: 'all' }, [1, 2])).toEqual([1, 2]);
  expect(chosenColumns({ columns: [2] }, [1, 2])).toEqual([2]);
});
