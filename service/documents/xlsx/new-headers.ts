import type { CellChange } from './cell-edits.ts';
import type { SelectedCell } from './cells.ts';
import type { Selection } from './selection.ts';
import { readTargetPlaces } from './target-places.ts';

/** Names for the columns that `into` adds: the target language, in sheets with a header row. */
export function newHeaders(changes: readonly CellChange[], selection: Selection, to: string): CellChange[] {
  const sheets = new Map(changes.flatMap(({ cell }) => (cell.into ? [[cell.sheet.part, cell]] : [])));
  return [...sheets.values()].flatMap((cell): CellChange[] => {
    const { headerRow, into, width } = selection.ofSheet(cell.sheet.part);
    const added = [...into].filter(([, target]) => target > width);
    if (headerRow === undefined || added.length === 0) return [];
    const places = readTargetPlaces(
      cell.sheet.xml,
      cell.sheet.part,
      new Set(added.map(([, target]) => target)),
    );
    return added.flatMap(([column, target]): CellChange[] => {
      const place = places(headerRow, target);
      if (!place) return [];
      const header: SelectedCell = { ...cell, column, row: headerRow, into: place };
      return [{ cell: header, text: { runs: [{ format: '', text: to }], rich: false, rest: '' } }];
    });
  });
}
