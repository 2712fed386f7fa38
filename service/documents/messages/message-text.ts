import { parseCoded } from '../../text/codes.ts';
import type { ExtractedSegment } from '../format.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines, Inline } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { PairCode } from '../inlines/render-target.ts';
import { inShapeOf } from '../shared/target-shape.ts';

/** A stretch that represents something else and is kept as written; offsets in the raw text. */
export interface MessageCode {
  readonly start: number;
  readonly end: number;
  /** Escaped white space: at the ends it is not part of the sentence. */
  readonly isBlank?: boolean;
}

export interface MessageSyntax {
  /** In addition to tags, in order: arguments of ICU messages, names of placeholders. */
  readonly codes?: readonly MessageCode[];
  /** Decodes a stretch of raw text. */
  readonly decode?: (raw: string) => string;
  readonly encode?: (text: string) => string;
}

export interface MessageText {
  /** Not yet marked as a copy. */
  readonly segment: Pick<ExtractedSegment, 'text' | 'rules'>;
  /** The raw text with the target (coded text) in it. */
  write(target: string): string;
  /** The visible text of a target once it is read back. */
  readsAs(target: string): string;
}

/** UTF-16 units of the raw text; of a pair the tags at both ends. */
interface At {
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
}

/**
 * A program's string as a segment: its tags (`<b>…</b>`, `<0>…</0>`) and placeholders are codes, and
 * alternatives (`one car | many cars`) are separated by walls. Undefined without words.
 */
export function messageText(raw: string, syntax: MessageSyntax = {}): MessageText | undefined {
  const { decode = (text: string) => text, encode = (text: string) => text } = syntax;
  const coded = codeInlines(inlinesOf(raw, syntax.codes ?? [], decode));
  if (!coded) return undefined;
  const { text, rules } = coded;
  const segment = { text, ...(rules ? { rules } : {}) };
  const [start, end] = coreOf(coded);
  return {
    segment,
    write: (target) =>
      raw.slice(0, start) + renderMessage(inShapeOf(text, target), coded, raw, encode) + raw.slice(end),
    readsAs: (target) =>
      parseCoded(inShapeOf(text, target))
        .map((token) => (token.kind === 'text' ? decode(encode(token.text)) : ''))
        .join(''),
  };
}

function renderMessage(
  target: string,
  coded: CodedInlines<At>,
  raw: string,
  encode: (text: string) => string,
): string {
  const groupAt = (code: PairCode<At>) => (code.kind === 'group' ? code.group.at : undefined);
  return renderTarget(target, coded, {
    text: encode,
    standalone: (at) => raw.slice(at.start, at.end),
    marker: (at) => raw.slice(at.start, at.end),
    open: (code) => {
      const at = groupAt(code);
      return at ? raw.slice(at.start, at.openEnd) : '';
    },
    close: (code) => {
      const at = groupAt(code);
      return at ? raw.slice(at.closeStart, at.end) : '';
    },
  });
}

function coreOf({ core }: CodedInlines<At>): [start: number, end: number] {
  return [core[0]!.at.start, core.at(-1)!.at.end];
}

/** Attribute values may contain `>` within closed quotes. */
const TAG =
  /<(\/?)(\d{1,4}|[A-Za-z][\w:.-]{0,60}(?:\s(?:(?:[^<>"']|"[^<"]{0,1000}"|'[^<']{0,1000}'){0,1000}?(?=\/?>)|[^<>]{0,1000}?))?)(\/?)>| \| /g;
const VOID = /^(?:area|br|hr|img|input|wbr)$/i;
const BLOCK =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i;
/** Represents a value in XLIFF. */
const VALUE = /^(?:x|ph)$/;
/** Depth of nested tags; deeper ones are standalone. */
const MAX_DEPTH = 50;

interface Mark extends Omit<MessageCode, 'isBlank'> {
  /** Tags only. */
  readonly name?: string;
  readonly kind: 'open' | 'close' | 'standalone';
  readonly isWall: boolean;
  readonly isWord: boolean;
}

function inlinesOf(
  raw: string,
  codes: readonly MessageCode[],
  decode: (raw: string) => string,
): Inline<At>[] {
  const marks = marksOf(raw, codes);
  const partners = partnersOf(marks);
  const levels: Inline<At>[][] = [[]];
  let at = 0;
  const addText = (end: number): void => {
    levels.at(-1)!.push(...textsOf(raw, at, end, decode));
  };
  marks.forEach(({ start, end, isWall, isWord }, index) => {
    addText(start);
    at = end;
    const partner = partners.get(index);
    if (partner === undefined)
      levels
        .at(-1)!
        .push({ kind: 'standalone', at: { start, end, openEnd: end, closeStart: start }, isWall, isWord });
    else if (partner > index) levels.push([]);
    else {
      const children = levels.pop()!;
      const open = marks[partner]!;
      const group = { start: open.start, openEnd: open.end, closeStart: start, end };
      const hasText = children.some(({ kind }) => kind !== 'standalone');
      levels.at(-1)!.push(
        hasText
          ? { kind: 'group', at: group, children }
          : {
              kind: 'standalone',
              at: group,
              isWall: children.some((c) => c.kind === 'standalone' && c.isWall === true),
            },
      );
    }
  });
  addText(raw.length);
  return levels[0]!;
}

function marksOf(raw: string, codes: readonly MessageCode[]): Mark[] {
  const marks: Mark[] = [];
  let at = 0;
  let next = 0;
  const addCodes = (before: number): void => {
    for (; next < codes.length && codes[next]!.start < before; next++) {
      const { start, end, isBlank } = codes[next]!;
      if (start < at) continue;
      marks.push({ start, end, kind: 'standalone', isWall: false, isWord: isBlank !== true });
      at = end;
    }
  };
  for (const match of raw.matchAll(TAG)) {
    addCodes(match.index + 1);
    if (match.index < at) continue;
    const [{ length }, slash, tag, empty] = match;
    const name = tag?.split(/\s/, 1)[0];
    const isBlock = name === undefined || BLOCK.test(name);
    const isSingle = isBlock || empty === '/' || VOID.test(name);
    at = match.index + length;
    marks.push({
      start: match.index,
      end: at,
      kind: isSingle ? 'standalone' : slash === '/' ? 'close' : 'open',
      isWall: isBlock,
      isWord: empty === '/' && name !== undefined && VALUE.test(name),
      ...(name === undefined ? {} : { name }),
    });
  }
  addCodes(Infinity);
  return marks;
}

/** For start and end tags that form a pair, the index of the other. */
function partnersOf(marks: readonly Mark[]): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const open: number[] = [];
  marks.forEach(({ kind, name }, index) => {
    if (kind === 'open') open.push(index);
    if (kind !== 'close') return;
    // Tags left open within become standalone.
    const depth =
      open.length -
      1 -
      open
        .slice(-MAX_DEPTH)
        .reverse()
        .findIndex((one) => marks[one]!.name === name);
    if (depth >= open.length) return;
    const partner = open[depth]!;
    open.length = depth;
    if (depth >= MAX_DEPTH) return;
    partners.set(partner, index);
    partners.set(index, partner);
  });
  return partners;
}

/** In up to three pieces, so that outer white space can stay outside a segment. */
function* textsOf(
  raw: string,
  start: number,
  end: number,
  decode: (raw: string) => string,
): Generator<Inline<At>> {
  const text = raw.slice(start, end);
  const lead = start + (text.length - text.trimStart().length);
  const trail = Math.max(lead, start + text.trimEnd().length);
  for (const [from, to] of [
    [start, lead],
    [lead, trail],
    [trail, end],
  ] as const) {
    if (from < to)
      yield {
        kind: 'text',
        text: decode(raw.slice(from, to)),
        format: '',
        at: { start: from, end: to, openEnd: to, closeStart: from },
      };
  }
}
