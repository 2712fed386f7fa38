// Shared strings and tables of a workbook.
import { excerpt } from './package.ts';
import { fold } from './pseudo.ts';
import { columnNumber, unescapeCell } from './xlsx-model.ts';
import { attr, canonical, child, elements, tagText } from './xml.ts';
import type { Sheet, Workbook } from './xlsx-model.ts';
import type { XmlNode } from './xml.ts';
import type { Violation } from './package.ts';

/** `count` and `uniqueCount` are right where they were right, and strings no cell uses stay. */
export function compareCounts(before: Workbook, after: Workbook): Violation[] {
  if (!before.stringsRoot || !after.stringsRoot) return [];
  const violations = [];
  for (const [name, countOf] of [
    ['count', references],
    ['uniqueCount', strings],
  ] as const) {
    const was = Number(attr(before.stringsRoot, name));
    const is = Number(attr(after.stringsRoot, name));
    const isKept = is - was === countOf(after) - countOf(before);
    if (
      attr(before.stringsRoot, name) === undefined
        ? is && is !== countOf(after)
        : is !== countOf(after) && (was === countOf(before) || !isKept)
    ) {
      violations.push({ rule: 'string_counts', detail: `${name}=${is}, but there are ${countOf(after)}` });
    }
  }
  const used = new Set(
    before.sheets.flatMap((s) => s.cells.map((c) => (c.type === 's' ? Number(c.value) : -1))),
  );
  before.strings.forEach((item, i) => {
    const other = after.strings[i];
    if (!used.has(i) && (!other || canonical(item) !== canonical(other))) {
      violations.push({ rule: 'unused_string_changed', detail: `string ${i}` });
    }
  });
  return violations;
}

const strings = (book: Workbook) => book.strings.length;

const references = (book: Workbook) =>
  book.sheets.flatMap((sheet) => sheet.cells).filter((cell) => cell.type === 's').length;

/**
 * The tables of a sheet: the same but for the name and the totals label of a column in column A.
 * The name is its header's text, and stays where a formula calls it.
 */
export function compareTables(before: Sheet, after: Sheet, formulas: readonly string[]): Violation[] {
  return before.tables.flatMap((table, i) => {
    const other = after.tables[i];
    if (!other) return [{ rule: 'table_lost', detail: table.key }];
    const others = (node: XmlNode) => node.local !== 'tableColumn';
    if (canonical(table.root, others) !== canonical(other.root, others)) {
      return [{ rule: 'table_changed', detail: table.key }];
    }
    return compareColumns(before, after, table.root, other.root, formulas);
  });
}

function compareColumns(
  before: Sheet,
  after: Sheet,
  table: XmlNode,
  other: XmlNode,
  formulas: readonly string[],
): Violation[] {
  const columns = elements(child(table, 'tableColumns'));
  const others = elements(child(other, 'tableColumns'));
  const names = others.map((column) => nameOf(column).toLowerCase());
  const wereUnique = new Set(columns.map((column) => nameOf(column).toLowerCase())).size === columns.length;
  if (wereUnique && new Set(names).size !== names.length) {
    return [{ rule: 'table_column_twice', detail: names.join(', ') }];
  }
  const corner = attr(table, 'ref')?.split(':')[0] ?? '';
  const hasHeader = attr(table, 'headerRowCount') !== '0';
  return columns.flatMap((column, i) => {
    const own = others[i]!;
    const isInColumnA = columnNumber(corner) + i === 1;
    const without = (node: XmlNode) =>
      tagText(node, (a) => a.local !== 'name' && !(isInColumnA && a.local === 'totalsRowLabel')) +
      elements(node)
        .map((kid) => canonical(kid))
        .join('');
    if (without(column) !== without(own)) return [{ rule: 'table_column_changed', detail: nameOf(column) }];
    if (nameOf(column) === nameOf(own) && !(isInColumnA && hasHeader)) return [];
    if (!isInColumnA) return [{ rule: 'table_column_changed', detail: nameOf(column) }];
    if (nameOf(column) !== nameOf(own) && isReferenced(nameOf(column), formulas)) {
      return [{ rule: 'table_header_referenced', detail: nameOf(column) }];
    }
    const header = textAt(after, corner);
    if (textAt(before, corner) !== nameOf(column) || header === nameOf(own)) return [];
    return [
      { rule: 'table_header', detail: `cell "${excerpt(header ?? '')}", column "${excerpt(nameOf(own))}"` },
    ];
  });
}

const nameOf = (column: XmlNode) => unescapeCell(attr(column, 'name') ?? '');

const textAt = (sheet: Sheet, ref: string) => sheet.cells.find((cell) => cell.ref === ref)?.text?.text;

/**
 * Whether a header's translation may have been held back: a formula names the column, another has the new
 * name, or it is too long for one.
 */
export function isHeaderKept(sheet: Sheet, ref: string, formulas: readonly string[]) {
  const text = textAt(sheet, ref) ?? '';
  return sheet.tables.some(({ root }) => {
    if (attr(root, 'ref')?.split(':')[0] !== ref) return false;
    const others = elements(child(root, 'tableColumns')).slice(1);
    const isTaken = others.some((column) => fold(nameOf(column)).includes(fold(text)));
    return isTaken || text.length > MAX_NAME_LENGTH / 1.4 || isReferenced(text, formulas);
  });
}

/** Excel's for a column of a table; pseudo-localised texts are up to 1.4 times as long. */
const MAX_NAME_LENGTH = 255;

function isReferenced(name: string, formulas: readonly string[]) {
  const written = name.replace(/['[\]#@]/g, "'$&").toLowerCase();
  return formulas.some((formula) => {
    const text = unescapeCell(formula).toLowerCase();
    return text.includes(`[${written}]`) || text.includes(`@${written}]`);
  });
}
