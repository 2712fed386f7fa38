import { readFormatOptions } from '../../contract/index.ts';
import type { Format, KeptSegment, Targets } from '../format.ts';
import { recogniseOdf } from '../odf/kind.ts';
import { withoutForbidden } from '../xml/chars.ts';
import type { DirectionWriter } from '../odf/direction.ts';
import type { StyledTag } from '../odf/model.ts';
import { openOdf } from '../odf/package.ts';
import { shownTarget } from '../odf/shown.ts';
import { promiseTry } from '../shared/promise-try.ts';
import { segmentList } from '../shared/segment-list.ts';
import { sheetTally } from '../shared/sheet-tally.ts';
import { editedPieces, inPlaceOrder, sliceWithEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import { targetKeptWarning } from '../shared/target-kept.ts';
import { fixed, nestedEdits } from '../spans/nested-edits.ts';
import type { Slice } from '../spans/nested-edits.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { leftOutBeside, openBeside, writeBeside } from './beside.ts';
import type { WrittenBeside } from './beside.ts';
import { cellAt, cellNumbers, countCells, eachCell, readHeads, selectCells, shownOf } from './cells.ts';
import type { SelectedCell } from './cells.ts';
import { readPilots } from './pilots.ts';
import { showsText } from './read-back.ts';
import { hasRules, ruleWarnings } from './rules.ts';
import type { ChangedCell } from './rules.ts';
import { CONTENT, scanSheets } from './scan-sheets.ts';
import type { OdsCell, OdsRow } from './scan-sheets.ts';
import { sheetDirectionWriter } from './sheet-direction.ts';
import { paragraphXml, rowEdits } from './write-row.ts';
import type { NewCell } from './write-row.ts';

/**
 * Spreadsheets (ODF 1.0 to 1.4): the first column of every sheet, sheets in order, or the columns of the
 * options; each non-empty cell counts. Read from tag to tag, since they may have millions of cells.
 */
export const odsFormat: Format = {
  fileType: 'ods',
  mayHoldHtml: true,

  recognise: (look) => recogniseOdf(look, 'spreadsheet'),

  extract(source, { maxSegments, formatOptions, from, to }) {
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
      for (const { spans } of openBeside(pkg, content, selection, { from, to })?.parts ?? [])
        for (const { segment } of spans) list.add(segment);
      const warnings = list.segments.length > 0 ? pkg.warnings : [];
      return {
        segments: list.segments,
        warnings: [...warnings, ...targetKeptWarning(kept), ...list.warnings()],
        ignoresLanguage: true,
      };
    });
  },

  examine: (source, { formatOptions }) =>
    promiseTry(() => {
      const options = readFormatOptions('ods', formatOptions);
      const pkg = openOdf(source);
      const content = pkg.text(CONTENT);
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
      const { leftOut = [], ...examination } = tally.examination();
      return { ...examination, leftOut: [...leftOut, ...leftOutBeside(pkg, content, selection)] };
    }),

  assemble(source, targets, { from, to, formatOptions }) {
    return promiseTry(() => {
      const pkg = openOdf(source);
      const content = pkg.text(CONTENT);
      const selection = selectCells(content, readFormatOptions('ods', formatOptions));
      const directions = sheetDirectionWriter(pkg, content, { from, to });
      const opened = openBeside(pkg, content, selection, { from, to, directions });
      // Content of cells moves with them if a cell is rewritten.
      let beside = opened?.isInCells
        ? writeBeside(opened, targets.slice(countCells(content, selection)))
        : undefined;
      const found = findEdits(content, selection, targets, { to, beside, directions });
      const { edits, changed } = found;
      beside ??= opened && writeBeside(opened, targets.slice(found.count));
      const parts = new Map<string, Iterable<string>>(beside?.otherParts(found.translations));
      if (edits.length > 0) parts.set(CONTENT, editedPieces(content, edits));
      const keptBeside = (beside?.kept ?? []).map((index) => ({ index: found.count + index }));
      const kept = [...found.kept, ...keptBeside];
      if (parts.size === 0) return { bytes: source, warnings: [], kept };
      return { bytes: pkg.save(parts), warnings: ruleWarnings(content, changed), kept };
    });
  },
};

interface FoundEdits {
  readonly edits: readonly Edit[];
  /** Cells whose own text changed. */
  readonly changed: readonly ChangedCell[];
  /** Headers of pivot tables that must stay, and cells whose translation would have broken them. */
  readonly kept: readonly KeptSegment[];
  /** By the cells' former texts, if charts repeat them. */
  readonly translations: ReadonlyMap<string, string>;
  /** Segments of cells. */
  readonly count: number;
}

interface FindContext {
  readonly to: string;
  readonly beside: WrittenBeside | undefined;
  readonly directions: DirectionWriter | undefined;
}

/** Walks the sheets as extraction did, and writes the cells whose target differs from their source. */
function findEdits(
  source: string,
  selection: ReturnType<typeof selectCells>,
  targets: Targets,
  { to, beside, directions }: FindContext,
): FoundEdits {
  const edits: Edit[] = [];
  const slice = (start: number, end: number) =>
    beside ? sliceWithEdits(source, beside.content, start, end) : source.slice(start, end);
  const changed: ChangedCell[] = [];
  const numberOf = cellNumbers(selection);
  const pilots = readPilots(source);
  const isLookedAt = hasRules(source);
  const sheetNames: string[] = [];
  const translations = new Map<string, string>();
  const kept: KeptSegment[] = [];
  let cells: NewCell[] = [];
  /** The header row of the current sheet, if its translations are in new columns. */
  let header: OdsRow | undefined;
  let hasNew = false;
  let table: StyledTag | undefined;
  const closeSheet = () => {
    if (header && hasNew)
      edits.push(...rowEdits(source, header, newHeaders(source, header, selection, to), slice));
    header = undefined;
    hasNew = false;
  };
  eachCell(source, selection, {
    sheet(name, _, tag) {
      closeSheet();
      sheetNames.push(name);
      table = selection.isDistinct ? tag : undefined;
    },
    cell(selected) {
      const { index } = numberOf(selected.segment);
      const target = targets[index] ?? null;
      const cell = target === null ? undefined : newCell(source, selected, target, slice);
      if (cell === 'broken') kept.push({ index });
      if (!cell || cell === 'broken') return;
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
          kept.push({ index, reason: 'header_in_use' });
          return;
        }
        if (isLookedAt) changed.push(one);
        if (beside?.hasCopies === true) translations.set(text, cell.value);
      } else hasNew = true;
      cells.push(directions ? withDirection(selected, cell, directions) : cell);
      // Its columns are mirrored if all of them are translated.
      const tag = directions && table ? directions.tableTag(table) : undefined;
      if (table && tag !== undefined) edits.push({ start: table.start, end: table.contentStart, text: tag });
      table = undefined;
    },
    row(row) {
      if (row.row === selection.sheets(row.sheet).headerRow) header = row;
      if (cells.length === 0) return;
      edits.push(...rowEdits(source, row, cells, slice));
      cells = [];
    },
  });
  closeSheet();
  edits.push(...pilots.edits());
  // The text of a cell includes the changes beside it.
  const all = beside ? nestedEdits(source, [...edits, ...beside.content].map(fixed)) : edits;
  return {
    edits: directions ? inPlaceOrder([...all, ...directions.edits()]) : all,
    changed,
    kept,
    translations,
    count: numberOf.count(),
  };
}

/** A cell in the target language's direction; one after the last cell looks like its source. */
function withDirection(
  { cell, row, into }: SelectedCell,
  written: NewCell,
  directions: DirectionWriter,
): NewCell {
  const styleOf = (place: OdsCell) => place.styleName ?? row.styleOf(place.column);
  const place = into === undefined ? cell : cellAt(row, into);
  const own = place ? styleOf(place) : (row.styleOf(written.from) ?? styleOf(cell));
  return { ...written, style: directions.cellStyle(own) };
}

/** An attribute of a start tag that repeats the cell's text. */
const VALUE = /string-value\s*=/;

/** The translated cell; undefined if unchanged, `broken` if it would read back differently. */
function newCell(
  source: string,
  { cell, coded, segment, from, to, into }: SelectedCell,
  target: string,
  slice: Slice,
): NewCell | 'broken' | undefined {
  if (!coded || target === segment.text) return undefined;
  const written = coded.span.write(target, { harder: false, slice });
  if (written === undefined) return undefined;
  const { start, end } = coded.span;
  const value = shownTarget(coded.coded, target).trim();
  // Plain characters are escaped, and break nothing.
  if (written.includes('<')) {
    const xml = source.slice(cell.start, start) + written + source.slice(end, cell.end);
    if (!showsText(xml, cell.scope, withoutForbidden(value))) return 'broken';
  }
  if (into === undefined && cell.columns === 1 && !VALUE.test(source.slice(cell.start, cell.contentStart)))
    return { from, to, value, like: cell, content: '', edit: { start, end, text: written } };
  const whole = (first: number, last: number) => slice(first, start) + written + slice(end, last);
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
