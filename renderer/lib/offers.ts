import { codeParts, codesOf, formatPieces, parsePieces } from './coded.ts';

/**
 * A remembered translation as the target of another segment: with its codes if they are the segment's too.
 */
export function fitted(target: string, source: string, coded: boolean): string {
  const pieces = parsePieces(target, true);
  const wanted = codesOf(source);
  const own = codesOf(target);
  if (coded && [...own].sort().join() === [...wanted].sort().join()) return target;
  const text = formatPieces([{ text: pieces.map((piece) => piece.text ?? '').join('') }], coded);
  // Formats may be left out; a break, a picture or a note mark may not.
  return coded ? text + wanted.filter((code) => codeParts(code).part === 'standalone').join('') : text;
}

/** The readable form of a coded text. */
export function plainOf(coded: string): string {
  return parsePieces(coded, true)
    .map((piece) => piece.text ?? '')
    .join('');
}

interface Term {
  term: string;
  translation: string;
}

/** Maximum of terms offered for one segment. */
const MAX_TERMS = 6;

/** The terms of a glossary that occur in a text, longest first. */
export function termsIn(text: string, entries: readonly Term[]): Term[] {
  const lower = text.toLowerCase();
  return entries
    .filter(({ term }) => lower.includes(term.toLowerCase()) && isWholeWord(text, term))
    .sort((a, b) => b.term.length - a.term.length)
    .slice(0, MAX_TERMS);
}

/** Scripts without spaces have no word boundaries. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function isWholeWord(text: string, term: string): boolean {
  if (SPACELESS.test(term)) return true;
  const escaped = term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text);
}

/** The place of a term in a text. */
export interface TermRange {
  readonly start: number;
  readonly end: number;
  readonly translation: string;
}

/**
 * For each list of terms, the ranges found in texts so far: a list may have ten thousand terms, and rows are
 * painted often.
 */
const foundIn = new WeakMap<readonly Term[], Map<string, readonly TermRange[]>>();
/** Maximum of texts whose ranges are cached. */
const MAX_KEPT = 2_000;

/** The places of glossary terms in a text, in order; of two overlapping ones the longer. */
export function termRanges(text: string, entries: readonly Term[]): readonly TermRange[] {
  const known = foundIn.get(entries) ?? new Map<string, readonly TermRange[]>();
  foundIn.set(entries, known);
  const before = known.get(text);
  if (before) return before;
  const lower = text.toLowerCase();
  const ranges: TermRange[] = [];
  const present = entries.filter(({ term }) => term !== '' && lower.includes(term.toLowerCase()));
  for (const { term, translation } of present.sort((a, b) => b.term.length - a.term.length)) {
    const wanted = term.toLowerCase();
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1)) {
      const range = { start: at, end: at + wanted.length, translation };
      const isFree = ranges.every(({ start, end }) => range.end <= start || range.start >= end);
      if (isFree && isWordAt(text, range)) ranges.push(range);
    }
  }
  ranges.sort((a, b) => a.start - b.start);
  if (known.size >= MAX_KEPT) known.clear();
  known.set(text, ranges);
  return ranges;
}

function isWordAt(text: string, { start, end }: { start: number; end: number }): boolean {
  if (SPACELESS.test(text.slice(start, end))) return true;
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && !/^[\p{L}\p{N}]/u.test(text.slice(end));
}
