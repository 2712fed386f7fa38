import { plainText } from '../../text/codes.ts';
import type { Span } from '../spans/span.ts';
import { attributeOf, attributeSpans } from './attributes.ts';
import { HEADINGS, LOCKED, placeOf, PREFORMATTED, RAW } from './elements.ts';
import type { Nesting } from './nesting.ts';
import { nestingOf } from './nesting.ts';
import { holdsCode } from './preformatted.ts';
import { runSpans } from './runs.ts';
import type { RunItem } from './runs.ts';
import { markupTokens, rawText } from './tokens.ts';
import type { MarkupToken, TagToken, TextToken } from './tokens.ts';

export interface MarkupOptions {
  /** XML: any element may be empty, and `&` is always escaped. */
  readonly isXml?: boolean;
  /**
   * `html` (default): HTML's elements. `none`: another vocabulary; an element is part of a sentence if the
   * element around it has words of its own, and all attributes are kept.
   */
  readonly vocabulary?: 'html' | 'none';
  /** Language of the source as a BCP 47 tag: an element in another language keeps its text. */
  readonly from?: string | undefined;
  /** Further attributes with texts, lower case. */
  readonly attributes?: readonly string[];
  /** No attribute is translated. */
  readonly keepsAttributes?: boolean;
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
  const found: boolean[] = [];
  return {
    text,
    tokens,
    nesting,
    holdsCode: found,
    spans: () => spansOf(text, tokens, nesting, options, found),
  };
}

function* spansOf(
  text: string,
  tokens: readonly MarkupToken[],
  nesting: Nesting,
  options: MarkupOptions,
  codeFound: boolean[],
): Generator<Span> {
  const isXml = options.isXml === true;
  const isHtml = options.vocabulary !== 'none';
  const sourceLanguages = languagesOf(text, tokens, options.from);
  let items: RunItem[] = [];
  let title: string | undefined;
  let heading: string | undefined;
  let block = '';
  let preformattedUntil = -1;
  let counts: Int32Array | undefined;

  function* flush(index: number): Generator<Span> {
    if (items.length === 0) return;
    const run = items;
    items = [];
    const isPreformatted = index <= preformattedUntil;
    const isHeading = HEADINGS.has(block);
    const note = isHeading || block === 'title' ? title : (heading ?? title);
    let said = '';
    for (const span of runSpans(run, {
      text,
      tokens,
      nesting,
      isXml,
      isPreformatted,
      keepsAllPairs: options.keepsAllPairs === true,
      attributes: isHtml ? (options.attributes ?? []) : undefined,
      shape: block,
      note,
    })) {
      said += `${said === '' ? '' : ' '}${plainText(span.segment.text)}`;
      yield span;
    }
    if (said === '') return;
    if (isHeading) heading = said.slice(0, MAX_NOTE);
    if (block === 'title') title ??= said.slice(0, MAX_NOTE);
  }

  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.kind === 'text') {
      if (index <= preformattedUntil) yield* lines(token, index);
      else items.push(token);
      continue;
    }
    if (token.kind === 'other') {
      items.push({ kind: 'solid', start: token.start, end: token.end, isWall: token.isWall });
      continue;
    }
    const isBlock = isBlockTag(token, index);
    if (token.kind === 'end') {
      if (isBlock) {
        yield* flush(index);
        block = nameOf(nesting.parents[index]!);
      } else {
        items.push({ kind: 'tag', index });
      }
      continue;
    }
    const end = nesting.ends[index]!;
    const kept = isKept(token);
    if (kept || (isHtml && isTextless(token, index))) {
      if (isBlock) yield* flush(index);
      if (!kept)
        for (let inner = index; inner <= end && inner < tokens.length; inner++) yield* attributesOf(inner);
      if (!isBlock) {
        const last = hasEndTag(index) ? tokens[end]!.end : endOf(end);
        items.push({ kind: 'solid', start: token.start, end: last, isWall: false });
      }
      index = hasEndTag(index) || token.isEmpty ? end : end - 1;
      continue;
    }
    yield* attributesOf(index);
    if (!isBlock) {
      items.push({ kind: 'tag', index });
      continue;
    }
    yield* flush(index);
    block = token.name;
    if (isHtml && PREFORMATTED.has(token.name) && index > preformattedUntil) {
      const isCode = options.holdsCode?.[codeFound.length] ?? holdsCode(text, tokens, index, end);
      codeFound.push(isCode);
      if (isCode) {
        index = hasEndTag(index) ? end : end - 1;
        block = nameOf(nesting.parents[index] ?? -1);
      } else {
        preformattedUntil = end;
      }
    }
  }
  yield* flush(tokens.length);

  function* lines({ content, ...token }: TextToken, index: number): Generator<Span> {
    const { start, end } = content ?? token;
    if (content) yield* flush(index);
    for (let at = start; at < end;) {
      LINE_END.lastIndex = at;
      const found = LINE_END.exec(text)?.index ?? end;
      const stop = Math.min(found, end);
      if (stop > at) {
        items.push({
          kind: 'text',
          start: at,
          end: stop,
          ...(content && { content: { start: at, end: stop } }),
        });
      }
      if (stop < end) yield* flush(index);
      at = stop + 1;
    }
    if (content) yield* flush(index);
  }

  function* attributesOf(index: number): Generator<Span> {
    const token = tokens[index]!;
    if (isHtml && options.keepsAttributes !== true && token.kind === 'start')
      yield* attributeSpans(text, token, { isXml, more: options.attributes ?? [] });
  }

  function nameOf(index: number): string {
    const token = tokens[index];
    return token?.kind === 'start' ? token.name : '';
  }

  function hasEndTag(index: number): boolean {
    const end = nesting.ends[index]!;
    return end !== index && end < tokens.length && nesting.starts[end] === index;
  }

  function endOf(index: number): number {
    return tokens[index - 1]?.end ?? text.length;
  }

  function isBlockTag({ name, kind }: TagToken, index: number): boolean {
    if (options.splitting?.has(name) === true) return true;
    if (options.nonSplitting?.has(name) === true) return false;
    const place = isHtml ? placeOf(name) : 'unknown';
    if (isHtml && name === 'svg') return !isTextlessRange(kind === 'end' ? nesting.starts[index]! : index);
    return place === 'unknown' ? !nesting.hasWords(nesting.parents[index]!) : place === 'block';
  }

  /** Whether it contains nothing to translate, attributes included. */
  function isKept(tag: TagToken): boolean {
    if (options.ignored?.has(tag.name) === true) return true;
    if (!isHtml) return false;
    if ((RAW.has(tag.name) && tag.name !== 'iframe') || LOCKED.has(tag.name)) return true;
    if (!tag.attributes) return false;
    if (/^no$/i.test(attributeOf(text, tag, 'translate')?.trim() ?? '')) return true;
    if (/(?:^|\s)notranslate(?:\s|$)/.test(attributeOf(text, tag, 'class') ?? '')) return true;
    if (tag.name === 'html' || tag.name === 'body' || !sourceLanguages) return false;
    const language = attributeOf(text, tag, 'lang') ?? attributeOf(text, tag, 'xml:lang') ?? '';
    return language !== '' && !sourceLanguages.has(primary(language));
  }

  /** Whether an element shows something other than this page's text: a drawing, another page. */
  function isTextless(tag: TagToken, index: number): boolean {
    return tag.name === 'iframe' || (tag.name === 'svg' && isTextlessRange(index));
  }

  function isTextlessRange(start: number): boolean {
    return start >= 0 && visibleTexts()[nesting.ends[start]!] === visibleTexts()[start];
  }

  /** For each token, and the end, the number of visible texts before it. */
  function visibleTexts(): Int32Array {
    if (counts) return counts;
    counts = new Int32Array(tokens.length + 1);
    for (const [index, token] of tokens.entries()) {
      const isVisible =
        token.kind === 'text' && /\S/.test(rawText(text, token)) && !RAW.has(nameOf(nesting.parents[index]!));
      counts[index + 1] = counts[index]! + (isVisible ? 1 : 0);
    }
    return counts;
  }
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

export function primary(tag: string): string {
  return tag.trim().split(/[-_]/)[0]!.toLowerCase();
}
