import { rangeOf } from '../lookups/references.ts';
import type { OoxmlPackage } from '../ooxml/package.ts';
import type { Edit } from '../shared/spans.ts';
import { attributeSpan, escapeAttribute, scanXml } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { XmlReader } from '../xml/reader.ts';
import { decodeXString, encodeXStringAttribute } from '../ooxml/xstring.ts';

/** Excel's limit for the name of a table column. */
const MAX_NAME = 255;

/** The parts of a table that concern the cells of its header and totals. */
export interface SheetTable {
  readonly part: string;
  readonly xml: string;
  /** The name that formulas and pivot tables use. */
  readonly name: string;
  /** Its columns in the sheet, from 1, both inclusive. */
  readonly left: number;
  readonly right: number;
  /** Row of the header cells, from 1; undefined for a table without a header row. */
  readonly headerRow: number | undefined;
  readonly totalsRow: number | undefined;
  readonly columnNames: readonly string[];
  /** The tags of its `tableColumn`s. */
  readonly columns: readonly Span[];
  /** Column names of a query or an XML map come from elsewhere and are matched by name on refresh. */
  readonly linked: boolean;
}

export function tablesOfSheet(pkg: OoxmlPackage, sheet: string): SheetTable[] {
  return pkg
    .relationships(sheet)
    .filter(({ kind, part }) => kind === 'table' && part !== undefined)
    .flatMap(({ part }) => readTable(pkg, part!));
}

function readTable(pkg: OoxmlPackage, part: string): SheetTable[] {
  const xml = pkg.text(part);
  let name = '';
  let reference = '';
  let headerRows = 1;
  let totalsRows = 0;
  let linked = false;
  const columns: Span[] = [];
  const columnNames: string[] = [];
  scanXml(xml, part, {
    open(tag) {
      if (tag.name === 's:table') {
        name = tag.attribute('displayName') ?? tag.attribute('name') ?? '';
        reference = tag.attribute('ref') ?? '';
        headerRows = Number(tag.attribute('headerRowCount') ?? 1);
        totalsRows = Number(tag.attribute('totalsRowCount') ?? 0);
        linked = (tag.attribute('tableType') ?? 'worksheet') !== 'worksheet';
      } else if (tag.name === 's:tableColumn') {
        columns.push({ start: tag.start, end: tag.end });
        columnNames.push(decodeXString(tag.attribute('name') ?? ''));
      }
    },
  });
  const area = rangeOf(reference, '');
  if (!area || columns.length === 0) return [];
  return [
    {
      part,
      xml,
      name,
      left: area.left,
      right: area.right,
      headerRow: headerRows > 0 ? area.top : undefined,
      totalsRow: totalsRows > 0 ? area.bottom : undefined,
      columnNames,
      columns,
      linked,
    },
  ];
}

/**
 * Whether the header of a column, counted from 0 in the table, may change: its new name must be free and
 * valid, and no formula or filter may use the column by the old one. `renamed`: the other columns' new names,
 * in lower case.
 */
export function canRename(
  table: SheetTable,
  column: number,
  name: string,
  renamed: ReadonlySet<string>,
  isReferenced: (name: string) => boolean,
): boolean {
  const old = table.columnNames[column];
  return (
    old !== undefined &&
    !table.linked &&
    isFree(name, column, table.columnNames, renamed) &&
    name !== '' &&
    name.length <= MAX_NAME &&
    !isReferenced(old)
  );
}

/** Whether no other name is equal, ignoring case. */
export function isFree(
  name: string,
  position: number,
  names: readonly string[],
  renamed: ReadonlySet<string>,
): boolean {
  const key = name.toLowerCase();
  return !renamed.has(key) && !names.some((other, at) => at !== position && other.toLowerCase() === key);
}

/** The header cell and `tableColumn/@name` must be equal, or Excel repairs the workbook. */
export function renameColumn(table: SheetTable, column: number, name: string): Edit[] {
  return changedAttribute(table, column, 'name', name);
}

export function relabelTotals(table: SheetTable, column: number, label: string): Edit[] {
  return changedAttribute(table, column, 'totalsRowLabel', label);
}

function changedAttribute({ xml, columns }: SheetTable, column: number, name: string, value: string): Edit[] {
  const tag = columns[column];
  const span = tag && attributeSpan(xml, tag, name);
  return span ? [{ ...span, text: escapeAttribute(encodeXStringAttribute(value)) }] : [];
}

const FORMULAS = 'f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula';
/** Elements with formulas, in any namespace: extensions have their own. */
const FORMULA = new RegExp(`(?:^|[:}])(?:${FORMULAS})$`);

/** Names the fields of a pivot table as texts. */
const PIVOT_CALL = /GETPIVOTDATA/i;

/**
 * Searches for structured references (`Table1[Name]`, `[@Name]`), calls of pivot fields and slicers that use
 * a column by name. Names are compared in the notation of formulas, special characters after an apostrophe.
 */
export function structuredReferences(
  parts: readonly { part: string; xml: string }[],
): (name: string) => boolean {
  // A calculated column has the same one in every row.
  const formulas = new Set<string>();
  const sources = new Set<string>();
  for (const { part, xml } of parts) {
    const reader = new XmlReader(xml, part);
    for (let event = reader.next(); event; event = reader.next()) {
      if (event !== 'open') continue;
      const source = reader.attribute('sourceName');
      if (source !== undefined) sources.add(decodeXString(source).toLowerCase());
      if (!FORMULA.test(reader.name)) continue;
      const formula = decodeXString(reader.elementText());
      if (formula.includes('[') || PIVOT_CALL.test(formula)) formulas.add(formula.toLowerCase());
    }
  }
  return (name) => {
    const written = name.replace(/['[\]#@]/g, "'$&").toLowerCase();
    const quoted = `"${name.replaceAll('"', '""').toLowerCase()}"`;
    const references = [`[${written}]`, `[@${written}]`];
    const isIn = (formula: string) =>
      references.some((one) => formula.includes(one)) ||
      (PIVOT_CALL.test(formula) && formula.includes(quoted));
    return sources.has(name.toLowerCase()) || [...formulas].some(isIn);
  };
}
