import { renderTarget } from '../../inlines/render-target.ts';
import type { Inline } from '../../inlines/code-inlines.ts';
import { sliceWithEdits, inPlaceOrder } from '../../shared/spans.ts';
import type { Edit } from '../../shared/spans.ts';
import type { NewDirection } from '../../shared/text-direction.ts';
import { escapeAttribute, escapeXml, rawName, rawPrefix } from '../../xml/scan.ts';
import type { XmlNode } from '../../xml/tree.ts';
import { isSameLanguage } from '../proofing-language.ts';
import { LINKS } from './read-paragraph.ts';
import type { DrawingParagraph, Piece, Place, RunPiece } from './read-paragraph.ts';

/** Shared by all paragraphs of a translation. */
export interface DrawingTarget {
  readonly newDirection: NewDirection;
  /** The language of translated runs, `es-ES`; undefined without a spelling checker. */
  readonly language: string | undefined;
}

/** For a read without writing. */
export const AS_IT_IS: DrawingTarget = { newDirection: undefined, language: undefined };

/** The look of a paragraph if neither it nor its text box sets one. */
export interface InheritedLook {
  readonly alignment: string;
  readonly isRtl: boolean;
}

const CENTRED: InheritedLook = { alignment: 'ctr', isRtl: false };

/** The edits that put a translation into a paragraph, each text in a copy of its format's run. */
export function paragraphEdits(
  source: string,
  paragraph: DrawingParagraph,
  target: string,
  context: DrawingTarget,
  inherited = CENTRED,
): Edit[] {
  const { start, end } = paragraph;
  const text = contentOf(source, paragraph, target, context);
  return [...directionEdits(source, paragraph, context.newDirection, inherited), { start, end, text }];
}

/** A run to write: adjacent texts of the same look are merged. */
interface WrittenRun {
  readonly before: string;
  text: string;
  readonly after: string;
}

function contentOf(
  source: string,
  { coded, node }: DrawingParagraph,
  target: string,
  { language }: DrawingTarget,
): string {
  const out: (string | WrittenRun)[] = [];
  const prefix = rawPrefix(source, node.start);
  /** Pieces of links for which the target has codes: elsewhere they look like the link without being one. */
  const linked = new Set<Piece>();
  for (const code of coded.codes.values()) if (code.kind === 'group') addPieces(code.group.children, linked);
  const groups: { readonly link: string; hasText: boolean }[] = [];

  const addText = (text: string, piece: RunPiece, isTranslated: boolean) => {
    const group = groups.at(-1);
    if (group) group.hasText = true;
    const link = group ? group.link : linked.has(piece) ? '' : piece.link;
    const run = writtenRun(source, piece, { language: isTranslated ? language : undefined, link, prefix });
    const last = out.at(-1);
    if (typeof last === 'object' && last.before === run.before && last.after === run.after) last.text += text;
    else out.push({ ...run, text });
  };
  const addPiece = (piece: Piece) => {
    if (piece.kind === 'run') addText(piece.text, piece, true);
    else out.push(source.slice(piece.node.start, piece.node.end));
  };
  const addInline = (inline: Inline<Place>): void => {
    if (inline.kind === 'group') inline.children.forEach(addInline);
    else inline.at.forEach(addPiece);
  };
  const addAll = (at: Place) => {
    at.forEach(addPiece);
    return '';
  };

  coded.lead.forEach(addInline);
  renderTarget(target, coded, {
    showsSpace: true,
    text(text, like) {
      if (text !== '') addText(text, like.at[0] as RunPiece, text !== like.text);
      return '';
    },
    standalone: addAll,
    marker: addAll,
    open(code) {
      if (code.kind === 'group') groups.push({ link: (code.like.at[0] as RunPiece).link, hasText: false });
      return '';
    },
    close(code) {
      if (code.kind !== 'group') return '';
      // A link stays, even if no word is left for it.
      if (!groups.at(-1)!.hasText) addText('', code.like.at[0] as RunPiece, false);
      groups.pop();
      return '';
    },
  });
  coded.trail.forEach(addInline);
  return out
    .map((item) => (typeof item === 'string' ? item : `${item.before}${escapeXml(item.text)}${item.after}`))
    .join('');
}

function addPieces(inlines: readonly Inline<Place>[], pieces: Set<Piece>): void {
  for (const inline of inlines) {
    if (inline.kind === 'group') addPieces(inline.children, pieces);
    else for (const piece of inline.at) pieces.add(piece);
  }
}

interface RunChange {
  readonly language: string | undefined;
  /** The links for the run, as written. */
  readonly link: string;
  /** Prefix of the paragraph's tag, colon included. */
  readonly prefix: string;
}

function writtenRun(source: string, piece: RunPiece, change: RunChange): Omit<WrittenRun, 'text'> {
  const { run, properties, textNode } = piece;
  const own = properties ? propertiesOf(source, piece, properties, change) : newProperties(change);
  const textTag = source.slice(textNode.start, textNode.contentStart);
  return {
    before: source.slice(run.start, run.contentStart) + own + textTag,
    after: source.slice(textNode.contentEnd, textNode.end) + source.slice(run.contentEnd, run.end),
  };
}

function newProperties({ language, link, prefix }: RunChange): string {
  if (language === undefined && link === '') return '';
  const attribute = language === undefined ? '' : ` lang="${escapeAttribute(language)}"`;
  return `<${prefix}rPr${attribute}${link === '' ? '/>' : `>${link}</${prefix}rPr>`}`;
}

/** The elements that follow the links in an `a:rPr`. */
const AFTER_LINKS: ReadonlySet<string> = new Set(['a:rtl', 'a:extLst']);

/** An `a:rPr` for another language. The misspelling mark (`err`) belonged to the old words. */
function propertiesOf(
  source: string,
  piece: RunPiece,
  properties: XmlNode,
  { language, link }: RunChange,
): string {
  const { start, end, contentStart, contentEnd, children, attributes } = properties;
  const { lang, err } = attributes;
  const speaks = language === undefined || (lang !== undefined && isSameLanguage(lang, language));
  const edits = attributeEdits(source, properties, {
    ...(!speaks && { lang: language }),
    ...(language !== undefined && err !== undefined && { err: '0' }),
  });
  if (link === piece.link) return sliceWithEdits(source, inPlaceOrder(edits), start, end);
  for (const own of children) {
    if (LINKS.has(own.name)) edits.push({ start: own.start, end: own.end, text: '' });
  }
  const at = children.find(({ name }) => AFTER_LINKS.has(name))?.start ?? contentEnd;
  if (contentEnd < end) {
    edits.push({ start: at, end: at, text: link });
    return sliceWithEdits(source, inPlaceOrder(edits), start, end);
  }
  const tag = sliceWithEdits(source, inPlaceOrder(edits), start, contentStart);
  return link === '' ? tag : `${tag.replace(/\s*\/>$/, '>')}${link}</${rawName(source, start)}>`;
}

const MIRRORED: Readonly<Record<string, string>> = { l: 'r', r: 'l' };

/**
 * Sets a paragraph's direction. `l` and `r` are the box's sides, so mirrored (ECMA-376 part 1 §21.1.2.2.7).
 */
function directionEdits(
  source: string,
  { node, properties }: DrawingParagraph,
  newDirection: NewDirection,
  inherited: InheritedLook,
): Edit[] {
  if (!newDirection) return [];
  const own = properties?.attributes ?? {};
  const isRtl = own['rtl'] === undefined ? inherited.isRtl : /^(?:1|true)$/.test(own['rtl']);
  if (isRtl === (newDirection === 'rtl')) return [];
  const alignment = MIRRORED[own['algn'] ?? inherited.alignment];
  const values = { ...(alignment && { algn: alignment }), rtl: newDirection === 'rtl' ? '1' : '0' };
  if (!properties) {
    const attributes = Object.entries(values).map(([name, value]) => ` ${name}="${value}"`);
    const text = `<${rawPrefix(source, node.start)}pPr${attributes.join('')}/>`;
    return [{ start: node.contentStart, end: node.contentStart, text }];
  }
  return attributeEdits(source, properties, values);
}

/** The edits that set attributes without a prefix. */
export function attributeEdits(
  source: string,
  node: XmlNode,
  values: Readonly<Record<string, string>>,
): Edit[] {
  const at = node.start + 1 + rawName(source, node.start).length;
  return Object.entries(values).map(([name, value]) => {
    const span = node.attributeSpan(name);
    return span
      ? { ...span, text: escapeAttribute(value) }
      : { start: at, end: at, text: ` ${name}="${escapeAttribute(value)}"` };
  });
}
