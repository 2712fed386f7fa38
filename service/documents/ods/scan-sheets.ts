import { readInlines } from '../odf/read-inlines.ts';
import { ODF_NAMES } from '../odf/names.ts';
import { styleReading } from '../odf/styles.ts';
import type { OdfInline, Piece, StyledTag } from '../odf/model.ts';
import { XmlReader } from '../xml/reader.ts';
import type { NamespaceScope } from '../xml/scope.ts';

export const CONTENT = 'content.xml';

/** A cell, or adjacent equal ones. Columns and rows count from 1. A class: there may be millions. */
export class OdsCell {
  readonly sheet: number;
  readonly column: number;
  readonly columns: number;
  readonly row: number;
  /** Number of times that the row, with all its cells, is repeated. */
  readonly rows: number;
  readonly start: number;
  /** End of its start tag. */
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  readonly scope: NamespaceScope;
  /** `fixed`: a number, date, boolean or error, or a formula's result. */
  kind: 'text' | 'fixed' | 'empty';
  readonly isCovered: boolean;
  readonly formula: string | undefined;
  readonly styleName: string | undefined;
  readonly isString: boolean;
  /** Start of its paragraphs. */
  textStart: number;
  textEnd: number;
  /** The inlines of all its paragraphs, on request. */
  inlines: readonly OdfInline[] = NONE;

  /** At its start tag. */
  constructor(reader: XmlReader, sheet: number, column: number, columns: number, row: number, rows: number) {
    const type = reader.attribute('office:value-type');
    this.sheet = sheet;
    this.column = column;
    this.columns = columns;
    this.row = row;
    this.rows = rows;
    this.start = reader.start;
    this.contentStart = reader.end;
    this.contentEnd = reader.end;
    this.end = reader.end;
    this.textStart = reader.end;
    this.textEnd = reader.end;
    this.scope = reader.scope;
    this.formula = reader.attribute('table:formula');
    this.styleName = reader.attribute('table:style-name');
    this.isString = type === 'string';
    this.isCovered = reader.name === 'table:covered-table-cell';
    this.kind =
      this.formula !== undefined || (type !== undefined && type !== '' && !this.isString) ? 'fixed' : 'empty';
  }
}

const NONE: readonly OdfInline[] = [];

export interface OdsRow {
  readonly start: number;
  readonly end: number;
  readonly contentStart: number;
  readonly contentEnd: number;
  readonly sheet: number;
  readonly row: number;
  /** Neither collapsed nor filtered out. */
  readonly isShown: boolean;
  readonly cells: readonly OdsCell[];
  /** The style of a cell in this column without its own. */
  styleOf(column: number): string | undefined;
}

export interface SheetVisitor {
  sheet?(name: string, index: number, tag: StyledTag & { readonly styleName: string }): void;
  /** Whether to read cells of these columns at all. */
  keeps?(sheet: number, column: number, columns: number): boolean;
  /** Whether the text of a cell at this place is wanted. */
  wants(cell: OdsCell, reader: XmlReader): boolean;
  cell(cell: OdsCell): void;
  /** When a row ends. */
  row?(row: OdsRow): void;
  /** Any other element, at its start tag. Returns whether it was read up to its end tag. */
  other?(reader: XmlReader, sheet: string | undefined): boolean;
}

const GROUPING: ReadonlySet<string> = new Set([
  'table:table-rows',
  'table:table-header-rows',
  'table:table-row-group',
  'office:document-content',
  'office:body',
  'office:spreadsheet',
]);
const COLUMNS: ReadonlySet<string> = new Set([
  'table:table-columns',
  'table:table-header-columns',
  'table:table-column-group',
]);
const CELLS: ReadonlySet<string> = new Set(['table:table-cell', 'table:covered-table-cell']);
const MAX_REPEATS = 1 << 24;
/** Array formulas followed per row. */
const MAX_MATRICES = 1_000;

/** Reads the sheets of a spreadsheet from tag to tag; keeps only what the options need. */
export function scanSheets(source: string, part: string, visitor: SheetVisitor): void {
  const reader = new XmlReader(source, part, { names: ODF_NAMES });
  const styles = styleReading();
  let sheet = -1;
  let sheetName: string | undefined;
  let row = 1;
  let computed: Area[] = [];
  let defaults: { readonly last: number; readonly style: string | undefined }[] = [];

  const readCells = (rows: number) => {
    const { start, end: contentStart } = reader;
    const isShown = isShownRow(reader);
    const rowStyle = reader.attribute('table:default-cell-style-name');
    const columnStyles = defaults;
    const cells: OdsCell[] = [];
    let column = 1;
    reader.eachChild(() => {
      if (!CELLS.has(reader.name)) return;
      const columns = repeats(reader, 'table:number-columns-repeated');
      const first = column;
      column += columns;
      if (reader.attribute('table:formula') !== undefined && computed.length < MAX_MATRICES)
        computed.push(...matrixOf(reader, first, row));
      if (visitor.keeps?.(sheet, first, columns) === false) {
        reader.skipElement();
        return;
      }
      const cell = new OdsCell(reader, sheet, first, columns, row, rows);
      const isComputed = computed.some((area) => first >= area.left && first <= area.right);
      if (isComputed && cell.kind !== 'fixed') cell.kind = 'fixed';
      readParagraphs(source, reader, cell, visitor.wants(cell, reader) ? styles.reading.lookOf : undefined);
      cells.push(cell);
      if (cell.kind !== 'empty') visitor.cell(cell);
    });
    if (cells.length > 0)
      visitor.row?.({
        start,
        contentStart,
        contentEnd: reader.start,
        end: reader.end,
        sheet,
        row,
        isShown,
        cells,
        styleOf: (of) => rowStyle ?? columnStyles.find(({ last }) => of <= last)?.style,
      });
  };

  for (let event = reader.next(); event; event = reader.next()) {
    if (event === 'close') {
      if (reader.name === 'table:table') sheetName = undefined;
      continue;
    }
    if (event !== 'open' || GROUPING.has(reader.name) || COLUMNS.has(reader.name)) continue;
    if (reader.name === 'office:automatic-styles') styles.readAutomatic(source, reader);
    else if (reader.name === 'table:table' && sheetName === undefined) {
      sheetName = reader.attribute('table:name') ?? '';
      sheet++;
      row = 1;
      computed = [];
      defaults = [];
      visitor.sheet?.(sheetName, sheet, {
        start: reader.start,
        contentStart: reader.end,
        styleName: reader.attribute('table:style-name') ?? '',
        isNested: false,
      });
    } else if (reader.name === 'table:table-column' && sheetName !== undefined) {
      const last = (defaults.at(-1)?.last ?? 0) + repeats(reader, 'table:number-columns-repeated');
      defaults.push({ last, style: reader.attribute('table:default-cell-style-name') });
    } else if (reader.name === 'table:table-row' && sheetName !== undefined) {
      const rows = repeats(reader, 'table:number-rows-repeated');
      readCells(rows);
      row += rows;
      computed = computed.filter(({ bottom }) => bottom >= row);
    } else if (visitor.other?.(reader, sheetName) !== true) reader.skipElement();
  }
}

/** Reads a cell up to its end tag: the place of its paragraphs, and their inlines if the looks of styles are given. */
function readParagraphs(
  source: string,
  reader: XmlReader,
  cell: OdsCell,
  lookOf: ReturnType<typeof styleReading>['reading']['lookOf'] | undefined,
): void {
  let inlines: OdfInline[] | undefined;
  let previous: number | undefined;
  reader.eachChild(() => {
    if (reader.name !== 'text:p' && reader.name !== 'text:h') return;
    if (previous === undefined) cell.textStart = reader.start;
    if (!lookOf) {
      previous ??= reader.start;
      reader.skipElement();
      cell.textEnd = reader.end;
      return;
    }
    const between = previous === undefined ? undefined : breakAt(previous, reader.end);
    const own = readInlines({ source, reader, lookOf, standalone: () => reader.elementText() });
    if (!inlines) inlines = own;
    else {
      if (between) inlines.push(between);
      for (const inline of own) inlines.push(inline);
    }
    previous = reader.start;
    cell.textEnd = reader.end;
  });
  if (inlines) cell.inlines = inlines;
  cell.contentEnd = reader.start;
  cell.end = reader.end;
  if (cell.kind === 'empty' && previous !== undefined) cell.kind = 'text';
}

/** Whether a row, at its start tag, is neither collapsed nor filtered out. */
export function isShownRow(reader: XmlReader): boolean {
  return (reader.attribute('table:visibility') ?? 'visible') === 'visible';
}

/** Cells of the current sheet, both ends inclusive. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

function repeats(reader: XmlReader, name: string): number {
  const count = Number(reader.attribute(name) ?? 1);
  return count >= 1 && count <= MAX_REPEATS ? Math.floor(count) : 1;
}

/** The cells that an array formula fills, which show texts without their own formula. */
function matrixOf(reader: XmlReader, column: number, row: number): Area[] {
  const columns = repeats(reader, 'table:number-matrix-columns-spanned');
  const rows = repeats(reader, 'table:number-matrix-rows-spanned');
  return columns * rows === 1 ? [] : [{ left: column, right: column + columns - 1, bottom: row + rows - 1 }];
}

/** The end of a paragraph and the start tag of the next. */
function breakAt(start: number, end: number): OdfInline {
  const at: Piece = { start, end, around: [], isBreak: true, shown: '\n' };
  return { kind: 'standalone', at, isWall: true };
}
