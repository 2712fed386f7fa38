import { decodeHTML } from 'entities';
import { plainText, readableText } from '../../text/codes.ts';
import { headingKind } from '../../text/segment-kind.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
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
import { jsonFrontMatter, jsonSpans, tomlSpans, yamlSpans } from './front-matter.ts';
import type { Headings } from './headings.ts';
import { readInlines } from './inlines.ts';
import type { At, BlockInlines, InnerText, TagPlace } from './inlines.ts';
import { findMarks, MAX_DEPTH } from './marks.ts';
import type { Mark, Marks } from './marks.ts';
import { tagAt } from './tags.ts';
import { closeOfLink, readable, writeText, writeTitle } from './write-text.ts';
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
  /** Found lazily. */
  spans(): Generator<Span>;
  /** For each HTML block and preformatted element, whether it holds code. Complete after all spans. */
  readonly holdsCode: readonly (readonly boolean[])[];
  /** Values of the front matter that are not valid YAML. Complete after all spans. */
  brokenValues(): number;
}

/** Tokens read with all their content: those with inline content, and others. */
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
/** UTF-16 units of a heading that accompanies the texts below it. */
const MAX_NOTE = 200;

/** The texts of a Markdown file, in order; texts within another text come before it. */
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

interface Page {
  readonly text: string;
  readonly options: MarkdownOptions;
  readonly marks: Marks;
  readonly holdsCode: boolean[][];
  readonly onBroken: () => void;
  /** Found in the current piece. */
  spans: Span[];
  /** The heading above, and its level. */
  note: string | undefined;
  level: number;
  nextTag: number;
}

function* spansOf(
  text: string,
  options: MarkdownOptions,
  holdsCode: boolean[][],
  onBroken: () => void,
): Generator<Span> {
  const { isMdx } = options;
  const json = isMdx ? undefined : jsonFrontMatter(text);
  const marks = findMarks(text, { start: json?.end ?? frontMatterEnd(text), blankTo: json?.end ?? 0, isMdx });
  const hasIndentedCode = !isMdx && !INDENTED_IN_TAGS.test(text);
  const eventsOf = eventReader(marks.masked, { isMdx, hasIndentedCode, labels: marks.labels });
  const empty = { spans: [], note: undefined, level: 0, nextTag: 0 };
  const page: Page = { text, options, marks, holdsCode, onBroken, ...empty };
  if (json) page.spans.push(...jsonSpans(text, json, options.frontMatter));
  for (const [index, { at, head }] of [{ at: 0, head: '' }, ...marks.borders].entries()) {
    readPiece(page, eventsOf(at, marks.borders[index]?.at ?? text.length, head), at);
    yield* page.spans;
    page.spans = [];
  }
  addTagsBefore(page, text.length);
  yield* page.spans;
}

function readPiece(page: Page, events: readonly MarkdownEvent[], from: number): void {
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
    addTagsBefore(page, start);
    if (type === 'atxHeadingSequence' || type === 'setextHeadingLineSequence') page.level = end - start;
    if (type === 'definitionTitleString' && !isComment(page.text, start)) addTitle(page, start, end);
    if (!WHOLE.has(type)) continue;
    const close = exitOf(events, index);
    const within = events.slice(index + 1, close);
    if (type === 'yaml' || type === 'toml') addFrontMatter(page, type, within);
    else if (type === 'htmlFlow') addHtml(page, token, within);
    else if (type !== 'tableDelimiterRow') addBlock(page, token, within, containers);
    index = close;
  }
}

function addTagsBefore(page: Page, place: number): void {
  const { tags } = page.marks;
  for (; page.nextTag < tags.length && tags[page.nextTag]!.start < place; page.nextTag++) {
    const { start, end } = tags[page.nextTag]!;
    const tag = tagAt(page.text, start);
    if (tag && tag.kind !== 'close') addAttributes(page, { start, end, tag });
  }
}

function addFrontMatter(page: Page, type: string, within: readonly MarkdownEvent[]): void {
  const { text, options, onBroken } = page;
  const values = within.filter(([, { type: inner }]) => inner.endsWith('Value'));
  const first = values[0]?.[1].start.offset;
  const last = values.at(-1)?.[1].end.offset;
  if (first === undefined || last === undefined) return;
  for (const span of type === 'yaml'
    ? yamlSpans(text, first, last, options.frontMatter, onBroken)
    : tomlSpans(text, first, last))
    page.spans.push(span);
}

function addHtml(page: Page, { start, end }: MarkdownToken, within: readonly MarkdownEvent[]): void {
  const { options, holdsCode, note } = page;
  const isQuoted = within.some(([, { type }]) => type === 'blockQuotePrefix');
  // A quote mark before each line is not part of the HTML: such blocks are rare, and kept.
  if (isQuoted) return;
  const html = page.text.slice(start.offset, end.offset);
  const { from, attributes } = options;
  const known = options.holdsCode?.[holdsCode.length];
  const markup = readMarkup(html, { from, attributes, ...(known && { holdsCode: known }) });
  for (const span of markup.spans())
    page.spans.push(shifted(span, start.offset, `html ${span.shape ?? ''}`, note));
  holdsCode.push([...markup.holdsCode]);
}

function addBlock(
  page: Page,
  token: MarkdownToken,
  within: readonly MarkdownEvent[],
  containers: readonly string[],
): void {
  const { text, marks, options, level } = page;
  const start = token.start.offset;
  const end = token.end.offset;
  const type: string = token.type;
  const block = readInlines(text, within, overlapping(marks.inline, start, end));
  const [title] = overlapping(marks.titles, start, end);
  const kind: BlockKind = title ? (title.isQuoted ? 'quoted title' : 'title') : (KINDS[type] ?? 'paragraph');
  for (const place of block.tags) addAttributes(page, place);
  for (const inner of block.inner) addInner(page, inner, kind);
  const isHeading = type.endsWith('HeadingText') && !title;
  const own = isHeading ? `${type}${type === 'atxHeadingText' ? level : ''}` : kind;
  const shape = `${containers.slice(-20).join('/')} ${own}`;
  const lines = linesOf(text, start, end, block);
  const is = isHeading ? headingKind(level) : kind === 'cell' ? kind : kindWithin(containers);
  const written = addText(page, block.inlines, { kind, is, shape, blockStart: start, lines });
  if (!isHeading) return;
  const said = block.visible.trim().slice(0, MAX_NOTE);
  if (said !== '') page.note = said;
  options.headings?.add(block.visible, text.slice(start, end), end, written);
}

const KINDS_WITHIN: Readonly<Partial<Record<string, SegmentKind>>> = {
  quote: 'quote',
  ordered: 'item',
  list: 'item',
  footnote: 'note',
};

function kindWithin(containers: readonly string[]): SegmentKind | undefined {
  const nearest = containers.at(-1);
  return nearest === undefined ? undefined : KINDS_WITHIN[nearest];
}

const KINDS: Readonly<Record<string, BlockKind>> = { tableContent: 'cell', atxHeadingText: 'heading' };

function addInner(page: Page, inner: InnerText, around: BlockKind): void {
  if (inner.kind === 'title') addTitle(page, inner.start, inner.end);
  else
    addText(page, inner.inlines, {
      kind: around === 'cell' ? 'alt in a cell' : 'alt',
      is: 'label',
      shape: 'alt',
      picture: inner,
    });
}

function addAttributes(page: Page, { start, end, tag: { isJsx } }: TagPlace): void {
  const { isMdx, attributes } = page.options;
  const tag = page.text.slice(start, end);
  // An HTML tokenizer cannot read JavaScript in braces.
  if ((isJsx && attributes.length === 0) || tag.includes('{')) return;
  const [token] = markupTokens(tag, { isXml: false });
  if (token?.kind !== 'start') return;
  for (const span of attributeSpans(tag, token, { isXml: isMdx, more: attributes })) {
    const shape = span.shape ?? '';
    if (!isJsx || attributes.some((name) => shape.endsWith(`@${name}`)))
      page.spans.push(shifted(span, start, shape, page.note));
  }
}

/** `[//]: # (…)` and `[comment]: <> (…)` lead nowhere: they are Markdown's comments. */
function isComment(text: string, titleStart: number): boolean {
  return /\]:[ \t]*(?:#|<>)[ \t]*["'(]$/.test(text.slice(Math.max(0, titleStart - 40), titleStart));
}

function addTitle({ text, spans, note }: Page, start: number, end: number): void {
  const raw = text.slice(start, end);
  // A line break in a title is followed by a prefix of its block.
  if (/[\r\n]/.test(raw)) return;
  spans.push(
    plainSpan({
      start,
      end,
      value: decodeHTML(raw.replace(/\\([!-/:-@[-`{-~])/g, '$1')),
      shape: 'link title',
      kind: 'label',
      ...(note !== undefined && { note }),
      write: (target) => writeTitle(target, text[end]!),
    }),
  );
}

interface TextPlace {
  readonly kind: BlockKind;
  readonly is: SegmentKind | undefined;
  readonly shape: string;
  /** Of the block that it is the text of. */
  readonly blockStart?: number;
  readonly lines?: BlockStyle['lines'];
  /** Of the picture that it describes. */
  readonly picture?: Extract<InnerText, { kind: 'alt' }>;
}

/** Returns the span's last translation, for headings. */
function addText(
  { text, options: { isMdx }, note, spans }: Page,
  inlines: readonly Inline<At>[],
  { kind, is, shape, blockStart, lines, picture }: TextPlace,
): () => string | undefined {
  let last: string | undefined;
  const coded = codeInlines(inlines);
  if (!coded) return () => last;
  const { start } = coded.core[0]!.at;
  const textEnd = coded.core.at(-1)!.at.end;
  // A reference link or picture around the whole text must name its target once its text changes.
  const outer = picture?.label === undefined ? linkAround(inlines, start, textEnd) : picture.at;
  const style: BlockStyle = { text, kind, isMdx, startsBlock: start === blockStart, lines };
  const segment = {
    text: coded.text,
    ...(coded.rules && { rules: coded.rules }),
    ...(note !== undefined && { note }),
    ...(is && { kind: is }),
  };
  spans.push({
    start,
    end: outer ? outer.end : textEnd,
    shape,
    segment: markedCopy(segment, readableText(coded.text)),
    readsAs: (target) => readable(target, coded, style),
    write(target, how) {
      last = plainText(target);
      if (target === coded.text || last.trim() === '') return undefined;
      const written = writeText(target, coded, style, how);
      if (!outer) return written;
      const rest = how.slice(textEnd, outer.closeStart);
      return written + rest + closeOfLink(how.slice(outer.openEnd, start) + written + rest, outer, how.slice);
    },
  });
  return () => last;
}

/** Four spaces before a text within a component are indentation, not code. */
const INDENTED_IN_TAGS = /^[ \t]*<[A-Z][^\n]*>[ \t]*\r?\n {4,}[^\s<]/m;

function frontMatterEnd(text: string): number {
  const found = /^(---|\+\+\+)[ \t]*\r?\n(?:[^]*?\n)??\1[ \t]*(?:\r?\n|$)/.exec(text);
  return found ? found[0].length : 0;
}

/** The index of the event that exits the token entered at `index`. */
function exitOf(events: readonly MarkdownEvent[], index: number): number {
  const token = events[index]![1];
  let at = index + 1;
  while (events[at]![1] !== token) at++;
  return at;
}

/** The reference link without its own label that a whole text consists of. */
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

/** The ordered marks that overlap `[start, end)`. */
function overlapping<Kind extends Mark>(marks: readonly Kind[], start: number, end: number): Kind[] {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while (last < marks.length && marks[last]!.start < end) last++;
  return marks.slice(low, last);
}

/** How a block of several lines separates them. */
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
