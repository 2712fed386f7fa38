import type { Included, OptionsOf } from '../../contract/index.ts';
import { escapeText } from '../../text/codes.ts';
import type { ExtractedSegment } from '../format.ts';
import { inlinesSpan } from '../odf/paragraph-span.ts';
import type { CodedSpan } from '../odf/paragraph-span.ts';
import { shownText } from '../odf/shown.ts';
import { FIRST_COLUMN, headSampler, selectOfSheets } from '../shared/sheet-head.ts';
import type { SheetHead, SheetSelection } from '../shared/sheet-head.ts';
import { MAX_COLUMNS } from '../shared/table-columns.ts';
import { CONTENT, scanSheets } from './scan-sheets.ts';
import type { OdsCell, OdsRow, SheetVisitor } from './scan-sheets.ts';
import { readTableStyles } from './table-styles.ts';

/** The cells that are segments, by the job's options. */
export interface Selection {
  /** One segment for all cells with the same text; only text cells. */
  readonly isDistinct: boolean;
  readonly include: ReadonlySet<Included>;
  readonly sheets: (index: number) => SheetSelection;
}

/** A cell such as `white-bread`: sheets without one have no column of ids. */
const ANY_ID = />[a-z\d]{1,40}[-_.][a-z\d._-]{1,80}<\/[\w-]{0,20}:?p>/;

export function selectCells(source: string, options: OptionsOf<'ods'>): Selection {
  const { columns, into } = options;
  const include = new Set(options.include);
  if (columns === 'first' && into === null) {
    const heads = ANY_ID.test(source) ? readHeads(source) : [];
    const ofIds = { ...FIRST_COLUMN, isOfIds: (column: number) => column === 1 };
    return {
      isDistinct: false,
      include,
      sheets: (index) => (heads[index]?.ids.has(1) === true ? ofIds : FIRST_COLUMN),
    };
  }
  const sheets = selectOfSheets(options, readHeads(source));
  return { isDistinct: columns === 'all', include, sheets: (index) => sheets[index]! };
}

export function readHeads(source: string): SheetHead[] {
  const samplers: ReturnType<typeof headSampler>[] = [];
  scanSheets(source, CONTENT, {
    sheet: () => samplers.push(headSampler()),
    wants: ({ sheet, column, columns, row }) => samplers[sheet]!.wants(column + columns - 1, row),
    cell(cell) {
      if (cell.isCovered) return;
      const text = shownOf(cell);
      const last = Math.min(cell.column + cell.columns - 1, MAX_COLUMNS);
      for (let column = cell.column; column <= last; column++)
        samplers[cell.sheet]!.add(column, cell.row, () => text);
    },
  });
  return samplers.map((sampler) => sampler.head());
}

/** The visible text of a cell; undefined without any. */
export function shownOf({ inlines }: OdsCell): string | undefined {
  const text = shownText(inlines).trim();
  return text === '' ? undefined : text;
}

/** A selected cell, or some of the columns that it is repeated over. */
export interface SelectedCell {
  readonly cell: OdsCell;
  readonly row: OdsRow;
  readonly from: number;
  readonly to: number;
  readonly segment: ExtractedSegment;
  /** Text cells only. */
  readonly coded: CodedSpan | undefined;
  /** The column for its translation, if it does not replace the text. */
  readonly into: number | undefined;
}

export interface CellsVisitor {
  sheet?: SheetVisitor['sheet'];
  cell(cell: SelectedCell): void;
  /** Called for each cell whose translation belongs in a non-empty cell. */
  kept?(): void;
  row?(row: OdsRow): void;
}

/** Calls `visit` for each selected non-empty cell, in the sheets' order. */
export function eachCell(source: string, selection: Selection, visitor: CellsVisitor): void {
  const hidden = selection.include.has('hidden') ? undefined : readTableStyles(source).hidden;
  let isHidden = false;
  scanSheets(source, CONTENT, {
    sheet(name, index, tag) {
      isHidden = hidden?.has(tag.styleName) === true;
      visitor.sheet?.(name, index, tag);
    },
    keeps(sheet, column, columns) {
      const own = selection.sheets(sheet);
      // If translations go into other columns, the whole row shows which ones are free.
      return own.into.size > 0 || isWanted(own, { column, columns });
    },
    wants: (cell) => !cell.isCovered && isWanted(selection.sheets(cell.sheet), cell),
    cell: () => undefined,
    row(row) {
      const own = selection.sheets(row.sheet);
      const isLeftOut = isHidden || (hidden !== undefined && !row.isShown);
      if (row.row !== own.headerRow && !isLeftOut) {
        for (const cell of row.cells) {
          if (cell.kind === 'empty' || cell.isCovered || !isWanted(own, cell)) continue;
          const found = segmentOf(source, cell);
          if (!found || (selection.isDistinct && cell.kind === 'fixed')) continue;
          const { segment, coded } = found;
          const end = cell.column + cell.columns;
          for (let from = cell.column; from < end; from++) {
            if (!own.wants(from)) continue;
            const into = own.into.get(from);
            let to = from;
            // Adjacent columns together, unless each has a separate column for its translation.
            while (own.into.size === 0 && to + 1 < end && own.wants(to + 1)) to++;
            const shown = own.isOfIds(from) ? { text: segment.text, copy: true as const } : segment;
            if (into !== undefined && !isFree(row, into)) visitor.kept?.();
            else visitor.cell({ cell, row, from, to, segment: shown, coded, into });
            from = to;
          }
        }
      }
      visitor.row?.(row);
    },
  });
}

function isWanted(own: SheetSelection, { column, columns }: Pick<OdsCell, 'column' | 'columns'>): boolean {
  for (let at = column; at < column + columns; at++) if (own.wants(at)) return true;
  return false;
}

/** The cell of a row at a column; undefined after the last one. */
export function cellAt({ cells }: OdsRow, column: number): OdsCell | undefined {
  return cells.find((cell) => column >= cell.column && column < cell.column + cell.columns);
}

function isFree(row: OdsRow, column: number): boolean {
  const cell = cellAt(row, column);
  return !cell || (cell.kind === 'empty' && !cell.isCovered);
}

function segmentOf(source: string, cell: OdsCell): Pick<SelectedCell, 'segment' | 'coded'> | undefined {
  if (cell.kind === 'fixed') {
    const text = shownOf(cell);
    return text === undefined
      ? undefined
      : { segment: { text: escapeText(text), copy: true }, coded: undefined };
  }
  const coded = inlinesSpan(source, cell.inlines, { tag: cell.textStart });
  return coded && { segment: coded.span.segment, coded };
}

export interface CellNumbers {
  (segment: ExtractedSegment): { readonly index: number; readonly isNew: boolean };
  /** Number of segments so far. */
  count(): number;
}

/** Numbers the segments of cells: consecutively, or with one number for equal texts. */
export function cellNumbers({ isDistinct }: Pick<Selection, 'isDistinct'>): CellNumbers {
  const known = new Map<string, number>();
  let next = 0;
  const numberOf = ({ text, copy }: ExtractedSegment): { index: number; isNew: boolean } => {
    const key = (copy ? 'copied ' : '') + text;
    const found = isDistinct ? known.get(key) : undefined;
    if (found !== undefined) return { index: found, isNew: false };
    if (isDistinct) known.set(key, next);
    return { index: next++, isNew: true };
  };
  return Object.assign(numberOf, { count: () => next });
}

/** How many segments the cells are. */
export function countCells(source: string, selection: Selection): number {
  const numberOf = cellNumbers(selection);
  eachCell(source, selection, { cell: ({ segment }) => numberOf(segment) });
  return numberOf.count();
}
