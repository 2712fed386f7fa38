import { codeInlines } from '../inlines/code-inlines.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { InlineWriter } from '../inlines/render-target.ts';
import { plainSegment } from '../shared/segment-list.ts';
import type { Slice } from '../spans/nested-edits.ts';
import type { Span } from '../spans/span.ts';
import { plainText, readableText } from '../../text/codes.ts';
import type { SegmentKind } from '../../text/segment-kind.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { withoutForbidden } from '../xml/chars.ts';
import { escapeAttribute, escapeXml, rawName, rawPrefix } from '../xml/scan.ts';
import type { Around, OdfInline, Piece } from './model.ts';

/** Inlines with the segment they make. */
export interface CodedSpan {
  readonly coded: CodedInlines<Piece>;
  readonly span: Span;
}

export interface SpanOptions {
  /** The start tag of the paragraph, or of the first one. */
  readonly tag: number;
  /** For a text-only element, or an attribute. */
  readonly plain?: 'element' | 'attribute' | undefined;
  readonly kind?: SegmentKind | undefined;
  /** Must be unchanged when the result is read back. */
  readonly shape?: string;
  /** For changes beyond the words: the span begins at `start`; writes the text from there to the words. */
  readonly before?: ((target: string, words: number, slice: Slice) => string) | undefined;
  readonly start?: number;
}

/** The span of a paragraph, or of a cell's paragraphs; undefined without words. */
export function inlinesSpan(
  source: string,
  inlines: readonly OdfInline[],
  { tag, plain, before, start, shape, kind }: SpanOptions,
): CodedSpan | undefined {
  const coded = codeInlines(inlines);
  if (!coded) return undefined;
  const place = placeOf(source, coded.core);
  const wordsXml = (words: string, slice: Slice): string => {
    const writer = writerOf(source, rawPrefix(source, tag), place, slice);
    return place.before + renderTarget(words, coded, writer) + writer.finish() + place.closing();
  };
  const shown = plainText(coded.text);
  const isCopy = !isTranslatable(readableText(coded.text));
  const segment =
    coded.codes.size === 0
      ? plainSegment(shown, kind && { kind })
      : {
          text: coded.text,
          ...(coded.rules && { rules: coded.rules }),
          ...(kind && { kind }),
          ...(isCopy && ({ copy: true } as const)),
        };
  const span: Span = {
    start: before ? (start ?? tag) : place.start,
    end: place.end,
    segment,
    write(target, { slice }) {
      const words = trimmed(target);
      if (words === coded.text || words === '') return undefined;
      const written = plain ? PLAIN[plain](plainText(words)) : wordsXml(words, slice);
      return (before?.(words, place.start, slice) ?? '') + written;
    },
    readsAs(target) {
      const text = withoutForbidden(plainText(trimmed(target)));
      // In that case tabs and line breaks are elements.
      return plain ? text : text.replace(/[\t\r\n]/g, '');
    },
    ...(shape === undefined ? {} : { shape }),
  };
  return { coded, span };
}

const PLAIN = { element: escapeXml, attribute: escapeAttribute };

function trimmed(target: string): string {
  return target.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
}

interface CorePlace {
  readonly start: number;
  readonly end: number;
  /** End tags of spans that reach into the core. */
  readonly before: string;
  /** Start tags of spans that reach out of it. */
  readonly closing: () => string;
  /** Elements around all of the core. */
  readonly common: number;
}

/** The place of the core, with the adjacent tags of spans, which are written again. */
function placeOf(source: string, core: readonly OdfInline[]): CorePlace {
  const [first, last] = [core[0]!.at, core.at(-1)!.at];
  let { start } = first;
  let { end } = last;
  let common = 0;
  while (common < first.around.length && first.around[common] === last.around[common]) common++;
  const into = first.around.slice(common);
  while (into.length > 0 && into.at(-1)!.contentStart === start) ({ start } = into.pop()!);
  const out = last.around.slice(common);
  while (out.length > 0 && out.at(-1)!.contentEnd === end) ({ end } = out.pop()!);
  return {
    start,
    end,
    common,
    before: into
      .reverse()
      .map((element) => endTag(source, element))
      .join(''),
    closing: () => out.map((element) => startTag(source, element)).join(''),
  };
}

function startTag(source: string, { start, contentStart }: Around): string {
  return source.slice(start, contentStart).replace(/\s*\/>$/, '>');
}

function endTag(source: string, { start }: Around): string {
  return `</${rawName(source, start)}>`;
}

/** White space that a reader would lose unless it is written as elements. */
const COLLAPSED = /[\t\r\n]| {2}/;

function writerOf(
  source: string,
  prefix: string,
  { common }: CorePlace,
  slice: Slice,
): InlineWriter<Piece> & { finish(): string } {
  let open: readonly Around[] = [];
  /** Open links with the spans around them: Impress and Calc lose spans in a link, so none are added. */
  const links: { readonly element: Around; readonly outer: readonly Around[] }[] = [];
  let afterSpace = true;
  /** Closes and opens spans until the next piece is inside these. */
  const enter = (wanted: readonly Around[]): string => {
    let kept = 0;
    while (kept < open.length && open[kept] === wanted[kept]) kept++;
    const closed = open.slice(kept).reverse();
    const opened = wanted.slice(kept);
    open = wanted;
    return (
      closed.map((element) => endTag(source, element)).join('') +
      opened.map((element) => startTag(source, element)).join('')
    );
  };
  const spansOf = ({ around }: Piece) => {
    const link = links.at(-1);
    // A text from elsewhere looks like the link.
    const at = link ? around.indexOf(link.element) : common - 1;
    return link && at === -1 ? [] : around.slice(at + 1).filter(({ isSpan }) => isSpan);
  };
  const spaces = (count: number): string => {
    if (count === 1) return `<${prefix}s/>`;
    // An attribute without a prefix has no namespace.
    return prefix === '' ? '<s/>'.repeat(count) : `<${prefix}s ${prefix}c="${count}"/>`;
  };
  const characters = (text: string): string => {
    if (text === '') return '';
    const isPlain = !COLLAPSED.test(text) && !(afterSpace && text.startsWith(' '));
    if (isPlain) {
      afterSpace = text.endsWith(' ');
      return escapeXml(text);
    }
    const written: string[] = [];
    for (const [piece] of text.matchAll(/ +|\t|\r\n|[\r\n]|[^ \t\r\n]+/g)) {
      if (piece.startsWith(' ')) {
        const further = afterSpace ? piece.length : piece.length - 1;
        if (!afterSpace) written.push(' ');
        if (further > 0) written.push(spaces(further));
        afterSpace = further === 0;
      } else {
        if (piece === '\t') written.push(`<${prefix}tab/>`);
        else if (/^[\r\n]/.test(piece)) written.push(`<${prefix}line-break/>`);
        else written.push(escapeXml(piece));
        afterSpace = false;
      }
    }
    return written.join('');
  };
  return {
    showsSpace: true,
    text: (text, like) => enter(spansOf(like.at)) + characters(text),
    standalone(at) {
      const before = enter(at.isBreak === true ? [] : spansOf(at));
      afterSpace = at.isBreak === true;
      return before + slice(at.start, at.end);
    },
    marker: (at) => slice(at.start, at.end),
    open(code) {
      if (code.kind !== 'group') return '';
      const { at } = code.group;
      const before = enter(spansOf(at));
      links.push({ element: at.element!, outer: open });
      open = [];
      return before + startTag(source, at.element!);
    },
    close(code) {
      if (code.kind !== 'group') return '';
      const written = enter([]) + endTag(source, code.group.at.element!);
      open = links.pop()?.outer ?? [];
      return written;
    },
    finish: () => enter([]),
  };
}
