import { namesOf, readFormula } from '../lookups/formula.ts';
import type { NamedTable, Names } from '../lookups/formula.ts';
import type { Rule } from '../lookups/quoted-texts.ts';
import { extentOf, LAST, rangeOf, rangesOf } from '../lookups/references.ts';
import type { Area } from '../lookups/references.ts';
import { decodeXString } from '../ooxml/xstring.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { columnLetter } from '../shared/table-columns.ts';
import { XmlReader } from '../xml/reader.ts';
import { pivotSources } from './pivots.ts';
import { columnOf } from './sheet-scan.ts';
import { tablesOfSheet } from './tables.ts';
import type { SheetTable } from './tables.ts';
import type { Workbook } from './workbook.ts';

const ANY_RULE = /[<:](?:f|formula[12]?|dataValidation|cfRule|filterColumn)[\s/>]/;

function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('}')) + 1);
}

/** The formulas of cells, lists, formats and filters of a workbook, and the filters of its pivot tables. */
export function* readRules(workbook: Workbook): Generator<Rule> {
  const { pkg, mainPart, sheets, sheetNames } = workbook;
  const defined = new Map<string, string>();
  const criteria: string[] = [];
  const reader = new XmlReader(pkg.text(mainPart), mainPart);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open' || reader.name !== 's:definedName') continue;
    const name = (reader.attribute('name') ?? '').toLowerCase();
    const formula = decodeXString(reader.elementText());
    if (name === '_xlnm.criteria') criteria.push(formula);
    else if (!defined.has(name)) defined.set(name, formula);
  }
  const tables = sheets.flatMap((sheet) => {
    // A damaged table costs its rules, not the workbook.
    const own = unlessRefused(() => tablesOfSheet(pkg, sheet)) ?? [];
    return own.map((table) => ({ table, sheet: sheetNames.get(sheet) ?? sheet }));
  });
  const named = tables.map(
    ({ table, sheet }) => [table.name.toLowerCase(), namedTable(table, sheet)] as const,
  );
  const names = namesOf(defined, new Map(named));
  for (const { table, sheet } of tables) yield* rulesOfPart(table.xml, table.part, sheet, names);
  for (const part of sheets) {
    const xml = pkg.text(part);
    if (ANY_RULE.test(xml)) yield* rulesOfPart(xml, part, sheetNames.get(part) ?? part, names);
  }
  for (const where of criteria) {
    const areas = readFormula(where, { sheet: '', names }).areas.map(({ sheet }): Area => ({
      sheet,
      left: 1,
      top: 1,
      right: LAST,
      bottom: LAST,
    }));
    yield { where, texts: [], areas, looksUp: true, isIndirect: true };
  }
  yield* pivotRules(workbook);
}

function namedTable(
  { left, right, headerRow, totalsRow, columnNames }: SheetTable,
  sheet: string,
): NamedTable {
  const [top, bottom] = [headerRow ?? 1, totalsRow ?? LAST];
  const columns = new Map(columnNames.map((name, at) => [name.toLowerCase(), at]));
  return { area: { sheet: sheet.toLowerCase(), left, right, top, bottom }, columns };
}

/** An element that applies to some cells, and its texts and formulas. */
interface Holder {
  readonly element: string;
  cells: string;
  readonly texts: string[];
  readonly formulas: string[];
  /** Columns that a filter checks. */
  readonly columns: Area[];
  /** Whether it compares its own cells. */
  comparesCells: boolean;
}

const HOLDERS: ReadonlySet<string> = new Set(['dataValidation', 'conditionalFormatting', 'autoFilter']);

function* rulesOfPart(xml: string, part: string, sheet: string, names: Names): Generator<Rule> {
  const reader = new XmlReader(xml, part);
  let [row, column] = [0, 0];
  let holder: Holder | undefined;
  for (let event = reader.next(); event; event = reader.next()) {
    const own = localName(reader.name);
    if (event === 'close' && holder?.element === own) {
      yield ruleOf(holder, sheet, names);
      holder = undefined;
    }
    if (event !== 'open') continue;
    if (own === 'row') {
      row = Number(reader.attribute('r')) || row + 1;
      column = 0;
    } else if (own === 'c') {
      column = columnOf(reader.attribute('r')) ?? column + 1;
    } else if (HOLDERS.has(own)) {
      const cells = reader.attribute('sqref') ?? reader.attribute('ref') ?? '';
      const comparesCells = own === 'dataValidation' && reader.attribute('type') === 'list';
      holder = { element: own, cells, texts: [], formulas: [], columns: [], comparesCells };
    } else if (own === 'f' && !holder) {
      const shared =
        reader.attribute('t') === 'shared' ? rangeOf(reader.attribute('ref') ?? '', '') : undefined;
      const extent = shared && extentOf(shared);
      const formula = readFormula(decodeXString(reader.elementText()), {
        sheet,
        names,
        ...(extent && { extent }),
      });
      if (formula.looksUp) yield { ...formula, where: `${sheet}!${columnLetter(column - 1)}${row}` };
    } else if (holder) readHolder(reader, own, holder);
  }
}

/** Reads the start tag of an element within a list, format or filter. */
function readHolder(reader: XmlReader, own: string, holder: Holder): void {
  if (own === 'f' || /^formula[12]?$/.test(own)) holder.formulas.push(decodeXString(reader.elementText()));
  // Extensions have it as a child element.
  else if (own === 'sqref') holder.cells = reader.elementText().trim();
  else if (own === 'cfRule') {
    const text = reader.attribute('text');
    if (text !== undefined) holder.texts.push(text);
    holder.comparesCells ||= text !== undefined || /equal$/i.test(reader.attribute('operator') ?? '');
  } else if (own === 'filterColumn') {
    const range = rangeOf(holder.cells, '');
    const left = (range?.left ?? 0) + (Number(reader.attribute('colId') ?? 0) || 0);
    if (range) holder.columns.push({ ...range, left, right: left, top: range.top + 1 });
  } else if (own === 'filter' || own === 'customFilter')
    holder.texts.push(decodeXString(reader.attribute('val') ?? ''));
}

function ruleOf(
  { element, cells, texts, formulas, columns, comparesCells }: Holder,
  sheet: string,
  names: Names,
): Rule {
  const where = `${sheet}!${cells}`;
  if (element === 'autoFilter') {
    const areas = columns.map((column) => ({ ...column, sheet: sheet.toLowerCase() }));
    return { where, texts, areas, looksUp: texts.length > 0, isIndirect: false };
  }
  const own = rangesOf(cells, sheet);
  const read = formulas.map((formula) =>
    readFormula(formula, { sheet, names, ...(own[0] && { extent: extentOf(own[0]) }) }),
  );
  const quoted = read.flatMap((formula) => formula.texts);
  return {
    where,
    // A written-out list: `"Open,Closed"`.
    texts: [...texts, ...(element === 'dataValidation' ? quoted.flatMap((text) => text.split(',')) : quoted)],
    areas: [...(comparesCells ? own : []), ...read.flatMap(({ areas }) => areas)],
    looksUp: comparesCells || read.some(({ looksUp }) => looksUp),
    isIndirect: read.some(({ isIndirect }) => isIndirect),
  };
}

/**
 * The filters of pivot tables (CT_pivotTableDefinition, ECMA-376 part 1 §18.10.1.73): labels, and items that
 * are hidden or chosen. When the pivot table is refreshed, Excel treats a translated text as a new item.
 */
function* pivotRules(workbook: Workbook): Generator<Rule> {
  const { pkg, sheets, sheetNames } = workbook;
  const related = (part: string) => unlessRefused(() => pkg.relationships(part)) ?? [];
  const tables = sheets.flatMap((sheet) =>
    related(sheet).flatMap(({ kind, part }) =>
      kind === 'pivotTable' && part !== undefined ? [{ sheet, part }] : [],
    ),
  );
  if (tables.length === 0) return;
  const sources = unlessRefused(() => pivotSources(workbook, (sheet) => tablesOfSheet(pkg, sheet))) ?? [];
  for (const { sheet, part } of tables) {
    const cache = related(part).find(({ kind }) => kind === 'pivotCacheDefinition')?.part;
    const { header, fields } = sources.find((source) => source.part === cache) ?? {};
    const filters = header && unlessRefused(() => pivotFilters(pkg.text(part), part));
    if (!header || !filters) continue;
    const { row, left } = header;
    const source = (sheetNames.get(header.sheet) ?? header.sheet).toLowerCase();
    const area = { sheet: source, left, right: left + fields!.length - 1, top: row + 1, bottom: LAST };
    const where = `${sheetNames.get(sheet) ?? sheet}!${filters.name}`;
    yield { where, texts: filters.labels, areas: [area], looksUp: filters.isFiltered, isIndirect: true };
  }
}

function pivotFilters(xml: string, part: string) {
  const labels: string[] = [];
  let [name, isFiltered] = ['', false];
  const reader = new XmlReader(xml, part);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 's:pivotTableDefinition') name = reader.attribute('name') ?? '';
    const label = reader.name === 's:filter' ? reader.attribute('stringValue1') : undefined;
    if (label !== undefined) labels.push(decodeXString(label));
    isFiltered ||=
      label !== undefined ||
      (reader.name === 's:pageField' && reader.attribute('item') !== undefined) ||
      (reader.name === 's:item' && /^(?:1|true)$/.test(reader.attribute('h') ?? ''));
  }
  return { name, labels, isFiltered };
}
