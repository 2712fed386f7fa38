import { XmlReader } from '../xml/reader.ts';
import { rowsInColumnA } from './sheet-scan.ts';
import { FORMULA } from './tables.ts';
import { decodeXString } from './xstring.ts';

const TOKEN = /"((?:[^"]|"")*)"|'(?:[^']|'')*'|(?<![\w.])([A-Z_][\w.]*)\(|[()]/gi;
/** Functions that find a text by what cells hold. */
const FINDERS: ReadonlySet<string> = new Set(
  'COUNTIF COUNTIFS SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS MATCH XMATCH LOOKUP VLOOKUP XLOOKUP SWITCH EXACT SEARCH FIND'.split(
    ' ',
  ),
);
/** What holds for the cells of its `sqref`. */
const RULE = /^s:(?:conditionalFormatting|dataValidation)$/;
/** A cell or range of column A, or a table's column, which may be it. */
const COLUMN_A = /(?<![\w.$])\$?A(?:\$?\d+(?![\w(])|:)|\[/i;
/** A cell or column beside it. */
const OTHER_CELL = /(?<![\w.$:])(?!\$?A(?:\$?\d|:))\$?[A-Z]{1,3}(?:\$?\d+(?![\w(])|:\$?[A-Z])/i;

export interface Comparisons {
  /** Whether formulas, rules of formats or lists of allowed values compare cells of column A with a text, whatever its case. */
  readonly names: (text: string) => boolean;
  /** Whether a formula compares cells of column A with others: `SUMIF(A:A,D1,B:B)`. */
  readonly withCells: boolean;
}

/** What a workbook's formulas compare column A with. */
export function comparisonsIn(parts: readonly { part: string; xml: string }[]): Comparisons {
  const texts = new Set<string>();
  let withCells = false;
  for (const { part, xml } of parts) {
    const reader = new XmlReader(xml, part);
    let isForColumnA = false;
    for (let event = reader.next(); event; event = reader.next()) {
      if (event !== 'open') continue;
      if (RULE.test(reader.name))
        isForColumnA = (reader.attribute('sqref') ?? '').split(' ').some((range) => rowsInColumnA(range));
      if (!FORMULA.test(reader.name)) continue;
      const formula = decodeXString(reader.elementText());
      withCells ||= comparesCells(formula);
      if (!formula.includes('"')) continue;
      for (const text of isForColumnA ? allowedTexts(formula) : []) texts.add(text.toLowerCase());
      for (const text of COLUMN_A.test(formula) ? comparedTexts(formula) : []) texts.add(text.toLowerCase());
    }
  }
  return { names: (text) => texts.has(text.toLowerCase()), withCells };
}

/** One that finds or compares, and names column A and another cell outside of quotes. */
function comparesCells(formula: string): boolean {
  if (!COLUMN_A.test(formula)) return false;
  const bare = formula.replace(/"(?:[^"]|"")*"/g, '""');
  const finds = Array.from(bare.matchAll(TOKEN), ([, , name]) => name?.replace(/^.*\./, '').toUpperCase());
  return (
    OTHER_CELL.test(bare) && (/(?<![<>])=|<>/.test(bare) || finds.some((name) => FINDERS.has(name ?? '')))
  );
}

/** Of a rule that is one text: a list of allowed values, or what a cell must be equal to. */
function allowedTexts(formula: string): string[] {
  const [, text] = /^\s*"((?:[^"]|"")*)"\s*$/.exec(formula) ?? [];
  return text === undefined
    ? []
    : text
        .replaceAll('""', '"')
        .split(',')
        .map((one) => one.trim());
}

/** Those beside a sign of comparison, or straight within a function that finds. */
function comparedTexts(formula: string): string[] {
  const texts: string[] = [];
  const calls: string[] = [];
  for (const { 0: token, 1: text, 2: name, index } of formula.matchAll(TOKEN)) {
    if (name !== undefined) calls.push(name.replace(/^.*\./, '').toUpperCase());
    else if (token === '(') calls.push('');
    else if (token === ')') calls.pop();
    if (text === undefined) continue;
    const end = index + token.length;
    const isCompared =
      /(?:=|<>)\s*$/.test(formula.slice(Math.max(0, index - 4), index)) ||
      /^\s*(?:=|<>)/.test(formula.slice(end, end + 4));
    if (isCompared || FINDERS.has(calls.at(-1) ?? '')) texts.push(text.replaceAll('""', '"'));
  }
  return texts;
}
