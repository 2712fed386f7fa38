import type { Edit } from '../shared/spans.ts';
import { plainRichText } from './rich-text.ts';
import type { CellChange } from './cell-edits.ts';
import { canRename, relabelTotals, renameColumn, structuredReferences, tablesInColumnA } from './tables.ts';
import type { SheetTable } from './tables.ts';
import type { Workbook } from './workbook.ts';

export interface HeaderChanges {
  /** The changes that may be made: all but headers that formulas call by name. */
  readonly changes: readonly CellChange[];
  readonly tableEdits: readonly { table: SheetTable; edits: readonly Edit[] }[];
  /** Headers that have to stay as they are. */
  readonly refused: readonly CellChange[];
}

/** Goes through the changed cells that are headers or totals labels of tables, and renames the table's column with them. */
export function withTableHeaders(workbook: Workbook, changes: readonly CellChange[]): HeaderChanges {
  const tables = new Map<string, SheetTable[]>();
  for (const { cell } of changes) {
    const { part } = cell.sheet;
    if (!tables.has(part)) tables.set(part, tablesInColumnA(workbook.pkg, part));
  }
  if ([...tables.values()].every((found) => found.length === 0))
    return { changes, tableEdits: [], refused: [] };

  let references: ((name: string) => boolean) | undefined;
  const isReferenced = (name: string) => (references ??= structuredReferences(formulaParts(workbook)))(name);
  const kept: CellChange[] = [];
  const refused: CellChange[] = [];
  const tableEdits: { table: SheetTable; edits: Edit[] }[] = [];
  for (const change of changes) {
    const name = plainRichText(change.text);
    const own = tables.get(change.cell.sheet.part) ?? [];
    const header = own.find(({ headerRow }) => headerRow === change.cell.row);
    const totals = own.find(({ totalsRow }) => totalsRow === change.cell.row);
    if (header && !canRename(header, name, isReferenced)) {
      refused.push(change);
      continue;
    }
    if (header) tableEdits.push({ table: header, edits: renameColumn(header, name) });
    else if (totals) tableEdits.push({ table: totals, edits: relabelTotals(totals, name) });
    kept.push(change);
  }
  return { changes: kept, tableEdits, refused };
}

/**
 * Reads the parts that only a change of headers needs, for sheets that have segments: damage in them must be refused with
 * the upload, not found when all is translated.
 */
export function checkHeaders(workbook: Workbook, sheets: Iterable<string>): void {
  const tables = [...sheets].flatMap((sheet) => tablesInColumnA(workbook.pkg, sheet));
  if (tables.length > 0) structuredReferences(withText(workbook, referringParts(workbook)));
}

function formulaParts(workbook: Workbook): { part: string; xml: string }[] {
  const { mainPart, sheets } = workbook;
  return withText(workbook, [mainPart, ...sheets, ...referringParts(workbook)]);
}

function withText({ pkg }: Workbook, parts: readonly string[]): { part: string; xml: string }[] {
  return parts.map((part) => ({ part, xml: pkg.text(part) }));
}

/** The parts other than sheets in which formulas and slicers stand. */
function referringParts({ pkg }: Workbook): string[] {
  return pkg.partNames.filter((part) =>
    /(?:spreadsheetml\.table|slicercache)\+xml$/.test(pkg.contentType(part) ?? ''),
  );
}
