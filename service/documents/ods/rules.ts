import { isOfInterest, lostMatches } from '../lookups/lost-matches.ts';
import type { LostMatch } from '../lookups/lost-matches.ts';
import { readFormula } from '../lookups/formula.ts';
import type { Area, ChangedText, Lookup, Match, Names, Operand, Rule, TextCell } from '../lookups/model.ts';
import { extentOf } from '../lookups/references.ts';
import { columnLetter } from '../shared/table-columns.ts';
import type { XmlReader } from '../xml/reader.ts';
import { shownOf } from './cells.ts';
import { areaOf, asExcelFormula, excelReference, mayDependOnTexts, referencesOf } from './formulas.ts';
import { CONTENT, scanSheets } from './scan-sheets.ts';

/** A cell whose text is another now. Columns and rows count from 1. */
export interface ChangedCell {
  readonly sheet: string;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  /** So many rows that are the same. */
  readonly rows: number;
  readonly text: string;
  readonly translation: string;
}

const ANY_RULE = /:formula\s*=|[<:](?:content-validation|filter-condition|conditional-format)[\s/>]/;
/** Cells of one text that are looked at one by one. */
const MAX_REPEATED = 50;
/** Formulas, and cells with validations, that are looked into. */
const MAX_RULES = 200_000;

interface Found {
  readonly names: Names;
  /** Named ranges and their areas. */
  readonly ranges: ReadonlyMap<string, Area>;
  readonly formulas: { sheet: string; column: number; row: number; formula: string; givesText: boolean }[];
  readonly rules: Rule[];
}

/** Whether anything may look at texts at all. */
export function hasRules(source: string): boolean {
  return ANY_RULE.test(source);
}

/** Rules that no longer find a translated text, and the number of formulas that change. */
export function findStale(
  source: string,
  cells: readonly ChangedCell[],
): { lost: readonly LostMatch[]; stale: number } {
  if (cells.length === 0) return { lost: [], stale: 0 };
  const found = readRules(source);
  const { names, formulas, rules } = found;
  for (const { sheet, column, row, formula } of formulas) {
    const { lookups } = readFormula(asExcelFormula(formula), { sheet: sheet.toLowerCase(), names });
    if (lookups.length > 0)
      rules.push({ kind: 'formula', where: `${sheet}!${columnLetter(column - 1)}${row}`, lookups });
  }
  const changed = cells.flatMap(eachPlace);
  return { lost: lostIn(source, rules, names, changed), stale: staleOf(found, cells) };
}

function eachPlace({ sheet, from, to, row, rows, text, translation }: ChangedCell): ChangedText[] {
  const places: ChangedText[] = [];
  for (let column = from; column <= Math.min(to, from + MAX_REPEATED); column++)
    for (let at = row; at < row + Math.min(rows, MAX_REPEATED); at++)
      places.push({ sheet: sheet.toLowerCase(), column, row: at, text, translation });
  return places;
}

function lostIn(
  source: string,
  rules: readonly Rule[],
  names: Names,
  changed: readonly ChangedText[],
): readonly LostMatch[] {
  if (rules.length === 0) return [];
  const isChanged = new Set(changed.map(keyOf));
  const isWanted = isOfInterest(rules, changed);
  const others: TextCell[] = [];
  let sheet = '';
  scanSheets(source, CONTENT, {
    sheet: (name) => (sheet = name.toLowerCase()),
    wants: ({ kind, isCovered }) => kind !== 'fixed' && !isCovered,
    cell(cell) {
      const text = cell.kind === 'fixed' ? undefined : shownOf(cell);
      const other = { sheet, column: cell.column, row: cell.row, text: text ?? '' };
      if (text !== undefined && !isChanged.has(keyOf(other)) && isWanted(other)) others.push(other);
    },
  });
  return lostMatches(rules, names, changed, others);
}

function keyOf({ sheet, column, row }: Omit<TextCell, 'text'>): string {
  return `${column} ${row} ${sheet}`;
}

/** Formulas that refer to a changed cell and may say something else for it. */
function staleOf({ formulas, ranges }: Found, cells: readonly ChangedCell[]): number {
  const rowsOf = new Map<string, number[]>();
  for (const { sheet, from, to, row, rows } of cells) {
    for (let column = from; column <= Math.min(to, from + MAX_REPEATED); column++) {
      const key = `${column} ${sheet.toLowerCase()}`;
      const known = rowsOf.get(key) ?? [];
      rowsOf.set(key, known);
      known.push(row);
      if (rows > 1) known.push(row + rows - 1);
    }
  }
  for (const rows of rowsOf.values()) rows.sort((a, b) => a - b);
  const columns = [...rowsOf].map(([key, rows]) => {
    const at = key.indexOf(' ');
    return { column: Number(key.slice(0, at)), sheet: key.slice(at + 1), rows };
  });
  const sees = ({ sheet, left, right, top, bottom }: Area) =>
    columns.some(
      (one) =>
        one.sheet === sheet && one.column >= left && one.column <= right && hasWithin(one.rows, top, bottom),
    );
  const has = (area: Area | undefined) => area !== undefined && sees(area);
  return formulas.filter(({ sheet, formula, givesText }) => {
    if (!mayDependOnTexts(formula, givesText)) return false;
    const { areas, words } = referencesOf(formula, sheet);
    return areas.some(sees) || words.some((word) => has(ranges.get(word.toLowerCase())));
  }).length;
}

/** Whether an ordered list has a number between two, both inclusive. */
function hasWithin(numbers: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length && numbers[low]! <= to;
}

function readRules(source: string): Found {
  const formulas: Found['formulas'] = [];
  const rules: Rule[] = [];
  const sheets = new Set<string>();
  const defined = new Map<string, string[]>();
  const ranges = new Map<string, Area>();
  const names: Names = { sheets, defined, tables: new Map() };
  const validations = new Map<string, { condition: string; areas: Area[] }>();
  const formats: { sheet: string; ranges: string; condition: string }[] = [];
  let sheet = '';
  let validated = 0;
  scanSheets(source, CONTENT, {
    sheet(name) {
      sheet = name;
      sheets.add(name.toLowerCase());
    },
    wants(cell, reader) {
      const { column, columns, row, rows, formula, isString } = cell;
      const validation = reader.attribute('table:content-validation-name');
      if (formula !== undefined && formulas.length < MAX_RULES)
        formulas.push({ sheet, column, row, formula, givesText: isString });
      const own = validation === undefined ? undefined : validations.get(validation);
      if (own && validated++ < MAX_RULES)
        own.areas.push({
          sheet: sheet.toLowerCase(),
          left: column,
          right: column + columns - 1,
          top: row,
          bottom: row + rows - 1,
        });
      return false;
    },
    cell: () => undefined,
    other(reader, inSheet) {
      switch (reader.name) {
        case 'table:content-validations':
          reader.eachChild(() => {
            const condition = reader.attribute('table:condition');
            if (condition !== undefined)
              validations.set(reader.attribute('table:name') ?? '', { condition, areas: [] });
          });
          return true;
        case 'table:named-expressions':
          reader.eachChild(() => {
            const address = reader.attribute('table:cell-range-address');
            const name = (reader.attribute('table:name') ?? '').toLowerCase();
            if (address === undefined) return;
            defined.set(name, [excelReference(address)]);
            const area = areaOf(address, '');
            if (area) ranges.set(name, area);
          });
          return true;
        case 'table:database-ranges':
          reader.eachChild(() => {
            readFilter(reader, rules);
          });
          return true;
        case 'calcext:conditional-formats':
          readFormats(reader, inSheet ?? '', formats);
          return true;
        default:
          return false;
      }
    },
  });
  for (const { condition, areas } of validations.values()) {
    const rule = listRule(condition, areas, names);
    if (rule) rules.push(rule);
  }
  for (const format of formats) {
    const rule = formatRule(format, names);
    if (rule) rules.push(rule);
  }
  return { names, ranges, formulas, rules };
}

function readFilter(reader: XmlReader, rules: Rule[]): void {
  const address = reader.attribute('table:target-range-address') ?? '';
  const area = areaOf(address, '');
  const { depth } = reader;
  const lookups: Lookup[] = [];
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open' || reader.name !== 'table:filter-condition' || !area) continue;
    const column = area.left + (Number(reader.attribute('table:field-number') ?? 0) || 0);
    const value = reader.attribute('table:value') ?? '';
    lookups.push({
      sought: { literals: [value], areas: [], match: 'pattern' },
      among: {
        literals: [],
        areas: [{ ...area, left: column, right: column, top: area.top + 1 }],
        match: 'whole',
      },
    });
  }
  if (lookups.length > 0) rules.push({ kind: 'filter', where: address, lookups });
}

const LIST = /cell-content-is-in-list\(([^]*)\)\s*$/;

/** A list of allowed values that is written out, or that is in cells. */
function listRule(condition: string, areas: readonly Area[], names: Names): Rule | undefined {
  const [, list] = LIST.exec(condition) ?? [];
  const [first] = areas;
  if (list === undefined || !first) return undefined;
  const literals = Array.from(list.matchAll(/"((?:[^"]|"")*)"/g), ([, text]) => text!.replaceAll('""', '"'));
  const { value } = readFormula(asExcelFormula(list), { sheet: first.sheet, names, extent: extentOf(first) });
  const among: Operand = { literals, areas: value.areas, match: 'whole' };
  const where = `${first.sheet}!${columnLetter(first.left - 1)}${first.top}`;
  return { kind: 'list', where, lookups: [{ sought: { literals: [], areas, match: 'whole' }, among }] };
}

function readFormats(
  reader: XmlReader,
  sheet: string,
  formats: { sheet: string; ranges: string; condition: string }[],
): void {
  let ranges = '';
  const { depth } = reader;
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 'calcext:conditional-format')
      ranges = reader.attribute('calcext:target-range-address') ?? '';
    else if (reader.name === 'calcext:condition')
      formats.push({
        sheet,
        ranges,
        condition: reader.attribute('calcext:value') ?? '',
      });
  }
}

const TEXT_CONDITION = /^(contains-text|not-contains-text|begins-with|ends-with)\("((?:[^"]|"")*)"\)$/;
const MATCHES: Readonly<Record<string, Match>> = {
  'contains-text': 'part',
  'not-contains-text': 'part',
  'begins-with': 'start',
  'ends-with': 'end',
};

function formatRule(
  { sheet, ranges, condition }: { sheet: string; ranges: string; condition: string },
  names: Names,
): Rule | undefined {
  const areas = (ranges.match(/(?:'(?:[^']|'')*'|[^\s'])+/g) ?? []).flatMap(
    (range) => areaOf(range, sheet) ?? [],
  );
  const [first] = areas;
  if (!first) return undefined;
  const own: Operand = { literals: [], areas, match: 'whole' };
  const [, kind, text] = TEXT_CONDITION.exec(condition) ?? [];
  const place = { sheet: sheet.toLowerCase(), names, extent: extentOf(first) };
  let lookups: Lookup[] = [];
  if (kind !== undefined) {
    lookups = [{ sought: { literals: [text!], areas: [], match: MATCHES[kind]! }, among: own }];
  } else if (condition.startsWith('formula-is(')) {
    ({ lookups } = readFormula(asExcelFormula(condition.slice(11, -1)), place));
  } else if (/^(?:=|!=)/.test(condition)) {
    const { value } = readFormula(asExcelFormula(condition.replace(/^!?=/, '')), place);
    lookups = [{ sought: value, among: own }];
  }
  return lookups.length === 0 ? undefined : { kind: 'format', where: ranges, lookups };
}
