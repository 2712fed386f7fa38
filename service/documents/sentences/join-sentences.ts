import { withoutMarks } from '../../contract/index.ts';
import type { CodeRules } from '../../text/code-rules.ts';
import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { completeCodes } from '../../text/complete-codes.ts';
import type { ExtractedSegment, SentencePlace, Targets } from '../format.ts';

/** The part of a job's segment that joining needs. */
export type JobSegment = Pick<ExtractedSegment, 'text' | 'rules' | 'sentence'>;

/** Indexes of the segments of each paragraph, in order. */
export function paragraphsOf(segments: readonly Pick<JobSegment, 'sentence'>[]): number[][] {
  const paragraphs: number[][] = [];
  for (const [index, { sentence }] of segments.entries()) {
    if (sentence && sentence.n > 0 && paragraphs.length > 0) paragraphs.at(-1)!.push(index);
    else paragraphs.push([index]);
  }
  return paragraphs;
}

/** The targets of `splitParagraphs`' paragraphs: null if no sentence changes. `language`: of the targets. */
export function joinSentences(segments: readonly JobSegment[], targets: Targets, language: string): Targets {
  return paragraphsOf(segments).map((indexes) => {
    const [first = 0] = indexes;
    if (!segments[first]!.sentence) return targets[first] ?? null;
    const sentences = indexes.map((index) => segments[index]!);
    const own = indexes.map((index) => targets[index] ?? null);
    if (own.every((target, n) => target === null || target === sentences[n]!.text)) return null;
    const source = joined(sentences, (n) => sentences[n]!.text);
    const target = joined(sentences, (n) => own[n] ?? sentences[n]!.text, language);
    return formatCoded(completeCodes(source, target, rulesOf(sentences)).tokens);
  });
}

/** The paragraph that sentences were split from, as coded text. */
export function joinedSource(sentences: readonly JobSegment[]): string {
  return formatCoded(joined(sentences, (n) => sentences[n]!.text));
}

/** Joins sentences and their separators, by the paragraph's ids. `language`: of a translation. */
export function joined(
  sentences: readonly JobSegment[],
  textOf: (index: number) => string,
  language?: string,
): Token[] {
  const tokens: Token[] = [];
  /** Pairs that the previous sentence left open. */
  let open: readonly number[] = [];
  for (const [n, { text, sentence }] of sentences.entries()) {
    const place: SentencePlace = sentence ?? { n };
    const own = withParagraphIds(parseCoded(textOf(n)), place);
    const source = withParagraphIds(parseCoded(text), place);
    const wanted = idsOf(source.slice(0, place.opens ?? 0));
    const between = parseCoded(place.before ?? '');
    const isExact = idsOf(own.slice(0, wanted.length)).join() === wanted.join();
    const left = isExact && closesOf(tokens, open);
    if (left !== false) {
      tokens.splice(left);
      tokens.push(...spaced(between, tokens, own, language), ...own.slice(wanted.length));
    } else {
      // The format no longer reaches the end of its sentence: `completeCodes` merges both runs.
      tokens.push(...spaced(between.filter(isNoPair), tokens, own, language), ...own);
    }
    open = idsOf(source.slice(source.length - (place.closes ?? 0))).toReversed();
    if (n < sentences.length - 1) continue;
    const rest = parseCoded(place.after ?? '');
    const end = closesOf(tokens, open);
    if (end !== false) tokens.splice(end);
    tokens.push(...(end === false ? rest.filter(isNoPair) : rest));
  }
  return tokens;
}

/**
 * The index where the ends of these pairs begin at the end of `tokens`, outermost first; false if there are
 * others.
 */
function closesOf(tokens: readonly Token[], open: readonly number[]): number | false {
  const start = tokens.length - open.length;
  const ends = tokens.slice(start);
  const areThere = ends.every((token, n) => token.kind === 'close' && token.id === open[open.length - 1 - n]);
  return start >= 0 && areThere ? start : false;
}

export function withParagraphIds(tokens: readonly Token[], { ids }: SentencePlace): Token[] {
  if (!ids) return [...tokens];
  return tokens.map((token) => (token.kind === 'text' ? token : { ...token, id: ids[token.id - 1] ?? 0 }));
}

/** The ids of tokens that are ends of pairs. */
function idsOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token) => (token.kind === 'open' || token.kind === 'close' ? [token.id] : []));
}

function isNoPair(token: Token): boolean {
  return token.kind === 'text' || token.kind === 'standalone';
}

/** Chinese, Japanese, Thai, Lao, Khmer and Burmese put no space between sentences. */
const SPACELESS = /^(?:zh|yue|ja|th|lo|km|my)\b/;
const WIDE_END = /[。！？．｡…][\p{Pe}\p{Pf}"'”’]*$/u;
const LETTER_AT_START = /^[\p{Ps}\p{Pi}"'¿¡]*[\p{L}\p{N}]/u;

/** The separator of two sentences in the target's language: Japanese has no space where English needs one. */
function spaced(
  between: readonly Token[],
  before: readonly Token[],
  after: readonly Token[],
  language: string | undefined,
): readonly Token[] {
  if (language === undefined || before.length === 0) return between;
  // Nothing is left of a sentence whose translation is in the previous one.
  if (after.length === 0) return between.filter((token) => token.kind !== 'text' || token.text.trim() !== '');
  const [only] = between;
  if (SPACELESS.test(language)) {
    const isSpace = between.length === 1 && only?.kind === 'text' && only.text === ' ';
    return isSpace && WIDE_END.test(textAtEnd(before)) ? [] : between;
  }
  const abut = between.every((token) => token.kind !== 'text' && token.kind !== 'standalone');
  const needsSpace =
    abut && /[^\s\p{Ps}\p{Pi}]$/u.test(textAtEnd(before)) && !WIDE_END.test(textAtEnd(before));
  if (!needsSpace || !LETTER_AT_START.test(textAtStart(after))) return between;
  return [...between, { kind: 'text', text: ' ' }];
}

function textAtEnd(tokens: readonly Token[]): string {
  const last = tokens.findLast(({ kind }) => kind === 'text' || kind === 'standalone');
  return last?.kind === 'text' ? withoutMarks(last.text) : '';
}

function textAtStart(tokens: readonly Token[]): string {
  const first = tokens.find(({ kind }) => kind === 'text' || kind === 'standalone');
  return first?.kind === 'text' ? withoutMarks(first.text) : '';
}

/** The rules of all sentences, by the paragraph's ids. */
export function rulesOf(sentences: readonly JobSegment[]): CodeRules {
  const rules: Record<string, number[]> = {};
  for (const { rules: own, sentence } of sentences) {
    for (const [name, ids] of Object.entries(own ?? {}) as [string, readonly number[]][]) {
      (rules[name] ??= []).push(...ids.map((id) => sentence?.ids?.[id - 1] ?? id));
    }
  }
  // A format that spans several sentences is in the rules of each.
  return Object.fromEntries(Object.entries(rules).map(([name, ids]) => [name, [...new Set(ids)]]));
}
