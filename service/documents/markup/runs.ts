import { plainText, readableText } from '../../text/codes.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { codeInlines, hasWords } from '../inlines/code-inlines.ts';
import type { CodedInlines, GroupInline, Inline, StandaloneInline } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { PairCode } from '../inlines/render-target.ts';
import { markedCopy } from '../shared/segment-list.ts';
import type { Span } from '../spans/span.ts';
import { attributeOf, hasAttributeTexts } from './attributes.ts';
import { KEPT } from './elements.ts';
import type { Nesting } from './nesting.ts';
import { decodeText, markupWriter, writable } from './references.ts';
import { withSoundRuby } from './ruby.ts';
import { rawText } from './tokens.ts';
import type { MarkupToken, TagToken, TextToken } from './tokens.ts';

/** The content between two block tags: text and inline tags, by token index. */
export type RunItem =
  | TextToken
  /** `text[start, end)` stays unchanged. */
  | {
      readonly kind: 'solid';
      readonly start: number;
      readonly end: number;
      readonly isWall: boolean;
      /** It shows words, which are part of the sentence. */
      readonly isWord?: boolean;
    }
  | { readonly kind: 'tag'; readonly index: number };

/** An inline's `text[start, end)`; for a pair also its start tag's end and end tag's start. */
interface At {
  readonly start: number;
  readonly end: number;
  readonly openEnd: number;
  readonly closeStart: number;
  /** Pairs only: the element. */
  readonly name: string;
  /** Within a CDATA section. */
  readonly isLiteral?: boolean;
}

export interface RunContext {
  readonly text: string;
  readonly tokens: readonly MarkupToken[];
  readonly nesting: Nesting;
  readonly isXml: boolean;
  /** Whether white space is preserved. */
  readonly isPreformatted: boolean;
  /** Every pair of tags must come back, even mere formatting. */
  readonly keepsAllPairs: boolean;
  /** Attributes with texts besides HTML's; undefined if none are segments. */
  readonly attributes: readonly string[] | undefined;
  /** The element around the texts, compared when the result is read back. */
  readonly shape: string;
  /** What the elements around say that it is. */
  readonly kind: SegmentKind | undefined;
  /** The heading above, for engines that use context. */
  readonly note: string | undefined;
}

/** Deeper pairs become two codes each, which limits recursion. */
const MAX_DEPTH = 60;
const BLANK = /^[ \t\n\r\f]*$/;
const LETTER = /\p{L}/u;

/** A run's segments: one, or one for each of several links without words between, as in a menu. */
export function* runSpans(items: readonly RunItem[], context: RunContext): Generator<Span> {
  const inlines = inlinesOf(items, context);
  for (const part of isMenu(inlines) ? linksOf(inlines) : [inlines]) {
    const coded = codeInlines(part);
    if (coded) yield spanOf(coded, context);
  }
}

function isMenu(inlines: readonly Inline<At>[]): boolean {
  return (
    linksOf(inlines).length > 1 &&
    inlines.every((inline) =>
      inline.kind === 'text' ? !LETTER.test(inline.text) : inline.kind !== 'group' || isLink(inline),
    )
  );
}

function isLink(inline: Inline<At>): boolean {
  return inline.kind === 'group' && inline.at.name === 'a';
}

function linksOf(inlines: readonly Inline<At>[]): Inline<At>[][] {
  return inlines.filter(isLink).map((link) => [link]);
}

function spanOf(coded: CodedInlines<At>, context: RunContext): Span {
  const { shape, note, kind } = context;
  const { start } = coded.core[0]!.at;
  const { end } = coded.core.at(-1)!.at;
  let writer: ReturnType<typeof markupWriter> | undefined;
  return {
    start,
    end,
    shape,
    segment: markedCopy(
      {
        text: coded.text,
        ...(coded.rules && { rules: coded.rules }),
        ...(note !== undefined && { note }),
        ...(kind && { kind }),
      },
      readableText(coded.text),
    ),
    readsAs: (target) => writable(plainText(target)),
    write(target, { harder, slice }) {
      if (target === coded.text) return undefined;
      writer ??= markupWriter(rawTexts(coded.core, context.text), context);
      const written = writer;
      const groupAt = (code: PairCode<At>) => (code.kind === 'group' ? code.group.at : undefined);
      const markup = renderTarget(withoutLineEnds(writable(target).trim()), coded, {
        text: (text, { at }) => (at.isLiteral ? literal(text) : written.write(text, harder)),
        standalone: (at) => slice(at.start, at.end),
        marker: (at) => slice(at.start, at.end),
        open: (code) => {
          const at = groupAt(code);
          return at ? slice(at.start, at.openEnd) : '';
        },
        close: (code) => {
          const at = groupAt(code);
          return at ? slice(at.closeStart, at.end) : '';
        },
      });
      return withSoundRuby(markup, context.text.slice(start, end));
    },
  };
}

/** Text in a CDATA section. */
function literal(text: string): string {
  return text.replaceAll(']]>', ']]]]><![CDATA[>');
}

/** The author decides the shape of a page, and a line end in preformatted text adds a line. */
function withoutLineEnds(target: string): string {
  return target.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ');
}

function rawTexts(inlines: readonly Inline<At>[], text: string): string[] {
  return inlines.flatMap((inline) => {
    if (inline.kind === 'group') return rawTexts(inline.children, text);
    return inline.kind === 'text' ? [text.slice(inline.at.start, inline.at.end)] : [];
  });
}

interface Frame {
  readonly index: number;
  readonly tag: TagToken | undefined;
  readonly children: Inline<At>[];
}

function inlinesOf(items: readonly RunItem[], context: RunContext): Inline<At>[] {
  const { tokens, nesting } = context;
  const own = new Set<number>();
  let words = 0;
  for (const item of items) {
    if (item.kind === 'tag') own.add(item.index);
    else if (item.kind === 'text' && !BLANK.test(rawText(context.text, item))) words++;
  }
  const frames: Frame[] = [{ index: -1, tag: undefined, children: [] }];
  for (const item of items) {
    const { children } = frames.at(-1)!;
    if (item.kind === 'text') {
      children.push(...textsOf(item, words > 1, context));
    } else if (item.kind === 'solid') {
      children.push({
        ...standalone(item.start, item.end, item.isWall),
        ...(item.isWord === true && { isWord: true }),
      });
    } else {
      const tag = tokens[item.index] as TagToken;
      const { start, end, name } = tag;
      if (tag.kind === 'start' && tag.isEmpty) {
        children.push({ ...standalone(start, end, name === 'br'), isBreak: name === 'br' });
      } else if (tag.kind === 'start' && isPair(item.index) && frames.length <= MAX_DEPTH) {
        frames.push({ index: item.index, tag, children: [] });
      } else if (
        tag.kind === 'end' &&
        frames.length > 1 &&
        nesting.starts[item.index] === frames.at(-1)!.index
      ) {
        frames.pop();
        frames
          .at(-1)!
          .children.push(pairOf(tagOf(tokens, nesting.starts[item.index]!), tag, children, context));
      } else {
        // The element began before the run, or continues after it.
        children.push(standalone(start, end, true));
      }
    }
  }
  return frames[0]!.children;

  function isPair(index: number): boolean {
    const end = nesting.ends[index]!;
    return own.has(end) && nesting.starts[end] === index;
  }
}

function tagOf(tokens: readonly MarkupToken[], index: number): TagToken {
  return tokens[index] as TagToken;
}

function pairOf(
  open: TagToken,
  close: TagToken,
  children: readonly Inline<At>[],
  { text, keepsAllPairs, attributes }: RunContext,
): Inline<At> {
  const texts = children.some((child) => child.kind === 'text' && !BLANK.test(child.text));
  const groups = children.some((child) => child.kind === 'group');
  const isBlank = children.length > 0 && children.every((child) => child.kind === 'text');
  if (!texts && !groups && !isBlank) {
    const isWall = children.some((child) => child.kind === 'standalone' && child.isWall === true);
    return { ...standalone(open.start, close.end, isWall), isWord: children.some(hasWords) };
  }
  const group: GroupInline<At> = {
    kind: 'group',
    at: { start: open.start, openEnd: open.end, closeStart: close.start, end: close.end, name: open.name },
    children,
    // Browsers and epubcheck treat nested links as an error.
    ...(open.name === 'a' && { nesting: 'apart' }),
  };
  // Formatting may be lost, but not texts in attributes, nor targets of links and scripts.
  const isFormat =
    !keepsAllPairs &&
    !KEPT.has(open.name) &&
    !(attributes && hasAttributeTexts(text, open, attributes)) &&
    !['id', 'name'].some((name) => attributeOf(text, open, name) !== undefined);
  return isFormat ? { ...group, isFormat } : group;
}

function standalone(start: number, end: number, isWall: boolean): StandaloneInline<At> {
  return { kind: 'standalone', at: { start, end, openEnd: start, closeStart: end, name: '' }, isWall };
}

/**
 * A text in up to three pieces, so that outer white space can stay outside a segment. A CDATA section beside
 * other texts is one piece with its marks, and becomes text with references; alone it stays a section.
 */
function* textsOf(
  item: TextToken,
  isBesideTexts: boolean,
  { text, isPreformatted }: RunContext,
): Generator<Inline<At>> {
  const { content, start, end } = item;
  const isWhole = content !== undefined && isBesideTexts;
  const [first, last] = content && !isWhole ? [content.start, content.end] : [start, end];
  const [lead, trail] = isWhole ? [start, end] : blankEnds(text, first, last);
  for (const [from, to] of [
    [first, lead],
    [lead, trail],
    [trail, last],
  ] as const) {
    if (from === to) continue;
    const raw = isWhole ? rawText(text, item) : text.slice(from, to);
    const decoded = content ? raw : decodeText(raw);
    yield {
      kind: 'text',
      text: isPreformatted ? decoded : decoded.replace(/[ \t\n\r\f]+/g, ' '),
      format: '',
      at: {
        start: from,
        end: to,
        openEnd: from,
        closeStart: to,
        name: '',
        ...(content && !isWhole && { isLiteral: true }),
      },
    };
  }
}

function blankEnds(text: string, start: number, end: number): [lead: number, trail: number] {
  let lead = start;
  let trail = end;
  for (let length = 1; lead < end && length > 0; lead += length) length = blankAt(text, lead, end);
  for (let length = 1; trail > lead && length > 0; trail -= length) length = blankBefore(text, lead, trail);
  return [lead, trail];
}

const BLANK_SIGN = /[ \t\n\r\f\u00a0]/;
const BLANK_REFERENCE = /&(?:nbsp|#160|#x0{0,2}a0);/iy;
const MAX_REFERENCE = 8;

/** The length of the white space, or the reference to it, at an offset; 0 without any. */
function blankAt(text: string, at: number, end: number): number {
  if (BLANK_SIGN.test(text[at]!)) return 1;
  BLANK_REFERENCE.lastIndex = at;
  const length = text[at] === '&' ? (BLANK_REFERENCE.exec(text)?.[0].length ?? 0) : 0;
  return at + length <= end ? length : 0;
}

function blankBefore(text: string, start: number, at: number): number {
  if (BLANK_SIGN.test(text[at - 1]!)) return 1;
  if (text[at - 1] !== ';') return 0;
  const from = Math.max(start, at - MAX_REFERENCE);
  const sign = from + text.slice(from, at).lastIndexOf('&');
  return sign >= from && blankAt(text, sign, at) === at - sign ? at - sign : 0;
}
