import type { CodeRules } from '../../text/code-rules.ts';
import { formatCoded, parseCoded, readableText } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { splitSentences } from '../../text/sentences.ts';
import { isTranslatable } from '../../text/translatable.ts';
import { splitBlocks } from '../blocks/split-blocks.ts';
import type { ExtractedSegment, ExtractOptions, Format, SentencePlace } from '../format.ts';
import { tooManySegments } from '../shared/segment-list.ts';
import { joinedSource } from './join-sentences.ts';

/** Extracted segments with the blocks of HTML cells, split into sentences if the job wants that. */
export function segmented(
  { mayHoldHtml }: Pick<Format, 'mayHoldHtml'>,
  found: readonly ExtractedSegment[],
  { from, maxSegments, formatOptions }: ExtractOptions,
): readonly ExtractedSegment[] {
  const isBySentence = formatOptions?.['segmentation'] === 'sentence';
  if (!mayHoldHtml && !isBySentence) return found;
  const segments: ExtractedSegment[] = [];
  for (const cell of found) {
    for (const paragraph of mayHoldHtml ? splitBlocks(cell, from) : [cell]) {
      const sentences = isBySentence ? splitParagraph(paragraph, from ?? 'und') : [paragraph];
      for (const [index, sentence] of sentences.entries()) {
        if (segments.length >= maxSegments) throw tooManySegments(maxSegments);
        // The cell's text once, not with each sentence of its first block.
        const { n, source } = sentence.block ?? { n: 0 };
        segments.push(index > 0 && source !== undefined ? { ...sentence, block: { n } } : sentence);
      }
    }
  }
  return segments;
}

/**
 * The sentences of a paragraph. Text between two of them (white space, line breaks, note marks after a full
 * stop) belongs to neither. A format that spans several is in each of them; a pair that must stay whole, such
 * as a link, is never cut. `joinSentences` restores the paragraph. Paragraphs that are copied, or have a
 * translation or a limit, stay whole.
 */
export function splitParagraph(paragraph: ExtractedSegment, language: string): ExtractedSegment[] {
  const { text, copy, target, maxChars, group, rules } = paragraph;
  if (copy || target !== undefined || maxChars !== undefined || group !== undefined) return [paragraph];
  const atoms = atomsOf(parseCoded(text), rules, language);
  const cores = coresOf(atoms, rules);
  if (cores.length < 2) return [paragraph];
  const sentences = cores.map((core, index) => sentenceOf(paragraph, atoms, cores, core, index));
  return joinedSource(sentences) === text ? sentences : [paragraph];
}

/** A token, or a stretch of a text token that is all white space or has none at its ends. */
export interface Atom {
  readonly token: Token;
  /** Index of its sentence. */
  readonly sentence: number;
  /** Whether a sentence may begin and end with it: words, or a picture or field before words. */
  readonly isSolid: boolean;
  /** Ids of the pairs around it, outermost first. */
  readonly around: readonly number[];
}

/** A sentence without its surroundings: `atoms[start, end)`. */
export interface Core {
  start: number;
  end: number;
}

/** A picture or field for the segmenter, which reads this character as a sentence's first capital. */
const PLACEHOLDER = '\u2169';
/** A cut within more pairs than this would repeat more codes than it has text. */
const MAX_CUT_DEPTH = 20;

function atomsOf(tokens: readonly Token[], rules: CodeRules | undefined, language: string): Atom[] {
  const walls = new Set(rules?.walls);
  const shown: { token: Token; plain: string }[] = [];
  let last = ' ';
  for (const [index, token] of tokens.entries()) {
    const isMark =
      tokens[index - 1]?.kind === 'open' && tokens[index + 1]?.kind === 'close' && isNoteMark(token, last);
    const plain = isMark ? '”'.repeat(token.text.length) : shownAs(token, walls, last);
    shown.push({ token, plain });
    if (plain !== '') last = (last + plain).slice(-MAX_END_LENGTH);
  }
  const ends = sentenceEnds(shown.map(({ plain }) => plain).join(''), language);
  const atoms: Atom[] = [];
  let around: readonly number[] = [];
  let at = 0;
  let sentence = 0;
  for (const { token, plain } of shown) {
    if (token.kind === 'close') around = around.slice(0, -1);
    if (token.kind !== 'text') {
      atoms.push({ token, sentence, isSolid: plain === PLACEHOLDER, around });
      at += plain.length;
      while (at >= ends[sentence]!) sentence++;
    } else {
      for (let rest = token.text; rest !== '';) {
        const end = Math.min(rest.length, ends[sentence]! - at);
        for (const text of withoutOuterSpace(rest.slice(0, end))) {
          atoms.push({ token: { kind: 'text', text }, sentence, isSolid: text.trim() !== '', around });
        }
        rest = rest.slice(end);
        at += end;
        while (at >= ends[sentence]!) sentence++;
      }
    }
    if (token.kind === 'open') around = [...around, token.id];
  }
  return atoms;
}

/** Text of the same length as the token's. One line end is mostly white space, two end a sentence. */
function shownAs(token: Token, walls: ReadonlySet<number>, before: string): string {
  switch (token.kind) {
    case 'text':
      return token.text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, (breaks) =>
        (/(?:\r\n?|\n).*(?:\r\n?|\n)/su.test(breaks) ? '\u2029' : ' ').repeat(breaks.length),
      );
    case 'standalone':
      if (walls.has(token.id)) return ' ';
      // A note mark belongs to the word before it.
      return /\s$/u.test(before) ? PLACEHOLDER : '';
    default:
      return '';
  }
}

/** How far back to look for a sentence's end before a note mark, in UTF-16 units. */
const MAX_END_LENGTH = 8;
const NOTE_MARK = /^[[(]?(?:\d{1,3}|[*†‡§])(?:[,–-]\s?\d{1,3})*[\])]?$/u;

/** A number in a separate format after a full stop, which is how web pages and papers mark notes. */
function isNoteMark(token: Token, before: string): token is Token & { kind: 'text' } {
  return (
    token.kind === 'text' && NOTE_MARK.test(token.text) && /[\p{L}\p{M})”’"»][.!?…]["”’»)]*$/u.test(before)
  );
}

/** A text's leading white space, its core, its trailing white space. */
function withoutOuterSpace(text: string): string[] {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (end <= start) return [text];
  return [text.slice(0, start), text.slice(start, end), text.slice(end)].filter((part) => part !== '');
}

const LETTER = /\p{L}/u;

/** UTF-16 offsets of sentence ends, the last one Infinity. A sentence without letters joins its neighbour. */
function sentenceEnds(plain: string, language: string): number[] {
  const ends: number[] = [];
  let at = 0;
  let hasLetters = false;
  for (const piece of splitSentences(plain, language, Infinity)) {
    const pieceHasLetters = LETTER.test(piece);
    if (!hasLetters || !pieceHasLetters) ends.pop();
    hasLetters ||= pieceHasLetters;
    at += piece.length;
    ends.push(at);
  }
  ends[Math.max(0, ends.length - 1)] = Infinity;
  return ends;
}

/** Ids of the pairs that must never be cut, such as links. */
export function wholePairs(rules: CodeRules | undefined): ReadonlySet<number> {
  return new Set([...(rules?.kept ?? []), ...(rules?.closed ?? [])]);
}

function coresOf(atoms: readonly Atom[], rules: CodeRules | undefined): Core[] {
  const whole = wholePairs(rules);
  const cores: Core[] = [];
  let sentence: number | undefined;
  for (const [index, atom] of atoms.entries()) {
    if (!atom.isSolid) continue;
    const last = cores.at(-1);
    const isSame = last && (atom.sentence === sentence || !mayCut(atoms[last.end - 1]!, atom, whole));
    if (isSame) last.end = index + 1;
    else cores.push({ start: index, end: index + 1 });
    sentence = atom.sentence;
  }
  return cores.map((core) => withEnds(atoms, core));
}

/** Includes the pairs that begin directly before it and end directly after it. */
export function withEnds(atoms: readonly Atom[], core: Core): Core {
  let { start, end } = core;
  while (atoms[start - 1]?.token.kind === 'open') start--;
  while (atoms[end]?.token.kind === 'close') end++;
  return { start, end };
}

/** Whether a sentence may end between two atoms. `whole`: ids of pairs that must never be cut. */
export function mayCut(before: Atom, after: Atom, whole: ReadonlySet<number>): boolean {
  if (Math.max(before.around.length, after.around.length) > MAX_CUT_DEPTH) return false;
  const around = new Set(before.around);
  return !after.around.some((id) => whole.has(id) && around.has(id));
}

/** The sentence `core` of a paragraph, at `index` in its `cores`. */
export function sentenceOf(
  paragraph: ExtractedSegment,
  atoms: readonly Atom[],
  cores: readonly Core[],
  { start, end }: Core,
  index: number,
): ExtractedSegment {
  const opens = openAt(atoms, start);
  const closes = openAt(atoms, end);
  /** The sentence's ids, counted from 1 by appearance, so that equal sentences have equal text. */
  const ids = new Map<number, number>();
  const own = (id: number): number => {
    const known = ids.get(id) ?? ids.size + 1;
    ids.set(id, known);
    return known;
  };
  const tokens: Token[] = [
    ...opens.map((id): Token => ({ kind: 'open', id })),
    ...tokensOf(atoms, start, end),
    ...closes.toReversed().map((id): Token => ({ kind: 'close', id })),
  ];
  const text = formatCoded(
    tokens.map((token) => (token.kind === 'text' ? token : { ...token, id: own(token.id) })),
  );
  const before = formatCoded(tokensOf(atoms, cores[index - 1]?.end ?? 0, start));
  const after = index === cores.length - 1 ? formatCoded(tokensOf(atoms, end, atoms.length)) : '';
  const place: SentencePlace = {
    n: index,
    ...([...ids].every(([id, known]) => id === known) ? {} : { ids: [...ids.keys()] }),
    ...(before === '' ? {} : { before }),
    ...(after === '' ? {} : { after }),
    ...(opens.length === 0 ? {} : { opens: opens.length }),
    ...(closes.length === 0 ? {} : { closes: closes.length }),
  };
  const { rules, ...rest } = paragraph;
  const ownRules = rules && rulesWithin(rules, ids);
  return {
    ...rest,
    text,
    ...(ownRules && { rules: ownRules }),
    ...(isTranslatable(readableText(text)) ? {} : { copy: true as const }),
    sentence: place,
  };
}

/** Pairs that are open between two atoms. */
function openAt(atoms: readonly Atom[], index: number): readonly number[] {
  const next = atoms[index];
  if (!next) return [];
  return next.token.kind === 'close' ? [...next.around, next.token.id] : next.around;
}

function tokensOf(atoms: readonly Atom[], start: number, end: number): Token[] {
  return atoms.slice(start, end).map(({ token }) => token);
}

function rulesWithin(rules: CodeRules, ids: ReadonlyMap<number, number>): CodeRules | undefined {
  const own = Object.entries(rules).flatMap(([name, listed]: [string, readonly number[]]) => {
    const kept = listed.flatMap((id) => ids.get(id) ?? []);
    return kept.length === 0 ? [] : [[name, kept] as const];
  });
  return own.length === 0 ? undefined : Object.fromEntries(own);
}
