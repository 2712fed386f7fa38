import type { Warning } from '../../contract/index.ts';
import { cellIndex } from '../lookups/cell-index.ts';
import { namesOf, readFormula } from '../lookups/formula.ts';
import type { Formula, Names } from '../lookups/formula.ts';
import { quoteWarning } from '../lookups/quoted-texts.ts';
import type { Rule } from '../lookups/quoted-texts.ts';
import { extentOf } from '../lookups/references.ts';
import type { Area } from '../lookups/references.ts';
import { columnLetter } from '../shared/table-columns.ts';
import type { XmlReader } from '../xml/reader.ts';
import { areaOf, asExcelFormula, excelReference, mayDependOnTexts } from './formulas.ts';
import { CONTENT, scanSheets } from './scan-sheets.ts';

/** A cell with a changed text. Columns and rows count from 1. */
export interface ChangedCell {
  readonly sheet: string;
  readonly from: number;
  readonly to: number;
  readonly row: number;
  /** Number of identical rows. */
  readonly rows: number;
  readonly text: string;
  readonly translation: string;
}

const ANY_RULE = /:formula\s*=|[<:](?:content-validation|filter-condition|conditional-format)[\s/>]/;
/** Columns of one repeated cell to check. */
const MAX_REPEATED = 50;
/** Formulas, and cells with validations, to check. */
const MAX_RULES = 200_000;

/** Whether anything may look up texts at all. */
export function hasRules(source: string): boolean {
  return ANY_RULE.test(source);
}

/** Warns of rules that look for a translated text, and of formulas whose result changes. */
export function ruleWarnings(source: string, changed: readonly ChangedCell[]): Warning[] {
  if (changed.length === 0) return [];
  const cells = cellIndex();
  const keys = new Set<string>();
  for (const { sheet, from, to, row, rows } of changed)
    for (let column = from; column <= Math.min(to, from + MAX_REPEATED); column++) {
      keys.add(placeKey(sheet, column, row));
      cells.add(sheet, column, row);
      if (rows > 1) cells.add(sheet, column, row + rows - 1);
    }
  const found = readRules(source);
  const others = cellIndex();
  for (const { sheet, column, row } of found.texts)
    if (!keys.has(placeKey(sheet, column, row))) others.add(sheet, column, row);
  const formulas = found.formulas.map(({ sheet, column, row, formula, givesText }) => ({
    ...readFormula(asExcelFormula(formula), { sheet, names: found.names }),
    where: `${sheet}!${columnLetter(column - 1)}${row}`,
    mayChange: mayDependOnTexts(formula, givesText),
  }));
  const stale = formulas.filter(
    ({ mayChange, areas }) => mayChange && areas.some((area) => cells.has(area)),
  ).length;
  const texts = changed.map(({ text }) => text);
  return [...quoteWarning([...formulas, ...found.rules], { texts, cells, others }), ...staleWarning(stale)];
}

function placeKey(sheet: string, column: number, row: number): string {
  return `${column} ${row} ${sheet}`;
}

function staleWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some formulas refer to cells that are translated now, and show what they gave before. Open the file in LibreOffice and calculate it anew (Ctrl+Shift+F9).';
  return [{ code: 'formula_results_stale', message, count }];
}

interface Place {
  readonly sheet: string;
  readonly column: number;
  readonly row: number;
}

interface Found {
  readonly names: Names;
  readonly formulas: readonly (Place & { formula: string; givesText: boolean })[];
  /** Cells that show a text. */
  readonly texts: readonly Place[];
  readonly rules: readonly Rule[];
}

function readRules(source: string): Found {
  const formulas: (Place & { formula: string; givesText: boolean })[] = [];
  const texts: Place[] = [];
  const rules: Rule[] = [];
  const defined = new Map<string, string>();
  const names = namesOf(defined);
  const validations = new Map<string, { condition: string; areas: Area[] }>();
  const formats: (() => Rule | undefined)[] = [];
  let sheet = '';
  let validated = 0;
  scanSheets(source, CONTENT, {
    sheet: (name) => (sheet = name),
    wants({ column, columns, row, rows, formula, isString }, reader) {
      const validation = validations.get(reader.attribute('table:content-validation-name') ?? '');
      if (formula !== undefined && formulas.length < MAX_RULES)
        formulas.push({ sheet, column, row, formula, givesText: isString });
      if (validation && validated++ < MAX_RULES) {
        const [right, bottom] = [column + columns - 1, row + rows - 1];
        validation.areas.push({ sheet: sheet.toLowerCase(), left: column, right, top: row, bottom });
      }
      return false;
    },
    cell({ column, row, kind, isString }) {
      if (kind === 'text' || isString) texts.push({ sheet, column, row });
    },
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
            if (address !== undefined) defined.set(name, excelReference(address));
          });
          return true;
        case 'table:database-ranges':
          reader.eachChild(() => rules.push(readFilter(reader)));
          return true;
        case 'calcext:conditional-formats':
          for (const format of readFormats(reader))
            formats.push(() => formatRule(format, inSheet ?? '', names));
          return true;
        default:
          return false;
      }
    },
  });
  for (const { condition, areas } of validations.values()) rules.push(...listRule(condition, areas, names));
  for (const format of formats) rules.push(...[format() ?? []].flat());
  return { names, formulas, texts, rules };
}

function readFilter(reader: XmlReader): Rule {
  const where = reader.attribute('table:target-range-address') ?? '';
  const area = areaOf(where, '');
  const { depth } = reader;
  const texts: string[] = [];
  const areas: Area[] = [];
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open' || reader.name !== 'table:filter-condition' || !area) continue;
    const left = area.left + (Number(reader.attribute('table:field-number') ?? 0) || 0);
    texts.push(reader.attribute('table:value') ?? '');
    areas.push({ ...area, left, right: left, top: area.top + 1 });
  }
  return { where, texts, areas, looksUp: texts.length > 0, isIndirect: false };
}

const LIST = /^[^(]*cell-content-is-in-list\(([^]*)\)\s*$/;

/** A list of allowed values, written out or in cells. */
function listRule(condition: string, areas: readonly Area[], names: Names): Rule[] {
  const [, list] = LIST.exec(condition) ?? [];
  const [first] = areas;
  if (list === undefined || !first) return [];
  const read = readFormula(asExcelFormula(list), { sheet: first.sheet, names, extent: extentOf(first) });
  const where = `${first.sheet}!${columnLetter(first.left - 1)}${first.top}`;
  return [{ ...read, where, areas: [...areas, ...read.areas], looksUp: true }];
}

interface Format {
  readonly ranges: string;
  readonly condition: string;
}

function readFormats(reader: XmlReader): Format[] {
  const formats: Format[] = [];
  let ranges = '';
  const { depth } = reader;
  for (let event = reader.next(); event !== 'close' || reader.depth > depth; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 'calcext:conditional-format')
      ranges = reader.attribute('calcext:target-range-address') ?? '';
    else if (reader.name === 'calcext:condition')
      formats.push({ ranges, condition: reader.attribute('calcext:value') ?? '' });
  }
  return formats;
}

/** Conditions that compare the cells themselves: with a text, or with the value of a formula. */
const OF_CELLS = /^(?:!?=|(?:not-)?contains-text\(|(?:begins|ends)-with\()/;

function formatRule({ ranges, condition }: Format, sheet: string, names: Names): Rule | undefined {
  const areas = (ranges.match(/(?:'[^']*'|[^\s'])+/g) ?? []).flatMap((range) => areaOf(range, sheet) ?? []);
  const [first] = areas;
  if (!first) return undefined;
  const comparesCells = OF_CELLS.test(condition);
  const written = comparesCells ? condition.replace(OF_CELLS, '') : condition.replace(/^formula-is\(/, '');
  const read: Formula = readFormula(asExcelFormula(written), { sheet, names, extent: extentOf(first) });
  const compared = comparesCells ? [...areas, ...read.areas] : read.areas;
  return { ...read, where: ranges, areas: compared, looksUp: comparesCells || read.looksUp };
}
