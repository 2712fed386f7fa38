import { decodeHTML } from 'entities';
import { plainText } from '../../text/codes.ts';
import { codeInlines } from '../inlines/code-inlines.ts';
import type { Inline } from '../inlines/code-inlines.ts';
import { attributeSpans } from '../markup/attributes.ts';
import { readMarkup } from '../markup/read-markup.ts';
import { markupTokens } from '../markup/tokens.ts';
import { hostile } from '../shared/refusals.ts';
import { markedCopy } from '../shared/segment-list.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { eventReader } from './events.ts';
import type { MarkdownEvent, MarkdownToken } from './events.ts';
import { tomlSpans, yamlSpans } from './front-matter.ts';
import type { Headings } from './headings.ts';
import { readInlines } from './inlines.ts';
import type { At, BlockInlines, InnerText, TagPlace } from './inlines.ts';
import { findMarks, MAX_DEPTH } from './marks.ts';
import type { Marks } from './marks.ts';
import { closeOfLink, readable, writeText } from './write-text.ts';
import type { BlockKind, BlockStyle } from './style.ts';

export interface MarkdownOptions {
  readonly isMdx: boolean;
  readonly from: string | undefined;
  /** Further attributes with texts, also of components. */
  readonly attributes: readonly string[];
  /** Further keys of the front matter with texts. */
  readonly frontMatter: readonly string[];
  /** Read-back only: which preformatted elements of each HTML block held code, in order. */
  readonly holdsCode?: readonly (readonly boolean[])[];
  readonly headings?: Headings;
}

export interface Markdown {
  /** Found as they are asked for. */
  spans(): Generator<Span>;
  /** For each HTML block and preformatted element, whether it holds code. Complete after all spans. */
  readonly holdsCode: readonly (readonly boolean[])[];
  /** Values of the front matter that are no valid YAML. Complete after all spans. */
  brokenValues(): number;
}

/** Tokens that are read with all that is in them: those with inline content, and others. */
const WHOLE: ReadonlySet<string> = new Set([
  'paragraph',
  'atxHeadingText',
  'setextHeadingText',
  'tableContent',
  'tableDelimiterRow',
  'htmlFlow',
  'yaml',
  'toml',
]);
const CONTAINERS: ReadonlyMap<string, string> = new Map([
  ['blockQuote', 'quote'],
  ['listOrdered', 'ordered'],
  ['listUnordered', 'list'],
  ['gfmFootnoteDefinition', 'footnote'],
  ['table', 'table'],
]);
/** UTF-16 units of a heading that goes with the texts below it. */
const MAX_NOTE = 200;

/** The texts of a Markdown file, in its order; those within another text come before it. */
export function readMarkdown(text: string, options: MarkdownOptions): Markdown {
  const holdsCode: boolean[][] = [];
  let broken = 0;
  const onBroken = () => {
    broken++;
  };
  return {
    holdsCode,
    spans: () => spansOf(text, options, holdsCode, onBroken),
    brokenValues: () => broken,
  };
}

function* spansOf(
  text: string,
  options: MarkdownOptions,
  holdsCode: boolean[][],
  onBroken: () => void,
): Generator<Span> {
  const { isMdx, frontMatter, attributes } = options;
  const marks = findMarks(text, frontMatterEnd(text), isMdx);
  const hasIndentedCode = !isMdx && !INDENTED_IN_TAGS.test(text);
  const eventsOf = eventReader(marks.masked, { isMdx, hasIndentedCode, labels: marks.labels });
  let spans: Span[] = [];
  let note: string | undefined;
  let level = 0;
  let nextTag = 0;
  for (const [index, { at, head }] of [{ at: 0, head: '' }, ...marks.borders].entries()) {
    readPiece(eventsOf(at, marks.borders[index]?.at ?? text.length, head), at);
    yield* spans;
    spans = [];
  }
  addTagsBefore(text.length);
  yield* spans;

  function readPiece(events: readonly MarkdownEvent[], from: number): void {
    const containers: string[] = [];
    for (let index = 0; index < events.length; index++) {
      const [phase, token] = events[index]!;
      const type: string = token.type;
      const container = CONTAINERS.get(type);
      if (container !== undefined) {
        if (phase === 'exit') containers.pop();
        else if (containers.push(container) > MAX_DEPTH)
          throw hostile('it nests lists or quotes absurdly deep');
      }
      const start = token.start.offset;
      const end = token.end.offset;
      if (phase === 'exit' || start < from) continue;
      addTagsBefore(start);
      if (type === 'atxHeadingSequence' || type === 'setextHeadingLineSequence') level = end - start;
      if (type === 'definitionTitleString' && !isComment(start)) addTitle(start, end);
      if (!WHOLE.has(type)) continue;
      const close = exitOf(events, index);
      const within = events.slice(index + 1, close);
      if (type === 'yaml' || type === 'toml') addFrontMatter(type, within);
      else if (type === 'htmlFlow') addHtml(start, end, within);
      else if (type !== 'tableDelimiterRow') addBlock(token, within, containers);
      index = close;
    }
  }

  function addTagsBefore(place: number): void {
    for (; nextTag < marks.tags.length && marks.tags[nextTag]!.start < place; nextTag++) {
      const { start, end, tag } = marks.tags[nextTag]!;
      if (tag && tag.kind !== 'close') addAttributes({ start, end, tag });
    }
  }

  function addFrontMatter(type: string, within: readonly MarkdownEvent[]): void {
    const values = within.filter(([, { type: inner }]) => inner.endsWith('Value'));
    const first = values[0]?.[1].start.offset;
    const last = values.at(-1)?.[1].end.offset;
    if (first === undefined || last === undefined) return;
    for (const span of type === 'yaml'
      ? yamlSpans(text, first, last, frontMatter, onBroken)
      : tomlSpans(text, first, last))
      spans.push(span);
  }

  function addHtml(start: number, end: number, within: readonly MarkdownEvent[]): void {
    const isQuoted = within.some(([, { type }]) => type === 'blockQuotePrefix');
    // A quote mark before each line is no part of the HTML: such blocks are rare, and stay.
    if (isQuoted) return;
    const html = text.slice(start, end);
    const known = options.holdsCode?.[holdsCode.length];
    const markup = readMarkup(html, { from: options.from, attributes, ...(known && { holdsCode: known }) });
    for (const span of markup.spans()) spans.push(shifted(span, start, `html ${span.shape ?? ''}`, note));
    holdsCode.push([...markup.holdsCode]);
  }

  function addBlock(
    token: MarkdownToken,
    within: readonly MarkdownEvent[],
    containers: readonly string[],
  ): void {
    const start = token.start.offset;
    const end = token.end.offset;
    const block = readInlines(text, within, marksWithin(marks, start, end));
    for (const place of block.tags) addAttributes(place);
    for (const inner of block.inner) addInner(inner);
    const title = titleAt(marks, start, end);
    const type: string = token.type;
    const isHeading = type.endsWith('HeadingText') && !title;
    const kind: BlockKind = title
      ? title.isQuoted
        ? 'quoted title'
        : 'title'
      : type === 'tableContent'
        ? 'cell'
        : token.type === 'atxHeadingText'
          ? 'heading'
          : 'paragraph';
    const shape = `${containers.slice(-20).join('/')} ${isHeading ? `${token.type}${token.type === 'atxHeadingText' ? level : ''}` : kind}`;
    const written = addText(block.inlines, kind, shape, start, linesOf(text, start, end, block));
    if (!isHeading) return;
    const said = block.visible.trim().slice(0, MAX_NOTE);
    if (said !== '') note = said;
    options.headings?.add(block.visible, text.slice(start, end), end, written);
  }

  function addInner(inner: InnerText): void {
    if (inner.kind === 'title') addTitle(inner.start, inner.end);
    else addText(inner.inlines, 'alt', 'alt', undefined, undefined, inner);
  }

  function addAttributes({ start, end, tag: { isJsx } }: TagPlace): void {
    const tag = text.slice(start, end);
    // JavaScript in braces is more than an HTML tokenizer reads.
    if ((isJsx && attributes.length === 0) || tag.includes('{')) return;
    const [token] = markupTokens(tag, { isXml: false });
    if (token?.kind !== 'start') return;
    for (const span of attributeSpans(tag, token, { isXml: isMdx, more: attributes })) {
      const shape = span.shape ?? '';
      if (!isJsx || attributes.some((name) => shape.endsWith(`@${name}`)))
        spans.push(shifted(span, start, shape, note));
    }
  }

  /** `[//]: # (…)` and `[comment]: <> (…)` lead nowhere: they are how Markdown writes comments. */
  function isComment(titleStart: number): boolean {
    return /\]:[ \t]*(?:#|<>)[ \t]*["'(]$/.test(text.slice(Math.max(0, titleStart - 40), titleStart));
  }

  function addTitle(start: number, end: number): void {
    const raw = text.slice(start, end);
    const quote = text[end]!;
    // A line break in a title has a prefix of its block behind it.
    if (/[\r\n]/.test(raw)) return;
    const value = decodeHTML(raw.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    spans.push(
      plainSpan({
        start,
        end,
        value,
        shape: 'link title',
        ...(note !== undefined && { note }),
        write: (target) =>
          target.replace(/[\\&"'()]/g, (sign, at: number) =>
            sign === quote ||
            (quote === ')' && sign === '(') ||
            (sign === '\\' && /[!-/:-@[-`{-~]|^$/.test(target[at + 1] ?? '')) ||
            (sign === '&' && /^&[#\w]+;/.test(target.slice(at)))
              ? `\\${sign}`
              : sign,
          ),
      }),
    );
  }

  /** Returns how the span was last written, for headings. */
  function addText(
    inlines: readonly Inline<At>[],
    kind: BlockKind,
    shape: string,
    blockStart: number | undefined,
    lines: BlockStyle['lines'],
    picture?: Extract<InnerText, { kind: 'alt' }>,
  ): () => string | undefined {
    let last: string | undefined;
    const coded = codeInlines(inlines);
    if (!coded) return () => last;
    const { start } = coded.core[0]!.at;
    const textEnd = coded.core.at(-1)!.at.end;
    // A reference link or picture around the whole has to name its target once its text changes.
    const outer = picture?.label === undefined ? linkAround(inlines, start, textEnd) : picture.at;
    const style: BlockStyle = { text, kind, isMdx, startsBlock: start === blockStart, lines };
    spans.push({
      start,
      end: outer ? outer.end : textEnd,
      shape,
      segment: markedCopy(
        {
          text: coded.text,
          ...(coded.rules && { rules: coded.rules }),
          ...(note !== undefined && { note }),
        },
        plainText(coded.text),
      ),
      readsAs: (target) => readable(target, coded, style),
      write(target, how) {
        last = plainText(target);
        if (target === coded.text || last.trim() === '') return undefined;
        const written = writeText(target, coded, style, how);
        if (!outer) return written;
        const rest = how.slice(textEnd, outer.closeStart);
        return (
          written + rest + closeOfLink(how.slice(outer.openEnd, start) + written + rest, outer, how.slice)
        );
      },
    });
    return () => last;
  }
}

/** Four spaces before a text within a component are its author's indentation, not code. */
const INDENTED_IN_TAGS = /^[ \t]*<[A-Z][^\n]*>[ \t]*\r?\n {4,}[^\s<]/m;

function frontMatterEnd(text: string): number {
  const found = /^(---|\+\+\+)[ \t]*\r?\n(?:[^]*?\n)??\1[ \t]*(?:\r?\n|$)/.exec(text);
  return found ? found[0].length : 0;
}

/** The index of the event that ends the token which the event at `index` enters. */
function exitOf(events: readonly MarkdownEvent[], index: number): number {
  const token = events[index]![1];
  let at = index + 1;
  while (events[at]![1] !== token) at++;
  return at;
}

/** The reference link without a label of its own that a stretch of text is all of. */
function linkAround(inlines: readonly Inline<At>[], start: number, end: number): At | undefined {
  for (const inline of inlines) {
    if (inline.kind !== 'group' || inline.at.start > start || inline.at.end < end) continue;
    if (inline.at.start === start && inline.at.end === end) return undefined;
    return inline.at.label === undefined ? linkAround(inline.children, start, end) : inline.at;
  }
  return undefined;
}

function shifted(span: Span, by: number, shape: string, note: string | undefined): Span {
  return {
    ...span,
    start: span.start + by,
    end: span.end + by,
    shape,
    segment: { ...(note !== undefined && { note }), ...span.segment },
    write: (target, { harder, slice }) =>
      span.write(target, { harder, slice: (start, end) => slice(start + by, end + by) }),
  };
}

function marksWithin({ inline }: Marks, start: number, end: number) {
  let [low, high] = [0, inline.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (inline[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < inline.length && inline[last]!.start < end) last++;
  return inline.slice(low, last);
}

function titleAt({ titles }: Marks, start: number, end: number) {
  let [low, high] = [0, titles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (titles[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  const title = titles[low];
  return title && title.start < end ? title : undefined;
}

/** How a block of several lines parts them. */
function linesOf(
  text: string,
  start: number,
  end: number,
  { softBreaks }: BlockInlines,
): BlockStyle['lines'] {
  const [first] = softBreaks;
  if (!first) return undefined;
  const separator = text.slice(first.start, first.end).replace(/^[ \t]+/, '');
  const indent = separator.length - /^[\r\n]+/.exec(separator)![0].length;
  let from = start;
  while (from > 0 && !/[\r\n]/.test(text[from - 1]!)) from--;
  const width = Math.max(
    ...text
      .slice(from, end)
      .split(/\r\n|\r|\n/, 5_000)
      .map((line) => line.trimEnd().length),
  );
  return { separator, width, indent, start: start - from };
}
