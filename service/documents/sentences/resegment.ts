import { completeCodes } from '../../text/complete-codes.ts';
import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { splitSentences } from '../../text/sentences.ts';
import type { ExtractedSegment, SentencePlace } from '../format.ts';
import { joined, joinedSource, rulesOf, withParagraphIds } from './join-sentences.ts';
import { mayCut, sentenceOf, wholePairs, withEnds } from './split-paragraph.ts';
import type { Atom } from './split-paragraph.ts';

/**
 * A person ends a paragraph's sentences at other places than the splitter did. Places in a paragraph are
 * counted in UTF-16 units of its text, plus one for each standalone code; the ends of pairs have no length.
 */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Why a paragraph cannot be split there. */
export type SplitProblem = 'split_inside_code' | 'split_empty_part' | 'split_inside_link';

/** The extents of sentences in their paragraph. */
export function extentsOf(sentences: readonly ExtractedSegment[]): Extent[] {
  let at = 0;
  return sentences.map(({ text, sentence }) => {
    const start = at + lengthOf(parseCoded(sentence?.before ?? ''));
    at = start + lengthOf(parseCoded(text));
    return { start, end: at };
  });
}

/** The extents after splitting the `n`-th sentence. `at`: coded UTF-16 units of its first part. */
export function splitExtents(
  sentences: readonly ExtractedSegment[],
  n: number,
  at: number,
): Extent[] | SplitProblem {
  const extents = extentsOf(sentences);
  const { text } = sentences[n]!;
  const [first, second] = [parseCoded(text.slice(0, at)), parseCoded(text.slice(at))];
  // Halves of a code or an escape would be read as something else; half a surrogate pair is not a character.
  if (/[\ud800-\udbff]$/.test(text.slice(0, at))) return 'split_inside_code';
  if (formatCoded([...first, ...second]) !== formatCoded(parseCoded(text))) return 'split_inside_code';
  if (!hasText(first) || !hasText(second)) return 'split_empty_part';
  const { start, end } = extents[n]!;
  const cut = start + lengthOf(first);
  const parts = [
    { start, end: cut - spaceAtEnd(first) },
    { start: cut + spaceAtStart(second), end },
  ];
  return [...extents.slice(0, n), ...parts, ...extents.slice(n + 1)];
}

/** The extents after joining the `n`-th sentence with the next. */
export function joinExtents(sentences: readonly ExtractedSegment[], n: number): Extent[] {
  const extents = extentsOf(sentences);
  const both = { start: extents[n]!.start, end: extents[n + 1]!.end };
  return [...extents.slice(0, n), both, ...extents.slice(n + 2)];
}

/** A paragraph divided into sentences at other places. Each has text; together they are all of it. */
export function segmentedAt(
  sentences: readonly ExtractedSegment[],
  extents: readonly Extent[],
): ExtractedSegment[] | SplitProblem {
  const { sentence: _, copy: __, rules: ___, ...shared } = sentences[0]!;
  const syntaxes = [...new Set(sentences.flatMap((sentence) => sentence.syntaxes ?? []))];
  const text = joinedSource(sentences);
  const rules = rulesOf(sentences);
  const paragraph: ExtractedSegment = {
    ...shared,
    ...(syntaxes.length === 0 ? {} : { syntaxes }),
    text,
    ...(Object.keys(rules).length === 0 ? {} : { rules }),
  };
  const atoms = atomsAt(parseCoded(text), extents);
  const inner = extents.map(({ start, end }) => ({
    start: atoms.findIndex(({ at, length }) => length > 0 && at >= start),
    end: atoms.findLastIndex(({ at, length }) => length > 0 && at + length <= end) + 1,
  }));
  if (inner.some(({ start, end }) => start === -1 || end <= start)) return 'split_empty_part';
  const whole = wholePairs(paragraph.rules);
  const isCut = inner.some(
    ({ start }, n) => n > 0 && !mayCut(atoms[inner[n - 1]!.end - 1]!, atoms[start]!, whole),
  );
  if (isCut) return 'split_inside_link';
  const cores = inner.map((core) => withEnds(atoms, core));
  const parts = cores.map((core, n) => sentenceOf(paragraph, atoms, cores, core, n));
  // As in the splitter: a paragraph that could not be joined again stays whole.
  return joinedSource(parts) === text ? parts : 'split_inside_code';
}

/** Joins two sentences' translations as the target of `into`. `language`: of the translations. */
export function joinedTarget(
  [first, second]: readonly [ExtractedSegment, ExtractedSegment],
  targets: readonly [string, string],
  into: ExtractedSegment,
  language: string,
): string {
  const tokens = joined(
    [
      { ...first, sentence: { n: 0, ...ends(first.sentence), closes: first.sentence?.closes ?? 0 } },
      { ...second, sentence: { n: 1, ...ends(second.sentence), ...startOf(second.sentence) } },
    ],
    (n) => targets[n]!,
    language,
  );
  return fitted(tokens, into);
}

/**
 * Splits a sentence's translation in two: at the end of a sentence nearest to where the source is split. If
 * there is none, the first part gets everything.
 */
export function splitTarget(
  whole: ExtractedSegment,
  target: string,
  [first, second]: readonly [ExtractedSegment, ExtractedSegment],
  language: string,
): [string, string] {
  const tokens = withParagraphIds(parseCoded(target), whole.sentence ?? { n: 0 });
  const plain = tokens
    .map((token) => (token.kind === 'text' ? token.text : token.kind === 'standalone' ? '\ufffc' : ''))
    .join('');
  const [a, b] = [lengthOf(parseCoded(first.text)), lengthOf(parseCoded(second.text))];
  const cut = nearestEnd(plain, (plain.length * a) / (a + b), language);
  if (cut === undefined) return [fitted(tokens, first), ''];
  const [before, after] = cutTokens(tokens, cut);
  return [fitted(trimmed(before), first), fitted(trimmed(after), second)];
}

function nearestEnd(plain: string, wanted: number, language: string): number | undefined {
  let at = 0;
  const ends = splitSentences(plain, language, Infinity).map((sentence) => (at += sentence.length));
  const inner = ends.slice(0, -1);
  return inner.sort((x, y) => Math.abs(x - wanted) - Math.abs(y - wanted))[0];
}

/** Tokens before and after a place; pairs around it end in the first part and are reopened in the second. */
function cutTokens(tokens: readonly Token[], place: number): [Token[], Token[]] {
  const before: Token[] = [];
  const after: Token[] = [];
  let open: number[] = [];
  let reopened: readonly number[] | undefined;
  let at = 0;
  for (const token of tokens) {
    const length = lengthOf([token]);
    const isBehind = at >= place && token.kind !== 'close';
    if (isBehind && !reopened) reopened = [...open];
    if (token.kind === 'open') open.push(token.id);
    if (token.kind === 'close') open = open.filter((id) => id !== token.id);
    if (reopened) after.push(token);
    else if (token.kind === 'text' && at + length > place) {
      before.push({ kind: 'text', text: token.text.slice(0, place - at) });
      reopened = [...open];
      after.push({ kind: 'text', text: token.text.slice(place - at) });
    } else before.push(token);
    at += length;
  }
  const around = reopened ?? [];
  return [
    [...before, ...around.toReversed().map((id): Token => ({ kind: 'close', id }))],
    [...around.map((id): Token => ({ kind: 'open', id })), ...after],
  ];
}

/** Tokens with the paragraph's ids as one sentence's coded text, with only that sentence's codes. */
function fitted(tokens: readonly Token[], { text, sentence, rules }: ExtractedSegment): string {
  const own = (id: number): number | undefined => {
    if (!sentence?.ids) return id;
    const place = sentence.ids.indexOf(id);
    return place === -1 ? undefined : place + 1;
  };
  const known = tokens.flatMap((token): Token[] => {
    if (token.kind === 'text') return [token];
    const id = own(token.id);
    return id === undefined ? [] : [{ ...token, id }];
  });
  return formatCoded(completeCodes(parseCoded(text), known, rules).tokens);
}

function trimmed(tokens: readonly Token[]): Token[] {
  const place = (from: readonly Token[]): number =>
    from.findIndex(({ kind }) => kind === 'text' || kind === 'standalone');
  const cut = [...tokens];
  const first = place(cut);
  const start = cut[first];
  if (start?.kind === 'text') cut[first] = { kind: 'text', text: start.text.trimStart() };
  const last = cut.length - 1 - place(cut.toReversed());
  const end = cut[last];
  if (end?.kind === 'text') cut[last] = { kind: 'text', text: end.text.trimEnd() };
  return cut.filter((token) => token.kind !== 'text' || token.text !== '');
}

function ends(place: SentencePlace | undefined): Pick<SentencePlace, 'ids'> {
  return place?.ids ? { ids: place.ids } : {};
}

function startOf(place: SentencePlace | undefined): Pick<SentencePlace, 'before' | 'opens'> {
  return {
    ...(place?.before === undefined ? {} : { before: place.before }),
    ...(place?.opens === undefined ? {} : { opens: place.opens }),
  };
}

interface PlacedAtom extends Atom {
  readonly at: number;
  readonly length: number;
}

/** Tokens, cut where a sentence begins or ends. */
function atomsAt(tokens: readonly Token[], extents: readonly Extent[]): PlacedAtom[] {
  const cuts = extents.flatMap(({ start, end }) => [start, end]);
  const atoms: PlacedAtom[] = [];
  let around: readonly number[] = [];
  let at = 0;
  let next = 0;
  const add = (token: Token): void => {
    const length = lengthOf([token]);
    const isSolid = token.kind === 'standalone' || (token.kind === 'text' && token.text.trim() !== '');
    atoms.push({ token, sentence: 0, isSolid, around, at, length });
    at += length;
  };
  for (const token of tokens) {
    if (token.kind === 'close') around = around.slice(0, -1);
    if (token.kind !== 'text') add(token);
    else {
      for (let rest = token.text; rest !== '';) {
        while (next < cuts.length && cuts[next]! <= at) next++;
        const end = Math.min(rest.length, (cuts[next] ?? Infinity) - at);
        add({ kind: 'text', text: rest.slice(0, end) });
        rest = rest.slice(end);
      }
    }
    if (token.kind === 'open') around = [...around, token.id];
  }
  return atoms;
}

function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce(
    (sum, token) => sum + (token.kind === 'text' ? token.text.length : token.kind === 'standalone' ? 1 : 0),
    0,
  );
}

function hasText(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'text' && /\S/u.test(token.text));
}

/** White space at the end of a part, up to the last code with a length. */
function spaceAtEnd(tokens: readonly Token[]): number {
  let length = 0;
  for (const token of tokens.toReversed()) {
    if (token.kind === 'standalone') break;
    if (token.kind !== 'text') continue;
    const own = token.text.length - token.text.trimEnd().length;
    length += own;
    if (own < token.text.length) break;
  }
  return length;
}

function spaceAtStart(tokens: readonly Token[]): number {
  let length = 0;
  for (const token of tokens) {
    if (token.kind === 'standalone') break;
    if (token.kind !== 'text') continue;
    const own = token.text.length - token.text.trimStart().length;
    length += own;
    if (own < token.text.length) break;
  }
  return length;
}
