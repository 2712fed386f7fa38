import { readFormatOptions } from '../../contract/index.ts';
import type { Warning } from '../../contract/index.ts';
import type { Format, Targets } from '../format.ts';
import { lostWarning } from '../lookups/lost-warning.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { openOdf } from '../odf/package.ts';
import { shownTarget } from '../odf/shown.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList } from '../shared/segment-list.ts';
import { sheetTally } from '../shared/sheet-tally.ts';
import { editedPieces } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import { targetKeptWarning } from '../shared/target-kept.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { cellNumbers, CONTENT, eachCell, readHeads, selectCells, shownOf } from './cells.ts';
import type { SelectedCell } from './cells.ts';
import { readPilots } from './pilots.ts';
import { findStale, hasRules } from './rules.ts';
import type { ChangedCell } from './rules.ts';
import { scanSheets } from './scan-sheets.ts';
import type { OdsRow } from './scan-sheets.ts';
import { paragraphXml, rowEdits } from './write-row.ts';
import type { NewCell } from './write-row.ts';

/**
 * Spreadsheets (ODF 1.0 to 1.4): the first column of every sheet, sheets in their order, or the columns of the options; each cell that is
 * not empty counts. Read from tag to tag, since they have up to millions of cells.
 */
export const odsFormat: Format = {
  fileType: 'ods',
  mayHoldHtml: true,

  recognise: (look) => recogniseOdf(look, 'spreadsheet'),

  extract(source, { maxSegments, formatOptions }) {
    return promiseTry(() => {
      const pkg = openOdf(source);
      const content = pkg.text(CONTENT);
      const selection = selectCells(content, readFormatOptions('ods', formatOptions));
      const list = segmentList(maxSegments);
      const numberOf = cellNumbers(selection);
      let kept = 0;
      eachCell(content, selection, {
        cell({ segment }) {
          if (numberOf(segment).isNew) list.add(segment);
        },
        kept: () => kept++,
      });
      const warnings = list.segments.length > 0 ? pkg.warnings : [];
      return {
        segments: list.segments,
        warnings: [...warnings, ...targetKeptWarning(kept), ...list.warnings()],
      };
    });
  },

  examine: (source, { formatOptions }) =>
    promiseTry(() => {
      const options = readFormatOptions('ods', formatOptions);
      const content = openOdf(source).text(CONTENT);
      const selection = selectCells(content, options);
      const tally = sheetTally(options.header);
      const counts = readHeads(content).map((head, index) => tally.sheet(selection.sheets(index), head));
      scanSheets(content, CONTENT, {
        wants: ({ isCovered }) => !isCovered,
        cell(cell) {
          const text = cell.isCovered ? undefined : shownOf(cell);
          if (text === undefined) return;
          const isFixed = cell.kind === 'fixed';
          const isFormula = cell.formula !== undefined;
          const { column, row, sheet } = cell;
          counts[sheet]!({ column, row, text, isFixed, isFormula, isCopy: !isTranslatable(text) });
        },
      });
      return tally.examination();
    }),

  assemble(source, targets, { to, formatOptions }) {
    return promiseTry(() => {
      const pkg = openOdf(source);
      const content = pkg.text(CONTENT);
      const selection = selectCells(content, readFormatOptions('ods', formatOptions));
      const { edits, changed, refused } = findEdits(content, selection, targets, to);
      if (edits.length === 0) return { bytes: source, warnings: headerWarning(refused) };
      const { lost, stale } = findStale(content, changed);
      return {
        bytes: pkg.save(new Map([[CONTENT, editedPieces(content, edits)]])),
        warnings: [...headerWarning(refused), ...lostWarning(lost), ...staleWarning(stale)],
      };
    });
  },
};

interface FoundEdits {
  readonly edits: readonly Edit[];
  /** Cells whose own text is another now. */
  readonly changed: readonly ChangedCell[];
  /** Headers of pivot tables that have to stay. */
  readonly refused: number;
}

/** Walks the sheets as extraction did, and writes the cells whose target differs from their source. */
function findEdits(
  source: string,
  selection: ReturnType<typeof selectCells>,
  targets: Targets,
  to: string,
): FoundEdits {
  const edits: Edit[] = [];
  const changed: ChangedCell[] = [];
  const numberOf = cellNumbers(selection);
  const pilots = readPilots(source);
  const isLookedAt = hasRules(source);
  const sheetNames: string[] = [];
  let refused = 0;
  let cells: NewCell[] = [];
  /** Of the present sheet, where its translations are in new columns. */
  let header: OdsRow | undefined;
  let hasNew = false;
  const closeSheet = () => {
    if (header && hasNew) edits.push(...rowEdits(source, header, newHeaders(source, header, selection, to)));
    header = undefined;
    hasNew = false;
  };
  eachCell(source, selection, {
    sheet(name) {
      closeSheet();
      sheetNames.push(name);
    },
    cell(selected) {
      const target = targets[numberOf(selected.segment).index] ?? null;
      const cell = target === null ? undefined : newCell(source, selected, target);
      if (!cell || !selected.coded) return;
      if (selected.into === undefined) {
        const { sheet, row, rows } = selected.cell;
        const text = shownOf(selected.cell) ?? '';
        const one = {
          sheet: sheetNames[sheet]!,
          row,
          rows,
          from: cell.from,
          to: cell.to,
          text,
          translation: cell.value,
        };
        if (!pilots.rename(one)) {
          refused++;
          return;
        }
        if (isLookedAt) changed.push(one);
      } else hasNew = true;
      cells.push(cell);
    },
    row(row) {
      if (row.row === selection.sheets(row.sheet).headerRow) header = row;
      if (cells.length === 0) return;
      edits.push(...rowEdits(source, row, cells));
      cells = [];
    },
  });
  closeSheet();
  edits.push(...pilots.edits());
  return { edits, changed, refused };
}

/** Of a start tag that says the cell's text once more. */
const VALUE = /string-value\s*=/;

/** The cell with its translation; undefined where that says what the source says. */
function newCell(
  source: string,
  { cell, coded, segment, from, to, into }: SelectedCell,
  target: string,
): NewCell | undefined {
  if (!coded || target === segment.text) return undefined;
  const slice = (start: number, end: number) => source.slice(start, end);
  const written = coded.span.write(target, { harder: false, slice });
  if (written === undefined) return undefined;
  const { start, end } = coded.span;
  const value = shownTarget(coded.coded, target).trim();
  if (into === undefined && cell.columns === 1 && !VALUE.test(source.slice(cell.start, cell.contentStart)))
    return { from, to, value, like: cell, content: '', edit: { start, end, text: written } };
  const whole = (first: number, last: number) =>
    source.slice(first, start) + written + source.slice(end, last);
  return into === undefined
    ? { from, to, value, like: cell, content: whole(cell.contentStart, cell.contentEnd) }
    : { from: into, to: into, value, like: cell, content: whole(cell.textStart, cell.textEnd) };
}

/** The names of columns that the option `into` adds: the target language. */
function newHeaders(
  source: string,
  row: OdsRow,
  selection: ReturnType<typeof selectCells>,
  to: string,
): NewCell[] {
  const { into, width } = selection.sheets(row.sheet);
  return [...into].flatMap(([column, target]): NewCell[] => {
    const like = row.cells.find((cell) => column >= cell.column && column < cell.column + cell.columns);
    if (target <= width || !like) return [];
    return [{ from: target, to: target, value: to, like, content: paragraphXml(source, like, to) }];
  });
}

function headerWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some headers of pivot tables keep their source text, since the translation is the name of another column. Rename them in LibreOffice.';
  return [{ code: 'table_header_untranslated', message, count }];
}

function staleWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some formulas refer to cells that are translated now, and show what they gave before. Open the file in LibreOffice and calculate it anew (Ctrl+Shift+F9).';
  return [{ code: 'formula_results_stale', message, count }];
}
