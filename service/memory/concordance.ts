import { plainText } from '../text/codes.ts';
import { searchForm } from '../text/normal-form.ts';
import { isUnspaced } from '../text/scripts.ts';
import { isFormOf } from '../text/term-forms.ts';
import type { MemoryKey } from './memory-key.ts';
import type { UnitTexts } from './unit-texts.ts';

export interface ConcordanceQuery {
  readonly text: string;
  readonly side: 'source' | 'target';
  readonly limit: number;
}

/** A unit that has all words, and how well it fits: greater is better. */
export interface ScoredUnit {
  readonly id: number;
  readonly score: number;
}

/** Units with all words that are compared with one another, the newest: a word as common as "the" is in nearly all. */
const MAX_COMPARED = 3_000;
/** A shorter word has no other forms; longer ones have at most three letters more or less. */
const MIN_STEM = 3;
const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const MAX_WORDS = 20;

interface WantedWord {
  /** In comparison form. */
  readonly text: string;
  /** All its forms begin with it. */
  readonly stem: string;
  /** It may be a part of what is written together. */
  readonly isUnspaced: boolean;
  /** It has other forms. */
  readonly isInflected: boolean;
}

interface Wanted {
  readonly words: readonly WantedWord[];
  readonly phrase: string;
  /** Occurs in each unit. */
  readonly needle: string;
}

/** The words to look for; undefined if there are none. */
function wantedWords(text: string): Wanted | undefined {
  const phrase = searchForm(text).trim();
  if (phrase === '') return undefined;
  const words = [...new Set(phrase.match(WORD) ?? [])].slice(0, MAX_WORDS).map(wantedWord);
  // Signs are looked for as they are.
  const longest = words.reduce((best, { stem }) => (stem.length > best.length ? stem : best), '');
  return { words, phrase, needle: longest || phrase };
}

function wantedWord(text: string): WantedWord {
  const isPart = isUnspaced(text);
  const isInflected = !isPart && text.length >= MIN_STEM && /\p{L}$/u.test(text);
  // A form may also lack a last vowel.
  const stem = isInflected ? text.slice(0, Math.max(MIN_STEM, text.length - MIN_STEM - 1)) : text;
  return { text, stem, isUnspaced: isPart, isInflected };
}

/**
 * Units of some memories with all words of a text on one side, in any inflection, best first: the phrase itself, then
 * the words as written, then the shorter text; of equal ones the newest. `next`: the time was over; where to go on.
 */
export function concordance(
  texts: UnitTexts,
  keys: readonly MemoryKey[],
  { text, side, limit }: ConcordanceQuery,
  { at, until }: { at?: { key: number; before: number } | undefined; until: number },
): { found: ScoredUnit[]; next?: { key: number; before: number } } {
  const wanted = wantedWords(text);
  const found: ScoredUnit[] = [];
  if (!wanted) return { found };
  let compared = 0;
  for (let n = at?.key ?? 0; n < keys.length; n++) {
    const before = n === at?.key ? at.before : Number.MAX_SAFE_INTEGER;
    const next = texts.scan(keys[n]!, wanted.needle, { before, until }, (id, source, target) => {
      const score = scoreOf(side === 'source' ? source : target, wanted);
      if (score > 0) found.push({ id, score });
      return score > 0 && ++compared >= MAX_COMPARED;
    });
    if (compared >= MAX_COMPARED) break;
    if (next !== undefined) return { found: best(found, limit), next: { key: n, before: next } };
  }
  return { found: best(found, limit) };
}

export function best(found: readonly ScoredUnit[], limit: number): ScoredUnit[] {
  return [...found].sort((a, b) => b.score - a.score || b.id - a.id).slice(0, limit);
}

/** 0 without one of the words. */
function scoreOf(text: string, { words, phrase }: Wanted): number {
  const hasPhrase = text.includes(phrase);
  if (words.length === 0) return hasPhrase ? 1 + phrase.length / text.length : 0;
  let written = 0;
  for (const word of words) {
    const form = bestForm(text, word);
    if (form === undefined) return 0;
    if (form) written++;
  }
  return (hasPhrase ? 2 : 0) + written / words.length + phrase.length / (text.length + phrase.length);
}

/** Whether a text has the word as it is written, or only another form of it; undefined without any. */
function bestForm(text: string, word: WantedWord): boolean | undefined {
  const { stem } = word;
  if (word.isUnspaced) return text.includes(stem) || undefined;
  let hasForm = false;
  for (let at = text.indexOf(stem); at !== -1; at = text.indexOf(stem, at + 1)) {
    if (at > 0 && isInWord(text, at - 1)) continue;
    let end = at + stem.length;
    while (end < text.length && isInWord(text, end)) end++;
    const own = text.slice(at, end);
    if (own === word.text) return true;
    hasForm ||= isFormOfWord(own, word);
  }
  return hasForm ? false : undefined;
}

const IN_WORD = /[\p{L}\p{N}\p{M}_]/u;

function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  // Half of a character beyond the BMP: letters of such scripts.
  return (code >= 0xd800 && code <= 0xdfff) || IN_WORD.test(text[at]!);
}

function isFormOfWord(one: string, { text, isInflected }: WantedWord): boolean {
  return one === text || (isInflected && (isFormOf(one, text) || isFormOf(text, one)));
}

/** Where the words are in a coded text, in its code points. */
export function marksIn(coded: string, text: string): [number, number][] {
  const wanted = wantedWords(text);
  if (!wanted) return [];
  const { plain, places } = plainPlaces(coded);
  const spans: [number, number][] = [];
  for (const { 0: written, index } of plain.matchAll(WORD)) {
    const form = searchForm(written);
    if (wanted.words.some((word) => isFormOfWord(form, word))) spans.push([index, index + written.length]);
  }
  // Words of scripts without spaces are parts of what is written together, and signs are no words.
  const unspaced = wanted.words.filter((word) => word.isUnspaced).map((word) => word.text);
  const parts = wanted.words.length === 0 ? [wanted.phrase] : unspaced;
  const lower = searchForm(plain);
  for (const part of lower.length === plain.length ? parts : [])
    for (let at = lower.indexOf(part); at !== -1; at = lower.indexOf(part, at + part.length))
      spans.push([at, at + part.length]);
  return joined(spans).map(([start, end]) => [places[start]!, places[end - 1]! + 1] as [number, number]);
}

/** Sorted, without overlaps. */
function joined(spans: readonly [number, number][]): [number, number][] {
  const result: [number, number][] = [];
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

const PIECE = /<\/?\d{1,9}\/?>|&(?:amp|lt|gt);/g;

/** The plain text, and for each of its UTF-16 units the last code point of the coded text that it is. */
function plainPlaces(coded: string): { plain: string; places: number[] } {
  const places: number[] = [];
  let points = 0;
  const take = (text: string): void => {
    for (const char of text) {
      places.push(points, ...(char.length === 2 ? [points] : []));
      points++;
    }
  };
  let end = 0;
  for (const { 0: piece, index } of coded.matchAll(PIECE)) {
    take(coded.slice(end, index));
    if (piece.startsWith('&')) {
      places.push(points);
      points += piece.length;
    } else points += piece.length;
    end = index + piece.length;
  }
  take(coded.slice(end));
  return { plain: plainText(coded), places };
}
