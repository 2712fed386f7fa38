import { plainText } from '../../text/codes.ts';
import type { Span } from '../spans/span.ts';
import { attributeOf, attributeSpans, attributeValue } from './attributes.ts';
import { embeddedSpans } from './embedded-page.ts';
import { HEADINGS, isUntranslated, KINDS, LOCKED, placeOf, PREFORMATTED, RAW } from './elements.ts';
import type { Nesting } from './nesting.ts';
import { nestingOf } from './nesting.ts';
import { holdsCode } from './preformatted.ts';
import { runSpans } from './runs.ts';
import type { RunItem } from './runs.ts';
import { markupTokens, rawText } from './tokens.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { primary } from '../shared/language-tags.ts';
import type { MarkupToken, TagToken, TextToken } from './tokens.ts';

export interface MarkupOptions {
  /** XML: any element may be empty, and `&` is always escaped. */
  readonly isXml?: boolean;
  /**
   * `html` (default): HTML's elements. `none`: another vocabulary; an element is part of a sentence if the
   * element around it has its own words, and all attributes are kept.
   */
  readonly vocabulary?: 'html' | 'none';
  /** Language of the source as a BCP 47 tag: an element in another language keeps its text. */
  readonly from?: string | undefined;
  /** Further attributes with texts, lower case. */
  readonly attributes?: readonly string[];
  /** No attribute is translated. */
  readonly keepsAttributes?: boolean;
  /** It is in the `srcdoc` of another page: pages in its own `srcdoc` attributes are kept. */
  readonly isEmbedded?: boolean;
  /** Read-back only: which preformatted elements held code before translation, in order. */
  readonly holdsCode?: readonly boolean[];
  /** Every pair of tags must come back, even mere formatting. */
  readonly keepsAllPairs?: boolean;
  /** Lower-case names of elements whose content is kept, that begin a separate text, or that never do. */
  readonly ignored?: ReadonlySet<string>;
  readonly splitting?: ReadonlySet<string>;
  readonly nonSplitting?: ReadonlySet<string>;
}

/** A page or fragment, as its tokens, their nesting, and its texts. */
export interface Markup {
  readonly text: string;
  readonly tokens: readonly MarkupToken[];
  readonly nesting: Nesting;
  /** In text order; attributes before the text that contains their element. */
  spans(): Generator<Span>;
  /** For each preformatted element whether it holds code; complete when the spans have been read. */
  readonly holdsCode: readonly boolean[];
}

export function readMarkup(text: string, options: MarkupOptions = {}): Markup {
  const isXml = options.isXml === true;
  const isHtml = options.vocabulary !== 'none';
  const tokens = markupTokens(text, { isXml, isHtml });
  const nesting = nestingOf(text, tokens, isHtml);
  const codeFound: boolean[] = [];
  return {
    text,
    tokens,
    nesting,
    holdsCode: codeFound,
    spans: () => spansOf(readingOf({ text, tokens, nesting, options, codeFound })),
  };
}

interface Reading {
  readonly text: string;
  readonly tokens: readonly MarkupToken[];
  readonly nesting: Nesting;
  readonly options: MarkupOptions;
  readonly isXml: boolean;
  readonly isHtml: boolean;
  /** The source's primary languages; undefined if unknown. */
  readonly languages: ReadonlySet<string> | undefined;
  readonly codeFound: boolean[];
  /** For each token, and the end, how many texts with something visible are before it. */
  readonly visibleTexts: () => Int32Array;
  /** The text that is read. */
  items: RunItem[];
  /** The block that it is in, and its token. */
  block: string;
  blockAt: number;
  title: string | undefined;
  heading: string | undefined;
  /** The token that ends an element whose white space is shown as it is. */
  preformattedUntil: number;
}

function readingOf(given: Pick<Reading, 'text' | 'tokens' | 'nesting' | 'options' | 'codeFound'>): Reading {
  const { text, tokens, nesting, options } = given;
  let counts: Int32Array | undefined;
  return {
    ...given,
    isXml: options.isXml === true,
    isHtml: options.vocabulary !== 'none',
    languages: languagesOf(text, tokens, options.from),
    visibleTexts: () => (counts ??= countVisible(text, tokens, nesting)),
    items: [],
    block: '',
    blockAt: -1,
    title: undefined,
    heading: undefined,
    preformattedUntil: -1,
  };
}

function* spansOf(reading: Reading): Generator<Span> {
  const { tokens, nesting } = reading;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.kind === 'text') {
      if (index <= reading.preformattedUntil) yield* lines(reading, token, index);
      else reading.items.push(token);
    } else if (token.kind === 'other') {
      const { start, end, isWall, isWord = false } = token;
      reading.items.push({ kind: 'solid', start, end, isWall, isWord });
    } else if (token.kind === 'start') {
      index = yield* startTag(reading, token, index);
    } else if (isBlockTag(reading, token, index)) {
      yield* flush(reading, index);
      enterBlock(reading, nesting.parents[index]!);
    } else {
      reading.items.push({ kind: 'tag', index });
    }
  }
  yield* flush(reading, tokens.length);
}

/** Returns the index of the last token that is read with it. */
function* startTag(reading: Reading, token: TagToken, index: number): Generator<Span, number> {
  const { text, tokens, nesting, isHtml, options, codeFound } = reading;
  const isBlock = isBlockTag(reading, token, index);
  const end = nesting.ends[index]!;
  const kept = isKept(reading, token) || (!isBlock && isDividedMention(reading, index));
  if (kept || (isHtml && isTextless(reading, token, index))) {
    if (isBlock) yield* flush(reading, index);
    if (!kept)
      for (let inner = index; inner <= end && inner < tokens.length; inner++)
        yield* attributesOf(reading, inner);
    if (!isBlock) {
      const last = hasEndTag(reading, index) ? tokens[end]!.end : (tokens[end - 1]?.end ?? text.length);
      const isWord = kept && !isTextlessRange(reading, index);
      reading.items.push({ kind: 'solid', start: token.start, end: last, isWall: false, isWord });
    }
    return hasEndTag(reading, index) || token.isEmpty ? end : end - 1;
  }
  yield* attributesOf(reading, index);
  if (!isBlock) {
    reading.items.push({ kind: 'tag', index });
    return index;
  }
  yield* flush(reading, index);
  enterBlock(reading, index);
  // XML's `<pre/>` is closed: it has no content, and the next token is read next.
  if (!isHtml || token.isEmpty || !PREFORMATTED.has(token.name) || index <= reading.preformattedUntil)
    return index;
  const isCode = options.holdsCode?.[codeFound.length] ?? holdsCode(text, tokens, index, end);
  codeFound.push(isCode);
  if (!isCode) {
    reading.preformattedUntil = end;
    return index;
  }
  const last = hasEndTag(reading, index) ? end : end - 1;
  enterBlock(reading, nesting.parents[last] ?? -1);
  return last;
}

/** Ends the text that is read before a token. */
function* flush(reading: Reading, index: number): Generator<Span> {
  const { items, text, tokens, nesting, isXml, isHtml, options, block, title } = reading;
  if (items.length === 0) return;
  reading.items = [];
  const isHeading = HEADINGS.has(block);
  const kind = isHtml ? kindOf(reading) : undefined;
  let said = '';
  for (const span of runSpans(items, {
    text,
    tokens,
    nesting,
    isXml,
    isPreformatted: index <= reading.preformattedUntil,
    keepsAllPairs: options.keepsAllPairs === true,
    attributes: isHtml ? (options.attributes ?? []) : undefined,
    shape: block,
    kind,
    note: isHeading || block === 'title' ? title : (reading.heading ?? title),
  })) {
    said += `${said === '' ? '' : ' '}${plainText(span.segment.text)}`;
    yield span;
  }
  if (said === '') return;
  if (isHeading) reading.heading = said.slice(0, MAX_NOTE);
  if (block === 'title') reading.title ??= said.slice(0, MAX_NOTE);
}

/** The lines of a preformatted text, a text each. */
function* lines(reading: Reading, { content, ...token }: TextToken, index: number): Generator<Span> {
  const { text } = reading;
  const { start, end } = content ?? token;
  if (content) yield* flush(reading, index);
  for (let at = start; at < end;) {
    LINE_END.lastIndex = at;
    const found = LINE_END.exec(text)?.index ?? end;
    const stop = Math.min(found, end);
    const place = { start: at, end: stop };
    if (stop > at) reading.items.push({ kind: 'text', ...place, ...(content && { content: place }) });
    if (stop < end) yield* flush(reading, index);
    at = stop + 1;
  }
  if (content) yield* flush(reading, index);
}

function* attributesOf({ text, tokens, options, isXml, isHtml }: Reading, index: number): Generator<Span> {
  const token = tokens[index]!;
  if (!isHtml || options.keepsAttributes === true || token.kind !== 'start') return;
  yield* attributeSpans(text, token, { isXml, more: options.attributes ?? [] });
  if (token.name !== 'iframe' || options.isEmbedded === true) return;
  const page = attributeValue(text, token, 'srcdoc');
  if (!page) return;
  yield* embeddedSpans(page, {
    isXml,
    read: (own, holdsCode) =>
      readMarkup(own, { ...options, isXml: false, isEmbedded: true, ...(holdsCode && { holdsCode }) }),
  });
}

function enterBlock(reading: Reading, index: number): void {
  reading.block = nameAt(reading.tokens, index);
  reading.blockAt = index;
}

/** Blocks around a text that may say what it is. */
const MAX_AROUND = 16;

function kindOf({ tokens, nesting, blockAt }: Reading): SegmentKind | undefined {
  let at = blockAt;
  for (let around = 0; at >= 0 && around < MAX_AROUND; around++) {
    const kind = KINDS.get(nameAt(tokens, at));
    if (kind) return kind;
    at = nesting.parents[at] ?? -1;
  }
  return undefined;
}

function nameAt(tokens: readonly MarkupToken[], index: number): string {
  const token = tokens[index];
  return token?.kind === 'start' ? token.name : '';
}

function hasEndTag({ tokens, nesting }: Reading, index: number): boolean {
  const end = nesting.ends[index]!;
  return end !== index && end < tokens.length && nesting.starts[end] === index;
}

function isBlockTag(reading: Reading, { name, kind }: TagToken, index: number): boolean {
  const { options, isHtml, nesting } = reading;
  if (options.splitting?.has(name) === true) return true;
  if (options.nonSplitting?.has(name) === true) return false;
  if (isHtml && name === 'svg')
    return !isTextlessRange(reading, kind === 'end' ? nesting.starts[index]! : index);
  const place = isHtml ? placeOf(name) : 'unknown';
  return place === 'unknown' ? !nesting.hasWords(nesting.parents[index]!) : place === 'block';
}

/** Whether it contains nothing to translate, attributes included. */
function isKept({ text, options, isHtml, languages }: Reading, tag: TagToken): boolean {
  if (options.ignored?.has(tag.name) === true) return true;
  if (!isHtml) return false;
  if ((RAW.has(tag.name) && tag.name !== 'iframe') || LOCKED.has(tag.name)) return true;
  if (!tag.attributes) return false;
  if (isUntranslated((name) => attributeOf(text, tag, name))) return true;
  if (tag.name === 'html' || tag.name === 'body' || !languages) return false;
  const language = attributeOf(text, tag, 'lang') ?? attributeOf(text, tag, 'xml:lang') ?? '';
  return language !== '' && !languages.has(primary(language));
}

/** A mention or hashtag: a sign and a name, also with a host (`@ana@example.org`). */
const MENTION = /^[@#](?=[^@]*\p{L})[\p{L}\p{M}\p{N}_.-]+(?:@[\w.-]+)?$/u;
/** Tokens within an element that may be a mention. */
const MAX_MENTION = 12;

/** Whether tags divide a mention into sign and name (`<a>@<span>ana</span></a>`): undivided, it is protected as text. */
function isDividedMention({ text, tokens, nesting, isHtml }: Reading, index: number): boolean {
  const end = nesting.ends[index]!;
  if (!isHtml || end - index < 4 || end - index > MAX_MENTION) return false;
  const within = tokens.slice(index + 1, end);
  if (within.some(({ kind }) => kind === 'other')) return false;
  return MENTION.test(within.map((token) => (token.kind === 'text' ? rawText(text, token) : '')).join(''));
}

/** An element that shows something but has no text of this page: a drawing, another page. */
function isTextless(reading: Reading, tag: TagToken, index: number): boolean {
  return tag.name === 'iframe' || (tag.name === 'svg' && isTextlessRange(reading, index));
}

function isTextlessRange({ nesting, visibleTexts }: Reading, start: number): boolean {
  return start >= 0 && visibleTexts()[nesting.ends[start]!] === visibleTexts()[start];
}

function countVisible(text: string, tokens: readonly MarkupToken[], { parents }: Nesting): Int32Array {
  const counts = new Int32Array(tokens.length + 1);
  for (const [index, token] of tokens.entries()) {
    const isVisible =
      token.kind === 'text' && /\S/.test(rawText(text, token)) && !RAW.has(nameAt(tokens, parents[index]!));
    counts[index + 1] = counts[index]! + (isVisible ? 1 : 0);
  }
  return counts;
}

const LINE_END = /[\r\n]/g;

/** UTF-16 units of a heading that accompanies the texts below it. */
const MAX_NOTE = 200;

/** The source's primary languages: the job's, and the page's own. Undefined if both are unknown. */
function languagesOf(
  text: string,
  tokens: readonly MarkupToken[],
  from: string | undefined,
): ReadonlySet<string> | undefined {
  const root = tokens.find(
    (token): token is TagToken => token.kind === 'start' && (token.name === 'html' || token.name === 'body'),
  );
  const named = root && (attributeOf(text, root, 'lang') ?? attributeOf(text, root, 'xml:lang'));
  const languages = [from, named].filter((tag) => tag !== undefined && tag.trim() !== '');
  return languages.length === 0 ? undefined : new Set(languages.map((tag) => primary(tag!)));
}
