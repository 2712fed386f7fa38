import { isDrawn } from '../ooxml/symbol-fonts.ts';
import { child, childValue, toggle } from '../xml/tree.ts';
import type { XmlNode } from '../xml/tree.ts';
import { pieceOf } from './model.ts';
import type { Item, Piece, PieceDetails, Run } from './model.ts';
import { hasSymbolFont } from './styles.ts';
import type { Styles } from './styles.ts';

/** Properties that do not change the look of text: Word splits runs at every change of them. */
const INVISIBLE: ReadonlySet<string> = new Set(['w:lang', 'w:noProof']);

/** Hyphens within a word that are elements (§17.3.3.18, §17.3.3.29). */
const HYPHENS: ReadonlyMap<string, string> = new Map([
  ['w:softHyphen', '\u00ad'],
  ['w:noBreakHyphen', '\u2011'],
]);

/** Invisible elements of a run that stay in place. */
const RUN_MARKS: ReadonlySet<string> = new Set([
  'w:lastRenderedPageBreak',
  'w:commentReference',
  'w:annotationRef',
  'w:delText',
  'w:delInstrText',
]);

/** Symbol font characters in the private use area ([MS-DOC]): signs, not words. */
const SYMBOLS = /^\s*[\uf000-\uf0ff][\uf000-\uf0ff\s]*$/;

/** Reads a `w:r`; calls `readNested` for elements that may contain paragraphs, such as text boxes. */
export function readRun(
  source: string,
  node: XmlNode,
  paragraphStyle: string | undefined,
  styles: Styles,
  items: Item[],
  readNested: (node: XmlNode) => void,
): void {
  const properties = child(node, 'w:rPr');
  const run = runOf(source, node, properties);
  const hidden = isHidden(properties, paragraphStyle, styles);
  const symbolic = isSymbolic(properties, paragraphStyle, styles);
  for (const inner of node.children) {
    if (inner === properties) continue;
    const base = inner.name === 'w:ruby' ? child(inner, 'w:rubyBase') : undefined;
    if (base && base.contentStart < base.contentEnd) {
      // The phonetic guide stays over its words: the elements around them open and close a pair.
      items.push({ kind: 'open', piece: pieceOf(inner.start, base.contentStart, run, undefined) });
      for (const own of base.children)
        if (own.name === 'w:r') readRun(source, own, paragraphStyle, styles, items, readNested);
      items.push({ kind: 'close', piece: pieceOf(base.contentEnd, inner.end, undefined, run) });
      continue;
    }
    items.push(runItem(inner, run, (text) => hidden || SYMBOLS.test(text) || (symbolic && isDrawn(text))));
    if (inner.children.length > 0) readNested(inner);
  }
}

function runItem(node: XmlNode, run: Run, isNoText: (text: string) => boolean): Item {
  const { name } = node;
  if (name === 'w:t') return textItem(node, run, isNoText);
  const hyphen = HYPHENS.get(name);
  if (hyphen !== undefined && !isNoText(hyphen))
    return { kind: 'text', text: hyphen, piece: runPiece(node, run, { node }) };
  if (name === 'w:fldChar') {
    const type = node.attributes['w:fldCharType'];
    const piece = runPiece(node, run);
    const known = type === 'begin' || type === 'separate' || type === 'end';
    return known ? { kind: 'field', type, piece, choice: choiceOf(node) } : { kind: 'standalone', piece };
  }
  if (name === 'w:instrText') return { kind: 'instruction', text: node.text, piece: runPiece(node, run) };
  if (RUN_MARKS.has(name)) {
    // A comment on a place, not a range, is only its reference.
    const fixed = name === 'w:commentReference' ? 'range' : undefined;
    return { kind: 'marker', piece: runPiece(node, run, { fixed }) };
  }
  return { kind: 'standalone', piece: runPiece(node, run, { names: [name] }) };
}

/** The entry shown by a form's drop-down list (§17.16.12). */
function choiceOf(field: XmlNode): string | undefined {
  const list = child(child(field, 'w:ffData'), 'w:ddList');
  if (!list) return undefined;
  const entries = list.children.filter(({ name }) => name === 'w:listEntry');
  const chosen = Number(childValue(list, 'w:result') ?? childValue(list, 'w:default') ?? 0);
  return entries[chosen]?.attributes['w:val'];
}

function textItem(node: XmlNode, run: Run, isNoText: (text: string) => boolean): Item {
  const text = visibleText(node);
  if (text === '') return { kind: 'marker', piece: runPiece(node, run) };
  if (isNoText(text)) return { kind: 'standalone', piece: runPiece(node, run) };
  return { kind: 'text', text, piece: runPiece(node, run, { node }) };
}

function runPiece({ start, end }: XmlNode, run: Run, more?: PieceDetails): Piece {
  return pieceOf(start, end, run, run, more);
}

/** The visible text of a `w:t`: outer white space needs `xml:space="preserve"` (§17.3.3.31). */
function visibleText({ text, preserve }: XmlNode): string {
  if (preserve) return text;
  let start = 0;
  let end = text.length;
  while (isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n';
}

function runOf(source: string, node: XmlNode, properties: XmlNode | undefined): Run {
  return {
    start: node.start,
    tagEnd: node.contentStart,
    properties,
    contentStart: properties?.end ?? node.contentStart,
    contentEnd: node.contentEnd,
    end: node.end,
    format: (properties?.children ?? []).map((property) => visiblePart(source, property)).join(''),
  };
}

/** The visible part of a property. `w:hint`, the keyboard of a character, splits runs within words. */
function visiblePart(source: string, property: XmlNode): string {
  if (INVISIBLE.has(property.name)) return '';
  const written = source.slice(property.start, property.end);
  if (property.name !== 'w:rFonts' || property.attributes['w:hint'] === undefined) return written;
  const shown = written.replace(/\s[\w.-]+:hint\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  return Object.keys(property.attributes).length === 1 ? '' : shown;
}

/** Whether a run's text is hidden: by its own properties, its style, or the style of its paragraph. */
function isHidden(
  properties: XmlNode | undefined,
  paragraphStyle: string | undefined,
  styles: Styles,
): boolean {
  const direct = toggle(properties, 'w:vanish');
  if (direct !== undefined) return direct;
  return styles.isHidden(childValue(properties, 'w:rStyle')) || styles.isHidden(paragraphStyle);
}

/** Whether a run's letters are pictures of a symbol font, such as Wingdings. */
function isSymbolic(
  properties: XmlNode | undefined,
  paragraphStyle: string | undefined,
  styles: Styles,
): boolean {
  return hasSymbolFont(properties) ?? styles.isSymbolic(childValue(properties, 'w:rStyle'), paragraphStyle);
}
