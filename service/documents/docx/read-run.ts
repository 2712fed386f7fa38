import { child, childValue, toggle } from '../ooxml/tree.ts';
import type { XmlNode } from '../ooxml/tree.ts';
import type { Item, Piece, Run } from './model.ts';
import type { Styles } from './styles.ts';

/** Properties that do not change how text looks: Word splits runs at every change of them. */
const INVISIBLE: ReadonlySet<string> = new Set(['w:lang', 'w:noProof']);

/** Elements of a run that stay in their place and are not shown. */
const RUN_MARKS: ReadonlySet<string> = new Set([
  'w:lastRenderedPageBreak',
  'w:commentReference',
  'w:annotationRef',
  'w:delText',
  'w:delInstrText',
]);

/** Characters of a symbol font, stored in the private use area ([MS-DOC] and Word's symbol fonts): signs, not words. */
const SYMBOLS = /^[\uf000-\uf0ff\s]+$/;

/** Reads a `w:r` into items; `readNested` is called for elements that may hold paragraphs, such as text boxes. */
export function readRun(
  source: string,
  node: XmlNode,
  hiddenParagraph: boolean,
  styles: Styles,
  items: Item[],
  readNested: (node: XmlNode) => void,
): void {
  const properties = child(node, 'w:rPr');
  const run = runOf(source, node, properties);
  const hidden = isHidden(properties, hiddenParagraph, styles);
  for (const inner of node.children) {
    if (inner === properties) continue;
    const piece = { start: inner.start, end: inner.end, startRun: run, endRun: run };
    readRunChild(inner, piece, hidden, items);
    if (inner.children.length > 0) readNested(inner);
  }
}

function readRunChild(node: XmlNode, piece: Piece, hidden: boolean, items: Item[]): void {
  if (node.name === 'w:t') {
    const text = visibleText(node);
    if (text === '') items.push({ kind: 'marker', piece });
    else if (hidden || SYMBOLS.test(text.trim())) items.push({ kind: 'alone', piece });
    else items.push({ kind: 'text', text, piece: { ...piece, node } });
  } else if (node.name === 'w:fldChar') {
    const type = node.attributes['w:fldCharType'];
    if (type === 'begin' || type === 'separate' || type === 'end') items.push({ kind: 'field', type, piece });
    else items.push({ kind: 'alone', piece });
  } else if (node.name === 'w:instrText') {
    items.push({ kind: 'instruction', text: node.text, piece });
  } else if (RUN_MARKS.has(node.name)) {
    // A comment on a place, not on a range, is nothing but its reference.
    const fixed = node.name === 'w:commentReference' ? 'range' : undefined;
    items.push({ kind: 'marker', piece: { ...piece, ...(fixed && { fixed }) } });
  } else {
    items.push({ kind: 'alone', piece: { ...piece, names: [node.name] } });
  }
}

/** What Word shows of a `w:t`: without `xml:space="preserve"` the white space at its ends does not count (§17.3.3.31). */
function visibleText(node: XmlNode): string {
  return node.preserve ? node.text : node.text.replace(/^[ \t\n]+|[ \t\n]+$/g, '');
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

/** A property as far as it shows. The keyboard a character came from (`w:hint`) splits runs within words. */
function visiblePart(source: string, property: XmlNode): string {
  if (INVISIBLE.has(property.name)) return '';
  const written = source.slice(property.start, property.end);
  if (property.name !== 'w:rFonts' || property.attributes['w:hint'] === undefined) return written;
  const shown = written.replace(/\s+[\w.-]+:hint\s*=\s*(?:"[^"]*"|'[^']*')/, '');
  return Object.keys(property.attributes).length === 1 ? '' : shown;
}

/** Whether a run's text is hidden: by its own properties, its style, or the style of its paragraph. */
export function isHidden(properties: XmlNode | undefined, hiddenParagraph: boolean, styles: Styles): boolean {
  const direct = toggle(properties, 'w:vanish');
  if (direct !== undefined) return direct;
  return styles.isHidden(childValue(properties, 'w:rStyle')) || hiddenParagraph;
}
