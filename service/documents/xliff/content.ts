import { escapeText, plainText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { ExtractedSegment } from '../format.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { Inline } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import { decodeText, markupWriter, writable } from '../markup/references.ts';
import type { TextTag } from '../markup/text-tag.ts';
import { textTags } from '../markup/text-tags.ts';
import { icuMessage, isIcuMessage } from '../messages/icu-message.ts';
import type { IcuMessage } from '../messages/icu-message.ts';
import { applyEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';
import { inShapeOf } from '../shared/target-shape.ts';
import type { XmlNode } from '../xml/tree.ts';
import { hasRevisions, withoutRevisions } from './revisions.ts';

/** The content of a `source`, `target` or `mrk`: a text with inline codes. */
export interface Content {
  /** Undefined without words. */
  readonly segment: ExtractedSegment | undefined;
  /** Its codes, sorted: a target must have the same. */
  readonly codes: string;
  /** Set for an ICU message, which is translated instead. */
  readonly icu: IcuMessage | undefined;
  /** The visible text of a translation (coded text) once it is read back: tags in it are read as such. */
  readsAs(target: string): string;
  /** The inner XML with a translation (coded text), or a copy for null. */
  write(target: string | null): string;
  /** A translation in the file as coded text with the codes of this source. Empty without visible text. */
  targetIn(text: string, node: XmlNode): string;
}

/** UTF-16 units; of a pair the ends of its start and end tag or element. */
interface At {
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
}

export function readContent(text: string, node: XmlNode): Content {
  if (hasRevisions(node)) {
    const accepted = withoutRevisions(text, node);
    return readContent(accepted.text, accepted.node);
  }
  const { contentStart, contentEnd } = node;
  const pieces = piecesOf(text, node);
  const isCdata = pieces.length === 1 && pieces[0]!.kind === 'cdata';
  const inlines = inlinesOf(text, pieces, { isCdata, isOrdered: fixedCodes(node) > 1 });
  const coded = codeInlines(inlines);
  const copied = (start: number, end: number): string => withoutComments(text.slice(start, end));
  const codes = codesOf(node).sort().join(' ');
  const icu = icuOf(copied(contentStart, contentEnd));
  if (!coded)
    return {
      segment: undefined,
      codes,
      icu,
      readsAs: plainText,
      write: () => copied(contentStart, contentEnd),
      targetIn: () => '',
    };
  const plain = plainText(coded.text);
  const raw = inlineTexts(coded.core).map(({ at }) => text.slice(at.start, at.end));
  const writer = markupWriter(isCdata ? [] : raw, { isXml: true });
  const encode = (target: string): string =>
    isCdata ? writable(target).replaceAll(']]>', ']]]]><![CDATA[>') : writer.write(target, false);
  const [start, end] = [coded.core[0]!.at.start, coded.core.at(-1)!.at.end];
  return {
    segment: {
      text: coded.text,
      ...(coded.rules ? { rules: coded.rules } : {}),
      ...(isTranslatable(plain) ? {} : { copy: true as const }),
    },
    codes,
    icu,
    readsAs: (target) => (isCdata ? plainText(target) : withoutTags(plainText(target))),
    write(target) {
      if (target === null) return copied(contentStart, contentEnd);
      const written = renderTarget(inShapeOf(coded.text, target), coded, {
        text: encode,
        standalone: (at) => copied(at.start, at.end),
        marker: (at) => copied(at.start, at.end),
        open: (code) => (code.kind === 'group' ? copied(code.group.at.start, code.group.at.openEnd) : ''),
        close: (code) => (code.kind === 'group' ? copied(code.group.at.closeStart, code.group.at.end) : ''),
      });
      return copied(contentStart, start) + written + copied(end, contentEnd);
    },
    targetIn: (within, target) =>
      codedTarget(within, target, (key) =>
        [...coded.codes].flatMap(([id, code]) =>
          code.kind !== 'format' &&
          key === keyOf(text, code.kind === 'group' ? code.group.at : code.standalone.at)
            ? [id]
            : [],
        ),
      ),
  };
}

/** A target as coded text. `idsOf`: the source's codes with the same key; other codes are left out. */
function codedTarget(text: string, target: XmlNode, idsOf: (key: string) => readonly number[]): string {
  if (hasRevisions(target)) {
    const accepted = withoutRevisions(text, target);
    return codedTarget(accepted.text, accepted.node, idsOf);
  }
  const used = new Set<number>();
  const code = (at: At): number | undefined => {
    const id = idsOf(keyOf(text, at)).find((one) => !used.has(one));
    if (id !== undefined) used.add(id);
    return id;
  };
  const write = (inlines: readonly Inline<At>[]): string =>
    inlines
      .map((inline): string => {
        if (inline.kind === 'text') return escapeText(inline.text);
        if (inline.kind === 'marker') return '';
        const id = code(inline.at);
        if (inline.kind === 'standalone') return id === undefined ? '' : `<${id}/>`;
        const inner = write(inline.children);
        return id === undefined ? inner : `<${id}>${inner}</${id}>`;
      })
      .join('');
  const pieces = piecesOf(text, target);
  const isCdata = pieces.length === 1 && pieces[0]!.kind === 'cdata';
  const coded = write(inlinesOf(text, pieces, { isCdata, isOrdered: fixedCodes(target) > 1 })).trim();
  return plainText(coded).trim() === '' ? '' : coded;
}

/** What a code of the source and the same one of its target have in common: name and id. */
function keyOf(text: string, { start, openEnd }: At): string {
  const tag = text.slice(start, openEnd);
  const [, name, attributes = ''] = /^<([^\s/>]+)([^>]*)/.exec(tag) ?? [];
  const id = /\s(?:id|mid|startRef|rid)\s*=\s*["']([^"']*)/.exec(attributes)?.[1];
  return id === undefined ? tag : `${name} ${id}`;
}

function withoutTags(plain: string): string {
  if (!plain.includes('<')) return plain;
  let shown = '';
  let at = 0;
  for (const { start, end } of textTags(plain)) {
    if (plain[start] !== '<') continue;
    shown += plain.slice(at, start);
    at = end;
  }
  return shown + plain.slice(at);
}

/** Attribute values may contain `>`. */
const TAG = /<(?:[^<>"']|"[^"]*"|'[^']*')*>/g;

/** Angular writes plurals and selects as text. Braces in tags do not belong to them. */
function icuOf(xml: string): IcuMessage | undefined {
  if (!xml.includes('{') || xml.includes('<![CDATA[')) return undefined;
  const masked = xml.replace(TAG, (tag) => 'x'.repeat(tag.length));
  if (!isIcuMessage(masked)) return undefined;
  const writer = markupWriter([xml], { isXml: true });
  return icuMessage(xml, {
    masked,
    decode: (raw) => folded(decodeText(raw)),
    encode: (plain) => writer.write(plain, false),
  });
}

const COMMENT_OR_CDATA = /<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->/g;

/** Comments concern the source. */
export function withoutComments(xml: string): string {
  return xml.includes('<!--')
    ? xml.replace(COMMENT_OR_CDATA, (found) => (found.startsWith('<!--') ? '' : found))
    : xml;
}

/** The inner XML of an element with new content in some of its elements. */
export function withContents(
  text: string,
  node: XmlNode,
  contents: readonly (readonly [XmlNode, string])[],
): string {
  const { contentStart, contentEnd } = node;
  const edits = contents.map(([inner, content]): Edit => {
    const from = inner.contentStart - contentStart;
    if (inner.contentEnd > inner.contentStart || text[inner.contentStart - 2] !== '/')
      return { start: from, end: inner.contentEnd - contentStart, text: content };
    const name = /^<([^\s/>]+)/.exec(text.slice(inner.start, inner.contentStart))![1]!;
    const tag = text.slice(inner.start, inner.contentStart - 2).trimEnd();
    return {
      start: from - (inner.contentStart - inner.start - tag.length),
      end: from,
      text: `>${content}</${name}>`,
    };
  });
  return withoutComments(applyEdits(text.slice(contentStart, contentEnd), edits));
}

type Piece =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | { readonly kind: 'cdata'; readonly start: number; readonly end: number }
  | { readonly kind: 'element'; readonly node: XmlNode; readonly start: number; readonly end: number }
  /** Written with references: `&lt;b&gt;`. */
  | { readonly kind: 'tag'; readonly tag: TextTag; readonly start: number; readonly end: number };

const IN_TEXT = /<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>|[^<]+/g;

/** The direct content of an element, without comments and processing instructions. */
function piecesOf(text: string, node: XmlNode): Piece[] {
  const pieces: Piece[] = [];
  const addTexts = (from: number, to: number): void => {
    for (const match of text.slice(from, to).matchAll(IN_TEXT)) {
      const start = from + match.index;
      const end = start + match[0].length;
      if (match[0].startsWith('<![')) pieces.push({ kind: 'cdata', start, end });
      else if (!match[0].startsWith('<')) pieces.push(...taggedPieces(match[0], start));
    }
  };
  let at = node.contentStart;
  for (const child of node.children) {
    addTexts(at, child.start);
    pieces.push({ kind: 'element', node: child, start: child.start, end: child.end });
    at = child.end;
  }
  addTexts(at, node.contentEnd);
  return pieces;
}

/** A text in pieces at its escaped tags. */
function taggedPieces(raw: string, start: number): Piece[] {
  const tags = raw.includes('&lt;')
    ? textTags(raw, { isEscaped: true }).filter((tag) => raw.startsWith('&lt;', tag.start))
    : [];
  const pieces: Piece[] = [];
  let at = 0;
  for (const tag of tags) {
    if (tag.start > at) pieces.push({ kind: 'text', start: start + at, end: start + tag.start });
    pieces.push({ kind: 'tag', tag, start: start + tag.start, end: start + tag.end });
    at = tag.end;
  }
  if (at < raw.length) pieces.push({ kind: 'text', start: start + at, end: start + raw.length });
  return pieces;
}

/** Names in both versions of XLIFF, except `g` (1.2) and `pc` (2). */
const PAIRS = new Set(['g', 'pc', 'mrk']);
/** Elements that begin or end a pair, linked by an attribute. */
const OPENING: Readonly<Record<string, string>> = { bpt: 'ept', bx: 'ex', sc: 'ec', sm: 'em' };
/** Angular numbers start tags of one kind, but not their end tags: `START_LINK_1`, `CLOSE_LINK`. */
const ANGULAR_TAG = /^(START|CLOSE)_(\w+?)(?:_\d+)?$/;
const CLOSING = new Set(Object.values(OPENING));

interface Reading {
  readonly isCdata: boolean;
  /** Whether several codes must keep their order. */
  readonly isOrdered: boolean;
}

function inlinesOf(text: string, pieces: readonly Piece[], reading: Reading): Inline<At>[] {
  const { isCdata, isOrdered } = reading;
  const partners = partnersOf(pieces, isOrdered);
  const levels: Inline<At>[][] = [[]];
  let lockedUntil = -1;
  pieces.forEach((piece, index) => {
    if (index <= lockedUntil) return;
    const { start, end } = piece;
    const level = levels.at(-1)!;
    if (piece.kind === 'text') level.push(...textsOf(text, start, end, decodeText));
    else if (piece.kind === 'cdata') {
      if (isCdata) level.push(...textsOf(text, start + 9, end - 3, asWritten));
      else level.push(textAt(folded(text.slice(start + 9, end - 3)), start, end));
    } else {
      const partner = partners.get(index);
      if (piece.kind === 'element' && PAIRS.has(piece.node.name) && !isLocked(piece.node)) {
        const { node } = piece;
        const at = { start, end, openEnd: node.contentStart, closeStart: node.contentEnd };
        const children = inlinesOf(text, piecesOf(text, node), { isCdata: false, isOrdered });
        if (isOrdered && isFixed(node)) {
          level.push(wallAt(start, at.openEnd), ...children, wallAt(at.closeStart, end));
        } else {
          level.push(pairOf(at, children));
        }
      } else if (partner !== undefined && partner > index && isKept(piece)) {
        const last = pieces[partner]!;
        lockedUntil = partner;
        level.push({
          kind: 'standalone',
          at: { start, end: last.end, openEnd: last.end, closeStart: start },
          isWord: true,
        });
      } else if (partner === undefined) {
        level.push(singleOf(text, piece, isOrdered));
      } else if (partner > index) {
        levels.push([]);
      } else {
        const children = levels.pop()!;
        const open = pieces[partner]!;
        const at = { start: open.start, openEnd: open.end, closeStart: start, end };
        levels.at(-1)!.push(pairOf(at, children));
      }
    }
  });
  return levels[0]!;
}

type Mark = Extract<Piece, { kind: 'element' | 'tag' }>;

/** Whether what is between it and its partner is not for translators. */
function isKept(piece: Mark): boolean {
  return piece.kind === 'tag' ? piece.tag.isLocked : isLocked(piece.node);
}

function singleOf(text: string, piece: Mark, isOrdered: boolean): Inline<At> {
  const { start, end } = piece;
  const at = { start, end, openEnd: end, closeStart: start };
  if (piece.kind === 'tag')
    return { kind: 'standalone', at, isWall: piece.tag.isBlock, isWord: piece.tag.isWord };
  const { node } = piece;
  return {
    kind: 'standalone',
    at,
    isWall: (isOrdered && isFixed(node)) || isBreak(node),
    isBreak: isBreak(node),
    isWord: isLocked(node) || isValue(text, node),
  };
}

function wallAt(start: number, end: number): Inline<At> {
  return { kind: 'standalone', at: { start, end, openEnd: end, closeStart: start }, isWall: true };
}

/** A pair without text becomes one code. */
function pairOf(at: At, children: readonly Inline<At>[]): Inline<At> {
  if (children.some(({ kind }) => kind === 'text' || kind === 'group'))
    return { kind: 'group', at, children };
  const codes = children.filter((child) => child.kind === 'standalone');
  return {
    kind: 'standalone',
    at,
    isWall: codes.some(({ isWall }) => isWall === true),
    isWord: codes.some(({ isWord }) => isWord === true),
  };
}

/** For elements that begin and end a pair, and nest with others, the index of the other. */
function partnersOf(pieces: readonly Piece[], isOrdered: boolean): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: { index: number; tie: string }[] = [];
  const isSingle = (node: XmlNode): boolean => isOrdered && isFixed(node);
  const close = (tie: string, index: number): void => {
    const at = open.findLastIndex((one) => one.tie === tie);
    if (at === -1) return;
    partners.set(open[at]!.index, index);
    partners.set(index, open[at]!.index);
    // A tag still open within it ends elsewhere.
    open.length = at;
  };
  pieces.forEach((piece, index) => {
    if (piece.kind === 'tag' && piece.tag.kind === 'open') open.push({ index, tie: `<${piece.tag.name}` });
    if (piece.kind === 'tag' && piece.tag.kind === 'close') close(`<${piece.tag.name}`, index);
    if (piece.kind !== 'element') return;
    const { name, attributes } = piece.node;
    const tag = name === 'x' ? ANGULAR_TAG.exec(attributes['id'] ?? '') : null;
    const closedBy = tag ? undefined : OPENING[name];
    if (tag?.[1] === 'START') open.push({ index, tie: tag[2]! });
    if (tag?.[1] === 'CLOSE') close(tag[2]!, index);
    if (closedBy !== undefined && !isSingle(piece.node)) {
      open.push({
        index,
        tie: `${closedBy} ${attributes['rid'] ?? attributes['id'] ?? attributes['i'] ?? ''}`,
      });
    } else if (CLOSING.has(name) && !isSingle(piece.node)) {
      const tie = `${name} ${attributes['startRef'] ?? attributes['rid'] ?? attributes['id'] ?? attributes['i'] ?? ''}`;
      close(tie, index);
    }
  });
  return partners;
}

/** Its content is not for translators. */
function isLocked({ name, attributes }: XmlNode): boolean {
  if (name === 'sm') return attributes['translate'] === 'no';
  return name === 'mrk' && (attributes['mtype'] === 'protected' || attributes['translate'] === 'no');
}

/** XLIFF 2 §4.3.1.9: it must keep its order among others. */
function isFixed({ attributes }: XmlNode): boolean {
  return attributes['canReorder'] === 'no' || attributes['canReorder'] === 'firstNo';
}

/** A single one may move: it cannot overtake another. */
function fixedCodes(node: XmlNode): number {
  return node.children.reduce((sum, inner) => sum + fixedCodes(inner), isFixed(node) ? 1 : 0);
}

function isBreak(node: XmlNode): boolean {
  const type = node.attributes['ctype'] ?? node.attributes['subType'] ?? '';
  return type === 'lb' || type === 'x-lb' || type === 'xlf:lb' || type === 'pb' || type === 'xlf:pb';
}

/** A program inserts a value in its place: part of the sentence, even at its ends. */
function isValue(text: string, node: XmlNode): boolean {
  const { name, attributes } = node;
  if (!['x', 'ph', 'it'].includes(name)) return false;
  if (/^(?:INTERPOLATION|ICU|PH)(?:_|$)/.test(attributes['id'] ?? attributes['equiv'] ?? '')) return true;
  if (/^(?:INTERPOLATION|ICU)(?:_|$)/.test(attributes['equiv'] ?? '')) return true;
  const shown =
    attributes['equiv-text'] ??
    attributes['disp'] ??
    decodeText(text.slice(node.contentStart, node.contentEnd));
  return /^\s*(?:%|\{|\$|&\{)/.test(shown);
}

function codesOf(node: XmlNode): string[] {
  return node.children.flatMap((child) => [
    `${child.name}:${child.attributes['id'] ?? child.attributes['mid'] ?? child.attributes['startRef'] ?? child.attributes['rid'] ?? ''}`,
    ...(child.name === 'ph' || child.name === 'it' ? [] : codesOf(child)),
  ]);
}

/** In up to three pieces, so that outer white space can stay outside a segment. */
function textsOf(text: string, start: number, end: number, decode: (raw: string) => string): Inline<At>[] {
  const raw = text.slice(start, end);
  const lead = start + (raw.length - raw.trimStart().length);
  const trail = Math.max(lead, start + raw.trimEnd().length);
  const ranges: [number, number][] = [
    [start, lead],
    [lead, trail],
    [trail, end],
  ];
  return ranges
    .filter(([from, to]) => from < to)
    .map(([from, to]) => textAt(folded(decode(text.slice(from, to))), from, to));
}

function textAt(text: string, start: number, end: number): Inline<At> {
  return { kind: 'text', text, format: '', at: { start, end, openEnd: end, closeStart: start } };
}

/** Indented lines continue the sentence: the file was formatted. */
function folded(text: string): string {
  return text.replace(/(?<![ \t\r\n])[ \t]*(?:\r\n?|\n)[ \t\r\n]*[ \t]/g, ' ');
}

function asWritten(raw: string): string {
  return raw;
}

function inlineTexts(inlines: readonly Inline<At>[]): { at: At }[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'group') return inlineTexts(inline.children);
    return inline.kind === 'text' ? [inline] : [];
  });
}
