// @ts-check
// What a workbook holds, as this checker sees it: sheets in order, each cell with its value resolved.
import { relationshipsOf } from './package.mjs';
import { attr, canonical, child, elements, parseXml, textOf } from './xml.mjs';

/**
 * @typedef {import('./xml.mjs').XmlNode} XmlNode
 * @typedef {import('./package.mjs').Package} Package
 *
 * @typedef {object} Cell
 * @property {string} ref
 * @property {number} column from 1
 * @property {XmlNode} node
 * @property {string} type the `t` attribute, `n` by default
 * @property {boolean} isFormula
 * @property {RichText | null} text of the three kinds of text cells, else null
 * @property {string} value what a cell of any other kind holds, as written
 *
 * @typedef {{text: string, formats: string[], canonical: string, isPreserved: boolean}} RichText formats per code point
 *
 * @typedef {object} Sheet
 * @property {string} key of its part
 * @property {string} name
 * @property {XmlNode} root
 * @property {Cell[]} cells
 * @property {{key: string, root: XmlNode}[]} tables
 *
 * @typedef {object} Workbook
 * @property {XmlNode} root
 * @property {Sheet[]} sheets worksheets only
 * @property {string | undefined} stringsKey
 * @property {XmlNode | undefined} stringsRoot
 * @property {XmlNode[]} strings
 */

/** @param {Package} pack @returns {Workbook} */
export function readWorkbook(pack) {
  const root = parseXml(dataOf(pack, pack.main));
  const related = relationshipsOf(pack.parts, pack.main);
  const stringsKey = related.find((r) => r.kind === 'sharedStrings' && pack.parts.has(r.target))?.target;
  const stringsRoot = stringsKey === undefined ? undefined : parseXml(dataOf(pack, stringsKey));
  const strings = elements(stringsRoot).filter((node) => node.local === 'si');
  /** @type {Map<string, RichText>} */
  const cache = new Map();
  const shared = (/** @type {string} */ index) => {
    const item = strings[Number(index)];
    if (!item) throw new Error(`no shared string ${index}`);
    const known = cache.get(index) ?? richText(item);
    cache.set(index, known);
    return known;
  };
  /** @type {Sheet[]} */
  const sheets = [];
  for (const row of elements(child(root, 'sheets'))) {
    const relationship = related.find((r) => r.id === attr(row, 'id'));
    if (relationship?.kind !== 'worksheet' || !pack.parts.has(relationship.target)) continue;
    sheets.push(readSheet(pack, relationship.target, attr(row, 'name') ?? '', shared));
  }
  return { root, sheets, stringsKey, stringsRoot, strings };
}

/** @param {Package} pack @param {string} key */
export function dataOf(pack, key) {
  const part = pack.parts.get(key);
  if (!part) throw new Error(`no part ${key}`);
  return part.data;
}

/**
 * @param {Package} pack @param {string} key @param {string} name
 * @param {(index: string) => RichText} shared
 * @returns {Sheet}
 */
function readSheet(pack, key, name, shared) {
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

/** @param {string} ref such as AB12 */
export function columnNumber(ref) {
  let column = 0;
  for (const c of ref.toUpperCase().match(/^\$?([A-Z]+)/)?.[1] ?? '')
    column = column * 26 + c.charCodeAt(0) - 64;
  return column;
}

/** @param {XmlNode} node @param {number} column @param {string} ref @param {(index: string) => RichText} shared @returns {Cell} */
function readCell(node, column, ref, shared) {
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

/** @param {string} raw @returns {RichText} */
function plain(raw) {
  const text = unescapeCell(raw);
  return { text, formats: Array.from(text, () => ''), canonical: JSON.stringify(raw), isPreserved: true };
}

/** `_x000D_` and the like, ECMA-376 part 1, §22.4.2.4 (ST_Xstring). @param {string} text */
export function unescapeCell(text) {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
}

/** An `si` or `is`: `t`, or runs `r`, without phonetic hints. @param {XmlNode | undefined} node @returns {RichText} */
export function richText(node) {
  let text = '';
  /** @type {string[]} */
  const formats = [];
  let isPreserved = true;
  const add = (/** @type {XmlNode | undefined} */ t, /** @type {string} */ format) => {
    const own = unescapeCell(textOf(t));
    if (t && /^\s|\s$/.test(own) && attr(t, 'space') !== 'preserve') isPreserved = false;
    text += own;
    for (let i = 0; i < Array.from(own).length; i++) formats.push(format);
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
