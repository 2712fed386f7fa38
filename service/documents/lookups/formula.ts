import { LAST, ONE_CELL, rangeOf } from './references.ts';
import type { Area, Extent } from './references.ts';

/** The tokens of a formula: which cells and texts it refers to, not what it computes. */
export interface Formula {
  /** Its quoted texts, and those of names that stand for one. */
  readonly texts: readonly string[];
  readonly areas: readonly Area[];
  /** Whether it compares texts or looks some up. */
  readonly looksUp: boolean;
  /** Whether texts name cells for it (`INDIRECT`). */
  readonly isIndirect: boolean;
}

/** Tables and defined names. All keys are in small letters. */
export interface Names {
  table(name: string): NamedTable | undefined;
  tablesOf(sheet: string): readonly NamedTable[];
  defined(name: string, depth: number): Formula | undefined;
}

export interface NamedTable {
  readonly area: Area;
  /** By name, counted from 0. */
  readonly columns: ReadonlyMap<string, number>;
}

export interface FormulaPlace {
  readonly sheet: string;
  readonly names: Names;
  /** The cells that it is for; it is written for the first. */
  readonly extent?: Extent;
}

/** UTF-16 units: Excel's limit. */
const MAX_LENGTH = 8_192;
/** Areas and texts of one formula. */
const MAX_PARTS = 50;
/** Names that refer to names: deeper than anyone nests them. */
const MAX_DEPTH = 5;
/** `"` is a quoted text, `0` an empty one. */
const LOOKS_UP =
  /\b(?:COUNTIFS?|SUMIFS?|AVERAGEIFS?|MAXIFS|MINIFS|X?MATCH|[HVX]?LOOKUP|SWITCH|EXACT|SEARCHB?|FINDB?|SUBSTITUTE|INDIRECT|D(?:SUM|COUNTA?|AVERAGE|GET|MAX|MIN|PRODUCT))\s*\(|(?:(?<![<>])=|<>)\s*["'\p{L}$[{(]/iu;
const WORD =
  /(\[\d{1,9}\])?([\p{L}\p{N}_.$\\?:!]+)(\[(?:[^[\]]|\[[^[\]]*\])*\])?|\[(?:[^[\]]|\[[^[\]]*\])*\]/gu;

/** The meaning of defined names, each read once. */
export function namesOf(
  defined: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, NamedTable> = new Map(),
): Names {
  const known = new Map<string, Formula | undefined>();
  const bySheet = new Map<string, NamedTable[]>();
  for (const table of tables.values()) {
    const own = bySheet.get(table.area.sheet);
    if (own) own.push(table);
    else bySheet.set(table.area.sheet, [table]);
  }
  const names: Names = {
    table: (name) => tables.get(name),
    tablesOf: (sheet) => bySheet.get(sheet) ?? [],
    defined(name, depth) {
      const formula = defined.get(name);
      if (formula === undefined || depth > MAX_DEPTH) return undefined;
      if (known.has(name)) return known.get(name);
      // Until it is read: a name may refer to itself.
      known.set(name, undefined);
      const found = readFormula(formula, { sheet: '', names }, depth);
      known.set(name, found);
      return found;
    },
  };
  return names;
}

/** Takes linear time. Nothing for a formula that is longer than Excel's limit. */
export function readFormula(
  formula: string,
  { sheet, names, extent = ONE_CELL }: FormulaPlace,
  depth = 0,
): Formula {
  const texts: string[] = [];
  const areas: Area[] = [];
  if (formula.length > MAX_LENGTH) return { texts, areas, looksUp: false, isIndirect: false };
  const bare = withoutTexts(formula, texts);
  let isIndirect = /\bINDIRECT\s*\(/i.test(bare);
  for (const { where, word, inBrackets } of wordsOf(bare, sheet)) {
    const key = word.toLowerCase();
    const range = rangeOf(word, where, extent);
    const meaning = range ? undefined : names.defined(key, depth + 1);
    if (range) areas.push(range);
    else areas.push(...columnsOf(key, inBrackets, where, names));
    areas.push(...(meaning?.areas ?? []));
    texts.push(...(meaning?.texts ?? []));
    isIndirect ||= meaning?.isIndirect === true;
    if (areas.length > MAX_PARTS) areas.length = MAX_PARTS;
    if (texts.length > MAX_PARTS) texts.length = MAX_PARTS;
  }
  // How far down a range goes that is computed is known once it is calculated.
  const isMoved = /\bOFFSET\s*\(/i.test(bare);
  return {
    texts,
    areas: isMoved ? areas.map((area) => ({ ...area, bottom: LAST })) : areas,
    looksUp: LOOKS_UP.test(bare),
    isIndirect,
  };
}

/** The formula with a sign for each quoted text; a quotation mark within one is doubled. */
function withoutTexts(formula: string, texts: string[]): string {
  const pieces = formula.split('"');
  let bare = pieces[0]!;
  let text = '';
  for (let at = 1; at < pieces.length; at += 2) {
    text += pieces[at]!;
    const after = pieces[at + 1];
    if (after === '' && at + 2 < pieces.length) {
      text += '"';
      continue;
    }
    if (text !== '') texts.push(text);
    bare += (text === '' ? '0' : '"') + (after ?? '');
    text = '';
  }
  return bare;
}

interface Word {
  /** The sheet that it is of. */
  readonly where: string;
  readonly word: string;
  readonly inBrackets: string | undefined;
}

/** Names, references and numbers, but for those of other workbooks. */
function* wordsOf(bare: string, sheet: string): Generator<Word> {
  const pieces = bare.split("'");
  let quoted = '';
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 1) quoted += piece;
    else if (piece === '' && at > 0 && at < pieces.length - 1) quoted += "'";
    else {
      for (const { 0: whole, 1: book, 2: written = '', 3: brackets, index } of piece.matchAll(WORD)) {
        const mark = written.lastIndexOf('!');
        const isQuoted = index === 0 && mark === 0;
        const where = isQuoted ? quoted : mark === -1 ? sheet : written.slice(0, mark);
        if (book !== undefined || where.includes('[')) continue;
        yield { where, word: written.slice(mark + 1), inBrackets: written === '' ? whole : brackets };
      }
      quoted = '';
    }
  }
}

/** `Table`, `Table[Column]`, `Table[[#All],[Column]]`; `[@Column]` is of a table of the sheet. */
function columnsOf(name: string, inBrackets: string | undefined, sheet: string, names: Names): Area[] {
  const named = names.table(name);
  const tables = named ? [named] : name === '' ? names.tablesOf(sheet.toLowerCase()) : [];
  if (tables.length === 0) return [];
  const parts = (inBrackets ?? '').split(/[[\]]/).map((part) => part.replace(/^@/, '').trim());
  const column = parts
    .findLast((part) => /^[^#,]/.test(part))
    ?.replace(/'(.)/g, '$1')
    .toLowerCase();
  return tables.flatMap(({ area, columns }) => {
    if (column === undefined) return [area];
    const at = columns.get(column);
    return at === undefined ? [] : [{ ...area, left: area.left + at, right: area.left + at }];
  });
}
