// XLSX: source against result. Column A is translated, everything else stays.
import { comparePackages, excerpt, readPackage } from './package.ts';
import { compareTexts, fold, addedRanges } from './pseudo.ts';
import { attr, canonical, child, elements, tagText, textOf, walk } from './xml.ts';
import { compareCounts, compareTables, isHeaderKept } from './xlsx-parts.ts';
import { readWorkbook } from './xlsx-model.ts';
import type { Cell, RichText, Sheet, Workbook } from './xlsx-model.ts';
import type { Package, Violation } from './package.ts';
import type { XmlNode } from './xml.ts';
import type { Range } from './pseudo.ts';

const MAX_CELL_LENGTH = 32_767;

export function countXlsxSegments(source: Buffer): { least: number; most: number } {
  const cells = readWorkbook(readPackage(source)).sheets.flatMap((sheet) => columnA(sheet));
  const isText = (cell: Cell) => cell.text !== null;
  const filled = cells.filter((cell) => (isText(cell) ? cell.text?.text !== '' : cell.value !== ''));
  // White space alone and formulas without a cached value: non-empty by the letter, empty to the eye.
  const doubtful = cells.filter((cell) => cell.isFormula && cell.value === '').length;
  const blank = filled.filter((cell) => (cell.text?.text ?? cell.value).trim() === '').length;
  return { least: filled.length - blank, most: filled.length + doubtful };
}

function columnA(sheet: Sheet) {
  return sheet.cells.filter((cell) => cell.column === 1);
}

/** A pivot table's fields are called as the headers of its source are, which may be translated. */
function isPivotCache(key: string) {
  return /\/pivotcachedefinition\d*\.xml$/i.test(key);
}

/** Nothing but the names of fields changes in a pivot cache. */
function comparePivotCaches(source: Package, result: Package): Violation[] {
  return [...source.parts.keys()].filter(isPivotCache).flatMap((key) => {
    const [before, after] = [source, result].map((pack) =>
      pack.parts
        .get(key)
        ?.data.toString()
        .replace(/(<(?:\w+:)?cacheField\b[^>]*?\bname=)("[^"]*"|'[^']*')/g, '$1'),
    );
    return before === after ? [] : [{ rule: 'pivot_cache_changed', detail: key }];
  });
}

export function checkXlsx(sourceBytes: Buffer, resultBytes: Buffer): Violation[] {
  const source = readPackage(sourceBytes);
  const result = readPackage(resultBytes);
  const before = readWorkbook(source);
  const mayChange = new Set([source.main, before.stringsKey]);
  for (const sheet of before.sheets) {
    mayChange.add(sheet.key);
    for (const table of sheet.tables) mayChange.add(table.key);
  }
  const violations = comparePackages(source, result, (key) => mayChange.has(key) || isPivotCache(key));
  violations.push(...comparePivotCaches(source, result));
  let after;
  try {
    after = readWorkbook(result);
  } catch (error) {
    return [...violations, { rule: 'broken_xml', detail: excerpt(String(error)) }];
  }
  if (before.sheets.length !== after.sheets.length) {
    return [
      ...violations,
      { rule: 'sheet_count', detail: `${before.sheets.length} → ${after.sheets.length}` },
    ];
  }
  const formulas = formulasOf(before);
  before.sheets.forEach((sheet, i) => {
    const other = after.sheets[i];
    if (!other) return;
    for (const v of [...compareSheets(sheet, other, formulas), ...compareTables(sheet, other, formulas)]) {
      violations.push({ rule: v.rule, detail: `${sheet.name}: ${v.detail}` });
    }
  });
  return [...violations, ...compareCounts(before, after), ...compareWorkbookParts(before, after)];
}

function compareSheets(before: Sheet, after: Sheet, formulas: readonly string[]): Violation[] {
  if (before.cells.length !== after.cells.length) {
    return [{ rule: 'cell_count', detail: `${before.cells.length} → ${after.cells.length}` }];
  }
  const homes = new Map(
    columnA(before).flatMap((cell) => (cell.text ? [[fold(cell.text.text), cell.ref]] : [])),
  );
  const violations = before.cells.flatMap((cell, i) => {
    const other = after.cells[i]!;
    const found = cell.column === 1 ? compareTranslated(cell, other, homes) : compareKept(cell, other);
    if (found[0]?.rule === 'untranslated' && isHeaderKept(before, cell.ref, formulas)) return [];
    return found.map((v) => ({ rule: v.rule, detail: `${cell.ref} ${v.detail}` }));
  });
  const [old, now] = [before, after].map((sheet) => canonical(sheet.root, (node) => !isCellOfSheet(node)));
  if (old !== now) violations.push({ rule: 'sheet_changed', detail: 'outside its cells' });
  return violations;
}

function isCellOfSheet(node: XmlNode) {
  return node.local === 'c' && node.parent?.local === 'row';
}

/** A cell outside column A: nothing of it differs, its shared string resolved. */
function compareKept(before: Cell, after: Cell): Violation[] {
  const own = (cell: Cell) =>
    cell.type === 's' ? `${tagText(cell.node)}${cell.text?.canonical}` : canonical(cell.node);
  if (own(before) === own(after)) return [];
  return [{ rule: 'other_cell_changed', detail: `${excerpt(own(before))} → ${excerpt(own(after))}` }];
}

function compareTranslated(before: Cell, after: Cell, homes: Map<string, string>): Violation[] {
  const ownTag = (cell: Cell) => tagText(cell.node, (a) => a.local !== 't');
  if (ownTag(before) !== ownTag(after)) {
    return [{ rule: 'cell_attributes', detail: `${ownTag(before)} → ${ownTag(after)}` }];
  }
  if (before.text === null) {
    if (canonical(before.node) === canonical(after.node)) return [];
    return [{ rule: 'copied_cell_changed', detail: `${before.value} → ${after.value}` }];
  }
  if (after.text === null) return [{ rule: 'cell_type', detail: `${before.type} → ${after.type}` }];
  return compareRich(before.text, after.text, homes);
}

function compareRich(before: RichText, after: RichText, homes: Map<string, string>): Violation[] {
  const found = compareTexts(before.text, after.text, homes);
  // A translation too long for a cell keeps the source.
  if (found?.rule === 'untranslated' && before.text.length > MAX_CELL_LENGTH / 2) return [];
  if (found) return [found];
  if (before.text === after.text) return [];
  const detail = `"${excerpt(before.text)}" → "${excerpt(after.text)}"`;
  if (after.text.length > MAX_CELL_LENGTH)
    return [{ rule: 'cell_too_long', detail: String(after.text.length) }];
  if (!after.isPreserved && before.isPreserved) return [{ rule: 'space_not_preserved', detail }];
  const added = addedRanges(before.text, after.text) ?? [];
  const old = lettersWithFormats(before, []);
  const now = lettersWithFormats(after, added);
  const at = old.findIndex((letter, i) => letter !== now[i]);
  return at < 0 ? [] : [{ rule: 'format_moved', detail: `at ${at} of ${detail}: ${old[at]} → ${now[at]}` }];
}

/** Folded letters, each with its format; no white space. */
function lettersWithFormats(rich: RichText, added: Range[]) {
  const letters = [];
  let at = 0;
  for (const [i, c] of Array.from(rich.text).entries()) {
    const start = at;
    at += c.length;
    if (added.some((range) => start >= range.start && start < range.end)) continue;
    letters.push(...Array.from(fold(c).trim(), (letter) => `${letter} ${rich.formats[i]}`));
  }
  return letters;
}

/** The workbook part: only the flag that has formulas calculated again. */
function compareWorkbookParts(before: Workbook, after: Workbook): Violation[] {
  const others = (node: XmlNode) => node.local !== 'calcPr';
  const violations = [];
  if (canonical(before.root, others) !== canonical(after.root, others)) {
    violations.push({ rule: 'workbook_changed', detail: 'more than calcPr' });
  }
  const calc = (book: Workbook) => child(book.root, 'calcPr');
  const rest = (book: Workbook) =>
    (calc(book)?.attrs ?? [])
      .filter((a) => a.local !== 'fullCalcOnLoad')
      .map((a) => `${a.local}=${a.value}`)
      .sort()
      .join();
  if (rest(before) !== rest(after))
    violations.push({ rule: 'calc_properties', detail: `${rest(before)} → ${rest(after)}` });
  const flag = (book: Workbook) => /^(?:1|true)$/.test(attr(calc(book) ?? book.root, 'fullCalcOnLoad') ?? '');
  const hasFormulas = before.sheets.some((sheet) => sheet.cells.some((cell) => cell.isFormula));
  const hasChanged = before.sheets.some((sheet, i) =>
    sheet.cells.some((cell, n) => cell.text && cell.text.text !== after.sheets[i]?.cells[n]?.text?.text),
  );
  const expected = flag(before) || (hasFormulas && hasChanged);
  if (flag(after) !== expected)
    violations.push({ rule: 'calc_flag', detail: `${flag(after)}, not ${expected}` });
  return violations;
}

/** All formulas of a workbook, for structured references. */
function formulasOf(book: Workbook): string[] {
  const found = [];
  for (const { root, tables } of book.sheets) {
    for (const top of [root, ...tables.map((table) => table.root)]) {
      for (const node of walk(top)) {
        if (/^(?:f|formula1?|formula2|calculatedColumnFormula|totalsRowFormula)$/.test(node.local)) {
          found.push(node.kids.filter((kid) => typeof kid === 'string').join(''));
        }
      }
    }
  }
  for (const name of elements(child(book.root, 'definedNames'))) found.push(textOf(name));
  return found;
}
