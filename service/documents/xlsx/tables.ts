import type { OoxmlPackage } from '../ooxml/package.ts';
import type { Edit } from '../shared/spans.ts';
import { attributeSpan, escapeAttribute, scanXml } from '../xml/scan.ts';
import type { Span } from '../xml/scan.ts';
import { XmlReader } from '../xml/reader.ts';
import { rowsInColumnA } from './sheet-scan.ts';
import { decodeXString, encodeXStringAttribute } from './xstring.ts';

/** Excel's limit for the name of a table column. */
const MAX_NAME = 255;

/** A table whose first column is column A, as far as its cells in that column concern it. */
export interface SheetTable {
  readonly part: string;
  readonly xml: string;
  /** By which formulas and pivot tables call it. */
  readonly name: string;
  /** Row of the header cell, from 1; undefined for a table without a header row. */
  readonly headerRow: number | undefined;
  readonly totalsRow: number | undefined;
  readonly columnNames: readonly string[];
  /** The tag of column A's `tableColumn`. */
  readonly column: Span;
  /** Column names of a query or an XML map come from elsewhere and are matched by name on refresh. */
  readonly linked: boolean;
}

export function tablesInColumnA(pkg: OoxmlPackage, sheet: string): SheetTable[] {
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
  let column: Span | undefined;
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
        column ??= { start: tag.start, end: tag.end };
        columnNames.push(decodeXString(tag.attribute('name') ?? ''));
      }
    },
  });
  const rows = rowsInColumnA(reference);
  if (!rows || !column) return [];
  return [
    {
      part,
      xml,
      name,
      headerRow: headerRows > 0 ? rows.first : undefined,
      totalsRow: totalsRows > 0 ? rows.last : undefined,
      columnNames,
      column,
      linked,
    },
  ];
}

/** Whether the header may change: its new name must be free, fit, and no formula or filter may call the column by the old one. */
export function canRename(table: SheetTable, name: string, isReferenced: (name: string) => boolean): boolean {
  const [old, ...others] = table.columnNames;
  const taken = others.some((other) => other.toLowerCase() === name.toLowerCase());
  return !table.linked && !taken && name !== '' && name.length <= MAX_NAME && !isReferenced(old!);
}

/** The header cell and `tableColumn/@name` must be equal, or Excel repairs the workbook. */
export function renameColumn(table: SheetTable, name: string): Edit[] {
  return changedAttribute(table, 'name', name);
}

export function relabelTotals(table: SheetTable, label: string): Edit[] {
  return changedAttribute(table, 'totalsRowLabel', label);
}

function changedAttribute({ xml, column }: SheetTable, name: string, value: string): Edit[] {
  const span = attributeSpan(xml, column, name);
  return span ? [{ ...span, text: escapeAttribute(encodeXStringAttribute(value)) }] : [];
}

const FORMULAS = 'f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula';
/** Elements that hold formulas, in whatever namespace: extensions have theirs. */
const FORMULA = new RegExp(`(?:^|[:}])(?:${FORMULAS})$`);

/** It names the fields of a pivot table as texts. */
const PIVOT_CALL = /GETPIVOTDATA/i;

/**
 * Looks for structured references (`Table1[Name]`, `[@Name]`), calls of pivot fields and slicers that call a column by name. A name is looked for
 * as formulas write it, special characters after an apostrophe.
 */
export function structuredReferences(
  parts: readonly { part: string; xml: string }[],
): (name: string) => boolean {
  const formulas: string[] = [];
  const sources = new Set<string>();
  for (const { part, xml } of parts) {
    const reader = new XmlReader(xml, part);
    for (let event = reader.next(); event; event = reader.next()) {
      if (event !== 'open') continue;
      const source = reader.attribute('sourceName');
      if (source !== undefined) sources.add(decodeXString(source).toLowerCase());
      if (!FORMULA.test(reader.name)) continue;
      const formula = decodeXString(reader.elementText());
      if (formula.includes('[') || PIVOT_CALL.test(formula)) formulas.push(formula.toLowerCase());
    }
  }
  return (name) => {
    const written = name.replace(/['[\]#@]/g, "'$&").toLowerCase();
    const quoted = `"${name.replaceAll('"', '""').toLowerCase()}"`;
    const references = [`[${written}]`, `[@${written}]`];
    const isIn = (formula: string) =>
      references.some((one) => formula.includes(one)) ||
      (PIVOT_CALL.test(formula) && formula.includes(quoted));
    return sources.has(name.toLowerCase()) || formulas.some(isIn);
  };
}
