// A workbook as this checker sees it: sheets in order, each cell with its value resolved.
import { relationshipsOf } from './package.ts';
import { attr, canonical, child, elements, parseXml, textOf } from './xml.ts';
import type { XmlNode } from './xml.ts';
import type { Package } from './package.ts';

export interface Cell {
  ref: string;
  /** From 1. */
  column: number;
  node: XmlNode;
  /** The `t` attribute, `n` by default. */
  type: string;
  isFormula: boolean;
  /** Set for the three kinds of text cells, else null. */
  text: RichText | null;
  /** The value of a cell of any other kind, as written. */
  value: string;
}

/** Formats per code point. */
export interface RichText {
  text: string;
  formats: string[];
  canonical: string;
  isPreserved: boolean;
}

export interface Sheet {
  /** Key of its part. */
  key: string;
  name: string;
  root: XmlNode;
  cells: Cell[];
  tables: { key: string; root: XmlNode }[];
}

export interface Workbook {
  root: XmlNode;
  /** Worksheets only. */
  sheets: Sheet[];
  stringsKey: string | undefined;
  stringsRoot: XmlNode | undefined;
  strings: XmlNode[];
}

export function readWorkbook(pack: Package): Workbook {
  const root = parseXml(dataOf(pack, pack.main));
  const related = relationshipsOf(pack.parts, pack.main);
  const stringsKey = related.find((r) => r.kind === 'sharedStrings' && pack.parts.has(r.target))?.target;
  const stringsRoot = stringsKey === undefined ? undefined : parseXml(dataOf(pack, stringsKey));
  const strings = elements(stringsRoot).filter((node) => node.local === 'si');
  const cache = new Map<string, RichText>();
  const shared = (index: string) => {
    const item = strings[Number(index)];
    if (!item) throw new Error(`no shared string ${index}`);
    const known = cache.get(index) ?? richText(item);
    cache.set(index, known);
    return known;
  };
  const sheets: Sheet[] = [];
  for (const row of elements(child(root, 'sheets'))) {
    const relationship = related.find((r) => r.id === attr(row, 'id'));
    if (relationship?.kind !== 'worksheet' || !pack.parts.has(relationship.target)) continue;
    sheets.push(readSheet(pack, relationship.target, attr(row, 'name') ?? '', shared));
  }
  return { root, sheets, stringsKey, stringsRoot, strings };
}

function dataOf(pack: Package, key: string) {
  const part = pack.parts.get(key);
  if (!part) throw new Error(`no part ${key}`);
  return part.data;
}

function readSheet(pack: Package, key: string, name: string, shared: (index: string) => RichText): Sheet {
  const root = parseXml(dataOf(pack, key));
  const cells = [];
  let rowNumber = 0;
  for (const row of elements(child(root, 'sheetData'))) {
    rowNumber = Number(attr(row, 'r') ?? rowNumber + 1);
    let column = 0;
    for (const node of elements(row).filter((kid) => kid.local === 'c')) {
      const ref = attr(node, 'r');
      column = ref === undefined ? column + 1 : columnNumber(ref);
      cells.push(readCell(node, column, ref ?? `R${rowNumber}C${column}`, shared));
    }
  }
  const tables = relationshipsOf(pack.parts, key)
    .filter((r) => r.kind === 'table' && pack.parts.has(r.target))
    .map((r) => ({ key: r.target, root: parseXml(dataOf(pack, r.target)) }));
  return { key, name, root, cells, tables };
}

/** The number of the column in a reference such as AB12. */
export function columnNumber(ref: string) {
  let column = 0;
  for (const c of /^\$?([A-Z]+)/.exec(ref.toUpperCase())?.[1] ?? '')
    column = column * 26 + c.charCodeAt(0) - 64;
  return column;
}

function readCell(node: XmlNode, column: number, ref: string, shared: (index: string) => RichText): Cell {
  const type = attr(node, 't') ?? 'n';
  const isFormula = child(node, 'f') !== undefined;
  const value = child(node, 'v');
  const raw = textOf(value);
  let text = null;
  if (type === 's' && !isFormula && raw.trim() !== '') text = shared(raw.trim());
  if (type === 'inlineStr') text = richText(child(node, 'is'));
  if (type === 'str' && !isFormula && value) text = { ...richText(undefined), ...plain(raw) };
  return { ref, column, node, type, isFormula, text, value: raw };
}

function plain(raw: string): RichText {
  const text = unescapeCell(raw);
  return { text, formats: Array.from(text, () => ''), canonical: JSON.stringify(raw), isPreserved: true };
}

/** `_x000D_` and the like, ECMA-376 part 1, §22.4.2.4 (ST_Xstring). */
export function unescapeCell(text: string) {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** An `si` or `is`: `t`, or runs `r`, without phonetic hints. */
function richText(node: XmlNode | undefined): RichText {
  let text = '';
  const formats: string[] = [];
  let isPreserved = true;
  const add = (t: XmlNode | undefined, format: string) => {
    const own = unescapeCell(textOf(t));
    if (t && /^\s|\s$/.test(own) && attr(t, 'space') !== 'preserve') isPreserved = false;
    text += own;
    formats.push(...Array.from(own, () => format));
  };
  for (const kid of elements(node)) {
    if (kid.local === 't') add(kid, '');
    if (kid.local !== 'r') continue;
    const format = elements(child(kid, 'rPr'))
      .map((property) => canonical(property))
      .join('');
    add(child(kid, 't'), format);
  }
  return { text, formats, canonical: node ? canonical(node) : '', isPreserved };
}
