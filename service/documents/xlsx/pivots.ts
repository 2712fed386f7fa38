import { columnNumber } from '../lookups/references.ts';
import { attributeSpan, escapeAttribute, scanXml } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { XmlReader } from '../xml/reader.ts';
import type { Edit } from '../shared/spans.ts';
import { isFree } from './tables.ts';
import type { SheetTable } from './tables.ts';
import type { Workbook } from './workbook.ts';
import { decodeXString, encodeXStringAttribute } from '../ooxml/xstring.ts';

/** A pivot table's record of its source range: Excel finds its fields again by their headers. */
export interface PivotSource {
  readonly part: string;
  readonly xml: string;
  /** Undefined if the range is computed, so that any cell may be its header. */
  readonly header: HeaderCell | undefined;
  readonly fieldNames: readonly string[];
  /** The tags of its `cacheField`s: first those of the range's columns, then the computed ones. */
  readonly fields: readonly Span[];
  /** Formulas of calculated fields, which name other fields; lower case. */
  readonly formulas: readonly string[];
}

interface HeaderCell {
  readonly sheet: string;
  /** From 1. */
  readonly row: number;
  /** The first column of the range, from 1. */
  readonly left: number;
}

/** `tablesOf` gives the tables of a sheet: a pivot table may name one as its source. */
export function pivotSources(
  workbook: Workbook,
  tablesOf: (sheet: string) => readonly SheetTable[],
): PivotSource[] {
  const { pkg, mainPart } = workbook;
  const caches = pkg
    .relationships(mainPart)
    .filter(({ kind, part }) => kind === 'pivotCacheDefinition' && part !== undefined);
  if (caches.length === 0) return [];
  const names = readNames(workbook);
  return caches.flatMap(({ part }) => readCache(pkg.text(part!), part!, locator(workbook, names, tablesOf)));
}

/** `false`: not in this workbook. */
type Located = HeaderCell | undefined | false;

interface SourceNames {
  readonly sheets: ReadonlyMap<string, string>;
  /** Defined names and their ranges. */
  readonly ranges: ReadonlyMap<string, string>;
}

function readNames({ pkg, mainPart }: Workbook): SourceNames {
  const parts = new Map(pkg.relationships(mainPart).map(({ id, part }) => [id, part]));
  const sheets = new Map<string, string>();
  const ranges = new Map<string, string>();
  const reader = new XmlReader(pkg.text(mainPart), mainPart);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    const name = reader.attribute('name')?.toLowerCase() ?? '';
    if (reader.name === 's:sheet') {
      const part = parts.get(reader.attribute('r:id') ?? '');
      if (part !== undefined) sheets.set(name, part);
    } else if (reader.name === 's:definedName') {
      ranges.set(name, reader.elementText());
    }
  }
  return { sheets, ranges };
}

function locator(
  { sheets }: Workbook,
  names: SourceNames,
  tablesOf: (sheet: string) => readonly SheetTable[],
): (attribute: (name: string) => string | undefined) => Located {
  const inSheet = (sheet: string, range: string): Located => {
    const part = names.sheets.get(sheet.toLowerCase());
    const [, letters, row] = /^\$?([A-Z]{1,3})\$?(\d*)(?::|$)/i.exec(range) ?? [];
    return part === undefined || letters === undefined
      ? false
      : { sheet: part, row: Number(row) || 1, left: columnNumber(letters) };
  };
  return (attribute) => {
    const [name, range] = [attribute('name'), attribute('ref')];
    if (attribute('r:id') !== undefined) return false;
    if (name === undefined) return range === undefined ? false : inSheet(attribute('sheet') ?? '', range);
    for (const sheet of sheets) {
      const table = tablesOf(sheet).find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (table)
        return table.headerRow === undefined ? false : { sheet, row: table.headerRow, left: table.left };
    }
    const meaning = names.ranges.get(name.toLowerCase());
    if (meaning === undefined) return false;
    const [, quoted, plain, cells] = /^(?:'((?:[^']|'')*)'|([^'!()]+))!([$\w:]+)$/.exec(meaning.trim()) ?? [];
    return cells === undefined ? undefined : inSheet(quoted?.replaceAll("''", "'") ?? plain!, cells);
  };
}

function readCache(xml: string, part: string, locate: ReturnType<typeof locator>): PivotSource[] {
  const source: { header: Located } = { header: false };
  const fields: Span[] = [];
  const fieldNames: string[] = [];
  const formulas: string[] = [];
  scanXml(xml, part, {
    open(tag) {
      if (tag.name === 's:worksheetSource') source.header = locate((name) => tag.attribute(name));
      const formula = tag.attribute('formula');
      if (formula !== undefined) formulas.push(formula.toLowerCase());
      if (tag.name !== 's:cacheField') return;
      fields.push({ start: tag.start, end: tag.end });
      fieldNames.push(decodeXString(tag.attribute('name') ?? ''));
    },
  });
  const { header } = source;
  return header === false || fields.length === 0 ? [] : [{ part, xml, header, fieldNames, fields, formulas }];
}

/**
 * The field, counted from 0, whose header a cell is or may be; undefined without one. `column` counts from 1.
 * If the range is computed, any cell with the name may be it.
 */
export function fieldOf(
  { header, fieldNames }: PivotSource,
  cell: { sheet: string; row: number; column: number; text: string },
): number | undefined {
  if (!header) {
    const found = fieldNames.indexOf(cell.text);
    return found === -1 ? undefined : found;
  }
  const field = cell.column - header.left;
  // To Excel a header changed since the last refresh is already a new field.
  return header.sheet === cell.sheet && header.row === cell.row && fieldNames[field] === cell.text
    ? field
    : undefined;
}

/** `renamed`: the other fields' new names, in lower case. */
export function canRenameField(
  { header, fieldNames, formulas }: PivotSource,
  field: number,
  name: string,
  renamed: ReadonlySet<string>,
  isReferenced: (name: string) => boolean,
): boolean {
  const old = fieldNames[field]!;
  const called = formulas.some((formula) => formula.includes(old.toLowerCase()));
  return (
    header !== undefined &&
    name !== '' &&
    isFree(name, field, fieldNames, renamed) &&
    !called &&
    !isReferenced(old)
  );
}

export function renameField({ xml, fields }: PivotSource, field: number, name: string): Edit[] {
  const span = attributeSpan(xml, fields[field]!, 'name');
  return span ? [{ ...span, text: escapeAttribute(encodeXStringAttribute(name)) }] : [];
}
