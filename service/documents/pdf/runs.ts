import type { Run } from './blocks.ts';
import type { Piece } from './pieces.ts';

/** Words of the document as they are within lines, for hyphens at the ends of lines. */
export type Vocabulary = ReadonlySet<string>;

const WORD = /\p{L}+(?:-\p{L}+)*/gu;

export function vocabularyOf(texts: Iterable<string>): Vocabulary {
  const words = new Set<string>();
  for (const text of texts) for (const [word] of text.matchAll(WORD)) words.add(word.toLowerCase());
  return words;
}

/** Scripts that are written without spaces: lines of them join without one. */
const UNSPACED = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u31a0-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud8ff][\udc00-\udfff]`;
const ENDS_UNSPACED = new RegExp(`(?:${UNSPACED})$`);
const STARTS_UNSPACED = new RegExp(`^(?:${UNSPACED})`);
/** Size of raised letters at most, by that of their line; browsers draw them at 0.83. */
export const RAISED_SIZE = 0.86;
/** Gap in em between two pieces of a line that is a space. */
const SPACE = 0.18;

export interface JoinedRuns {
  readonly runs: readonly Run[];
  /** Hyphens that ended a line, and are left out. */
  readonly hyphens: number;
}

/** Pieces in reading order as one text. Letters of lines are joined: by a space, by nothing, or across a hyphen. */
export function joinPieces(pieces: readonly Piece[], vocabulary: Vocabulary): JoinedRuns {
  const runs: Run[] = [];
  const size = usualSize(pieces);
  let hyphens = 0;
  let before: Piece | undefined;
  for (const piece of pieces) {
    const { text } = piece;
    const last = runs.at(-1);
    if (before && last) {
      if (isOnOneLine(before, piece)) {
        if (isSpacedFrom(before, piece)) runs[runs.length - 1] = { ...last, text: `${last.text} ` };
      } else {
        const end = lineEnd(last.text, text, vocabulary);
        hyphens += end.hyphens;
        runs[runs.length - 1] = { ...last, text: end.text };
      }
    }
    const raised = raisedOf(piece, size, pieces);
    const look: Omit<Run, 'text'> = {
      ...(piece.isBold ? { isBold: true } : {}),
      ...(piece.isItalic ? { isItalic: true } : {}),
      ...(piece.link === undefined ? {} : { link: piece.link }),
      ...(raised ? { raised } : {}),
    };
    const open = runs.at(-1);
    if (open && isSameLook(open, look)) runs[runs.length - 1] = { ...open, text: open.text + text };
    else runs.push({ ...look, text });
    before = piece;
  }
  return { runs: pieces.some(({ isRightToLeft }) => isRightToLeft) ? withBrackets(runs) : runs, hyphens };
}

const BRACKETS: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«' },
};
const BRACKET = /[()[\]{}«»]/g;

/**
 * Fonts name brackets of text that runs to the left by their shape or by their meaning: where they close before they open, they are
 * turned.
 */
function withBrackets(runs: readonly Run[]): readonly Run[] {
  const found = plainOf(runs).match(BRACKET) ?? [];
  if (isBalanced(found) || !isBalanced(found.map((bracket) => BRACKETS[bracket]!))) return runs;
  return runs.map((run) => ({ ...run, text: run.text.replace(BRACKET, (bracket) => BRACKETS[bracket]!) }));
}

function isBalanced(brackets: readonly string[]): boolean {
  const open: string[] = [];
  for (const bracket of brackets) {
    if ('([{«'.includes(bracket)) open.push(BRACKETS[bracket]!);
    else if (open.pop() !== bracket) return false;
  }
  return open.length === 0;
}

function isSameLook(a: Run, b: Omit<Run, 'text'>): boolean {
  return (
    a.isBold === b.isBold &&
    a.isItalic === b.isItalic &&
    a.link === b.link &&
    a.raised === b.raised &&
    a.note === undefined
  );
}

/** The size of most letters. */
export function usualSize(pieces: readonly { readonly size: number; readonly text: string }[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of pieces) letters.set(size, (letters.get(size) ?? 0) + text.length);
  let [best, most] = [0, -1];
  for (const [size, count] of letters)
    if (count > most || (count === most && size > best)) [best, most] = [size, count];
  return best;
}

function isOnOneLine(a: Piece, b: Piece): boolean {
  return (
    a.page === b.page &&
    Math.abs(a.base - b.base) < 0.6 * Math.min(Math.max(a.size, b.size), 2 * Math.min(a.size, b.size))
  );
}

function isSpacedFrom(a: Piece, b: Piece): boolean {
  const gap = Math.max(b.left - a.right, a.left - b.right);
  const em = Math.min(a.size, b.size);
  if ((a.spaceAfter || b.spaceBefore) && gap > -0.5 * em) return true;
  if (ENDS_UNSPACED.test(a.text) || STARTS_UNSPACED.test(b.text)) return gap > 0.6 * em;
  return gap > SPACE * em;
}

/** The text before the end of a line, joined with the line after it. */
function lineEnd(text: string, next: string, vocabulary: Vocabulary): { text: string; hyphens: number } {
  if (text.endsWith('\u00ad')) return { text: text.slice(0, -1), hyphens: 1 };
  if (/[-\u2010]$/.test(text) && /\p{L}[-\u2010]$/u.test(text)) {
    if (!/^\p{Ll}/u.test(next)) return { text, hyphens: 0 };
    const first = /[\p{L}-]+[-\u2010]$/u.exec(text)![0].slice(0, -1).toLowerCase();
    const second = /^\p{L}+/u.exec(next)![0].toLowerCase();
    const isCompound = vocabulary.has(`${first}-${second}`) && !vocabulary.has(first + second);
    return isCompound ? { text, hyphens: 0 } : { text: text.slice(0, -1), hyphens: 1 };
  }
  if (/[/\u2013\u2014]$/.test(text) && !/\s.$/.test(text)) return { text, hyphens: 0 };
  const isUnspaced = ENDS_UNSPACED.test(text) && STARTS_UNSPACED.test(next);
  return { text: isUnspaced ? text : `${text} `, hyphens: 0 };
}

function raisedOf(piece: Piece, size: number, pieces: readonly Piece[]): Run['raised'] {
  if (piece.size > RAISED_SIZE * size || piece.text.length > 12) return undefined;
  const beside = pieces.find((other) => other.size > RAISED_SIZE * size && isOnOneLine(other, piece));
  if (!beside) return undefined;
  const rise = beside.base - piece.base;
  if (rise > 0.12 * size) return 'superscript';
  return rise < -0.04 * size ? 'subscript' : undefined;
}

export function plainOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
