import { XmlReader } from '../xml/reader.ts';
import { unlessRefused } from '../shared/refusals.ts';
import type { Edit } from '../shared/spans.ts';
import { plainRichText } from './rich-text.ts';
import type { CellChange } from './cell-edits.ts';
import type { SegmentChange } from './find-changes.ts';
import { canRenameField, fieldOf, pivotSources, renameField } from './pivots.ts';
import type { Selection } from './selection.ts';
import { canRename, relabelTotals, renameColumn, structuredReferences, tablesOfSheet } from './tables.ts';
import type { SheetTable } from './tables.ts';
import type { Workbook } from './workbook.ts';

export interface HeaderChanges {
  /** The allowed changes: all except headers that formulas use by name. */
  readonly changes: readonly CellChange[];
  /** The edits of parts that must agree: tables and pivot tables' caches. */
  readonly partEdits: readonly { part: string; xml: string; edits: readonly Edit[] }[];
  /** Headers that must stay. */
  readonly refused: readonly SegmentChange[];
}

/** Renames the columns of changed header cells in tables and pivot tables, and totals labels. */
export function withTableHeaders(workbook: Workbook, changes: readonly SegmentChange[]): HeaderChanges {
  const tablesOf = tableFinder(workbook);
  const pivots = changes.length === 0 ? [] : pivotSources(workbook, tablesOf);
  if (pivots.length === 0 && changes.every(({ cell }) => tablesOf(cell.sheet.part).length === 0))
    return { changes, partEdits: [], refused: [] };

  let references: ((name: string) => boolean) | undefined;
  const isReferenced = (name: string) => (references ??= structuredReferences(formulaParts(workbook)))(name);
  let queried: boolean | undefined;
  const renamed = new Map<string, Set<string>>();
  const renamedIn = (part: string): Set<string> => {
    const names = renamed.get(part) ?? new Set();
    renamed.set(part, names);
    return names;
  };
  const kept: CellChange[] = [];
  const refused: SegmentChange[] = [];
  const partEdits: { part: string; xml: string; edits: Edit[] }[] = [];
  for (const change of changes) {
    const name = plainRichText(change.text);
    const { row, column, sheet, text, into } = change.cell;
    const own = into
      ? []
      : tablesOf(sheet.part).filter(({ left, right }) => column >= left && column <= right);
    const header = own.find(({ headerRow }) => headerRow === row);
    const totals = own.find(({ totalsRow }) => totalsRow === row);
    const source = { sheet: sheet.part, row, column, text: text ? plainRichText(text) : '' };
    const fields = (into ? [] : pivots).flatMap((pivot) => {
      const field = fieldOf(pivot, source);
      return field === undefined ? [] : [{ pivot, field }];
    });
    const mayChange =
      (!header ||
        (canRename(header, column - header.left, name, renamedIn(header.part), isReferenced) &&
          !(queried ??= isQueried(workbook)))) &&
      fields.every(({ pivot, field }) =>
        canRenameField(pivot, field, name, renamedIn(pivot.part), isReferenced),
      );
    if (!mayChange) {
      refused.push(change);
      continue;
    }
    if (header) partEdits.push({ ...header, edits: renameColumn(header, column - header.left, name) });
    else if (totals) partEdits.push({ ...totals, edits: relabelTotals(totals, column - totals.left, name) });
    for (const { pivot, field } of fields)
      partEdits.push({ ...pivot, edits: renameField(pivot, field, name) });
    for (const { part } of [...(header ? [header] : []), ...fields.map(({ pivot }) => pivot)])
      renamedIn(part).add(name.toLowerCase());
    kept.push(change);
  }
  return { changes: kept, partEdits, refused };
}

/** Reads the tables of a sheet on first use. */
function tableFinder({ pkg }: Workbook): (sheet: string) => readonly SheetTable[] {
  const tables = new Map<string, SheetTable[]>();
  return (sheet) => {
    let found = tables.get(sheet);
    if (!found) tables.set(sheet, (found = tablesOfSheet(pkg, sheet)));
    return found;
  };
}

/**
 * Reads the parts that only a change of headers needs, for sheets with segments: damage in them must be
 * refused at the upload, not found when everything is translated.
 */
export function checkHeaders(workbook: Workbook, selection: Selection, sheets: Iterable<string>): void {
  const tablesOf = tableFinder(workbook);
  const owners = [...sheets];
  const pivots =
    owners.length === 0
      ? []
      : pivotSources(workbook, tablesOf).filter(
          ({ header, fields }) =>
            !header || fields.some((_, field) => selection.ofSheet(header.sheet).wants(header.left + field)),
        );
  // Reads each of them, whatever the previous one contains.
  const tables = owners.flatMap((sheet) =>
    tablesOf(sheet).filter(({ left, columns }) =>
      columns.some((_, at) => selection.ofSheet(sheet).wants(left + at)),
    ),
  );
  if (pivots.length > 0 || tables.length > 0)
    structuredReferences(withText(workbook, referringParts(workbook)));
}

function formulaParts(workbook: Workbook): { part: string; xml: string }[] {
  const { mainPart, sheets } = workbook;
  return withText(workbook, [mainPart, ...sheets, ...referringParts(workbook)]);
}

function withText({ pkg }: Workbook, parts: readonly string[]): { part: string; xml: string }[] {
  return parts.map((part) => ({ part, xml: pkg.text(part) }));
}

/** The parts other than sheets that contain formulas and slicers. */
function referringParts({ pkg }: Workbook): string[] {
  return pkg.partNames.filter((part) =>
    /(?:spreadsheetml\.table|slicercache|timelinecache)\+xml$/.test(pkg.contentType(part) ?? ''),
  );
}

/** The root of the part in which Power Query keeps its queries ([MS-QDEFF] §2.2). */
const QUERIES = '{http://schemas.microsoft.com/DataMashup}DataMashup';

/** Whether queries or a data model may read the tables: their use of column names cannot be followed. */
function isQueried({ pkg, mainPart }: Workbook): boolean {
  return pkg.relationships(mainPart).some(({ kind, part }) => {
    if (part === undefined) return false;
    // Other data stored beside a workbook may be broken: not our business to refuse.
    const root = () => unlessRefused(() => rootOf(pkg.text(part), part));
    return kind === 'powerPivotData' || (kind === 'customXml' && root() === QUERIES);
  });
}

function rootOf(xml: string, part: string): string {
  const reader = new XmlReader(xml, part);
  reader.next();
  return reader.name;
}
