import { readFormula } from '../lookups/formula.ts';
import type { Area, Lookup, Match, NamedTable, Names, Operand, Rule, TextCell } from '../lookups/model.ts';
import { columnNumber, extentOf, ONE_CELL, rangeOf, rangesOf } from '../lookups/references.ts';
import type { Extent } from '../lookups/references.ts';
import { XmlReader } from '../xml/reader.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { pivotRules } from './pivot-rules.ts';
import { plainRichText } from './rich-text.ts';
import type { Workbook } from './workbook.ts';
import { decodeXString } from '../ooxml/xstring.ts';

/** The rules of a workbook that look for texts, and what its names mean. */
export interface WorkbookRules {
  readonly names: Names;
  readonly rules: readonly Rule[];
  /** As people see it. */
  readonly sheetNames: ReadonlyMap<string, string>;
}

const ANY_RULE = /[<:](?:f|formula[12]?|dataValidation|cfRule|filterColumn)[\s/>]/;
const CELL_NAME = /^([A-Z]{1,3})(\d{1,7})$/i;

function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('}')) + 1);
}

export function readRules(workbook: Workbook): WorkbookRules {
  const { pkg, mainPart, sheets } = workbook;
  const sheetNames = new Map<string, string>();
  const defined = new Map<string, string[]>();
  const parts = new Map(pkg.relationships(mainPart).map(({ id, part }) => [id, part]));
  const reader = new XmlReader(pkg.text(mainPart), mainPart);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    const own = localName(reader.name);
    if (own === 'sheet') {
      const part = parts.get(reader.attribute('r:id') ?? '');
      if (part !== undefined) sheetNames.set(part, reader.attribute('name') ?? part);
    } else if (own === 'definedName') {
      const name = (reader.attribute('name') ?? '').toLowerCase();
      const formula = decodeXString(reader.elementText());
      defined.set(name, [...(defined.get(name) ?? []), formula]);
    }
  }
  const tables = new Map<string, NamedTable>();
  const rules: Rule[] = [];
  const withRules = sheets.filter((part) => ANY_RULE.test(pkg.text(part)));
  for (const sheet of sheets) {
    const name = sheetNames.get(sheet) ?? sheet;
    for (const { kind, part } of pkg.relationships(sheet))
      if (kind === 'table' && part !== undefined)
        unlessRefused(() => readTable(pkg.text(part), part, name, tables, rules));
  }
  const sheetKeys = new Set([...sheetNames.values()].map((name) => name.toLowerCase()));
  const names: Names = { sheets: sheetKeys, defined, tables };
  for (const sheet of withRules)
    readSheetRules(pkg.text(sheet), sheet, sheetNames.get(sheet) ?? sheet, names, rules);
  const filtered = defined.get('_xlnm.criteria') ?? [];
  const lookups = filtered.flatMap((formula): Lookup[] => {
    const { areas } = readFormula(formula, { sheet: '', names }).value;
    return areas.map((area) => ({
      sought: { literals: [], areas: [area], match: 'pattern' },
      among: { literals: [], areas: wholeSheets(names), match: 'whole' },
    }));
  });
  if (lookups.length > 0) rules.push({ kind: 'filter', where: filtered[0]!, lookups });
  rules.push(...pivotRules(workbook));
  return { names, rules, sheetNames };
}

function wholeSheets({ sheets }: Names): Area[] {
  return [...sheets].map((sheet) => ({ sheet, left: 1, top: 1, right: 20_000, bottom: 2_000_000 }));
}

function readTable(
  xml: string,
  part: string,
  sheet: string,
  tables: Map<string, NamedTable>,
  rules: Rule[],
): void {
  const reader = new XmlReader(xml, part);
  const columns: string[] = [];
  let name = '';
  let area: Area | undefined;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    const own = localName(reader.name);
    if (own === 'table') {
      name = reader.attribute('displayName') ?? reader.attribute('name') ?? '';
      area = rangeOf(reader.attribute('ref') ?? '', sheet);
    } else if (own === 'tableColumn') columns.push(decodeXString(reader.attribute('name') ?? ''));
    else if (own === 'autoFilter') readFilter(reader, sheet, rules);
  }
  if (area) tables.set(name.toLowerCase(), { area, columns });
}

/** The criteria of a filter, which hides the rows that do not meet them when it is applied again. */
function readFilter(reader: XmlReader, sheet: string, rules: Rule[]): void {
  const reference = reader.attribute('ref') ?? '';
  const area = rangeOf(reference, sheet);
  let column = 0;
  const lookups: Lookup[] = [];
  const { depth } = reader;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event === 'close' && reader.depth <= depth) break;
    if (event !== 'open') continue;
    const own = localName(reader.name);
    if (own === 'filterColumn') column = Number(reader.attribute('colId') ?? 0) || 0;
    if ((own !== 'filter' && own !== 'customFilter') || !area) continue;
    const value = decodeXString(reader.attribute('val') ?? '');
    const cells = { ...area, left: area.left + column, right: area.left + column, top: area.top + 1 };
    lookups.push({
      sought: { literals: [value], areas: [], match: own === 'filter' ? 'whole' : 'pattern' },
      among: { literals: [], areas: [cells], match: 'whole' },
    });
  }
  if (lookups.length > 0) rules.push({ kind: 'filter', where: `${sheet}!${reference}`, lookups });
}

/** Elements of an extension's rule that come after its formulas. */
interface Pending {
  readonly kind: 'list' | 'format';
  readonly type: string;
  readonly operator: string;
  readonly text: string | undefined;
  readonly formulas: string[];
  cells: string;
}

function readSheetRules(xml: string, part: string, sheet: string, names: Names, rules: Rule[]): void {
  const reader = new XmlReader(xml, part);
  const key = sheet.toLowerCase();
  let row = 0;
  let cell = '';
  let column = 0;
  let cells = '';
  let pending: Pending | undefined;
  const formats: Pending[] = [];
  const finish = (one: Pending): void => {
    const rule = ruleOf(one, sheet, names);
    if (rule) rules.push(rule);
  };
  for (let event = reader.next(); event; event = reader.next()) {
    const own = localName(reader.name);
    if (event === 'close') {
      if (own === 'dataValidation' && pending) finish(pending);
      if (own === 'conditionalFormatting') {
        for (const one of formats.splice(0)) finish({ ...one, cells: one.cells || cells });
        cells = '';
      }
      if (own === 'dataValidation' || own === 'cfRule') pending = undefined;
      continue;
    }
    if (event !== 'open') continue;
    switch (own) {
      case 'row':
        row = Number(reader.attribute('r')) || row + 1;
        column = 0;
        break;
      case 'c': {
        const [, letters] = CELL_NAME.exec(reader.attribute('r') ?? '') ?? [];
        column = letters === undefined ? column + 1 : columnNumber(letters);
        cell = letters === undefined ? `${column}:${row}` : `${letters}${row}`;
        break;
      }
      case 'f':
        if (reader.name !== 's:f') {
          pending?.formulas.push(decodeXString(reader.elementText()));
          break;
        }
        {
          const reference = reader.attribute('t') === 'shared' ? reader.attribute('ref') : undefined;
          const extent = extentIn(reference, sheet);
          const formula = decodeXString(reader.elementText());
          const { lookups } = readFormula(formula, { sheet: key, names, extent });
          if (lookups.length > 0) rules.push({ kind: 'formula', where: `${sheet}!${cell}`, lookups });
        }
        break;
      case 'dataValidation':
        pending = {
          kind: 'list',
          type: reader.attribute('type') ?? '',
          operator: '',
          text: undefined,
          formulas: [],
          cells: reader.attribute('sqref') ?? '',
        };
        break;
      case 'conditionalFormatting':
        cells = reader.attribute('sqref') ?? '';
        break;
      case 'cfRule':
        pending = {
          kind: 'format',
          type: reader.attribute('type') ?? '',
          operator: reader.attribute('operator') ?? '',
          text: reader.attribute('text'),
          formulas: [],
          cells: '',
        };
        formats.push(pending);
        break;
      case 'formula':
      case 'formula1':
      case 'formula2':
        // In an extension the text has an `f` of its own.
        if (reader.name.startsWith('s:')) pending?.formulas.push(decodeXString(reader.elementText()));
        break;
      case 'sqref': {
        const list = reader.elementText().trim();
        if (pending && pending.kind === 'list') pending.cells = list;
        else cells = list;
        break;
      }
      case 'autoFilter':
        readFilter(reader, sheet, rules);
        break;
    }
  }
}

function extentIn(reference: string | undefined, sheet: string): Extent {
  const area = reference === undefined ? undefined : rangeOf(reference, sheet);
  return area ? extentOf(area) : ONE_CELL;
}

/** How the kinds of formats that have a text compare it. */
const TEXT_RULES: Readonly<Record<string, Match>> = {
  containsText: 'part',
  notContainsText: 'part',
  beginsWith: 'start',
  endsWith: 'end',
};

function ruleOf(one: Pending, sheet: string, names: Names): Rule | undefined {
  const areas = rangesOf(one.cells, sheet);
  const [first] = areas;
  if (!first) return undefined;
  const own: Operand = { literals: [], areas, match: 'whole' };
  const place = { sheet: sheet.toLowerCase(), names, extent: extentOf(first) };
  const lookups: Lookup[] = [];
  const match = TEXT_RULES[one.type];
  if (match && one.text) lookups.push({ sought: { literals: [one.text], areas: [], match }, among: own });
  for (const formula of one.formulas) {
    const { lookups: inside, value } = readFormula(formula, place);
    lookups.push(...inside);
    if (one.type === 'list') lookups.push({ sought: own, among: { ...value, literals: listed(value) } });
    if (one.type === 'cellIs' && /equal/i.test(one.operator)) lookups.push({ sought: value, among: own });
  }
  return lookups.length === 0 ? undefined : { kind: one.kind, where: `${sheet}!${one.cells}`, lookups };
}

/** The values of a list that is written out: `"Open,Closed"`. */
function listed({ literals }: Operand): string[] {
  return literals.flatMap((text) => text.split(',').map((each) => each.trim()));
}

/** The cells of a workbook that hold a text of their own, no formula's. */
export function* textCells(
  workbook: Workbook,
  sheetNames: ReadonlyMap<string, string>,
): Generator<TextCell & { readonly part: string }> {
  const strings = workbook.sharedStrings();
  const known = new Map<number, string>();
  const sharedText = (index: number): string => {
    let text = known.get(index);
    if (text === undefined) {
      const rich = strings?.read(index);
      known.set(index, (text = rich ? plainRichText(rich) : ''));
    }
    return text;
  };
  for (const part of workbook.sheets) {
    const reader = new XmlReader(workbook.pkg.text(part), part);
    const sheet = (sheetNames.get(part) ?? part).toLowerCase();
    let row = 0;
    let column = 0;
    for (let event = reader.next(); event; event = reader.next()) {
      if (event !== 'open') continue;
      if (reader.name === 's:row') {
        row = Number(reader.attribute('r')) || row + 1;
        column = 0;
      }
      if (reader.name !== 's:c') continue;
      const [, letters] = CELL_NAME.exec(reader.attribute('r') ?? '') ?? [];
      column = letters === undefined ? column + 1 : columnNumber(letters);
      const type = reader.attribute('t');
      if (type !== 's' && type !== 'str' && type !== 'inlineStr') {
        reader.skipElement();
        continue;
      }
      const text = cellText(reader, type, sharedText);
      if (text !== '') yield { part, sheet, column, row, text };
    }
  }
}

function cellText(reader: XmlReader, type: string, sharedText: (index: number) => string): string {
  let text = '';
  let isFormula = false;
  const { depth } = reader;
  for (let event = reader.next(); event; event = reader.next()) {
    if (event === 'close' && reader.depth <= depth) break;
    if (event !== 'open') continue;
    if (reader.name === 's:f') isFormula = true;
    else if (reader.name === 's:rPh') reader.skipElement();
    else if (reader.name === 's:v' || reader.name === 's:t') {
      const own = reader.elementText();
      text += type === 's' ? sharedText(Number(own)) : decodeXString(own);
    }
  }
  return isFormula ? '' : text;
}
