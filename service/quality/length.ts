import { codePoints } from '../text/codes.ts';

/** How many Latin letters a letter of a script corresponds to. */
const DENSITY: readonly (readonly [script: RegExp, letters: number])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]+/gu, 0.55],
  [/\p{Script=Han}+/gu, 0.33],
  [/\p{Script=Hangul}+/gu, 0.45],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]+/gu, 0.8],
];
/** Covers the scripts of DENSITY, and few others; not the quotes and dashes of Latin texts. */
const DENSE = /[\u0590-\u1dff\u2e80-\u{10ffff}]/u;
/** Letters not counted by latinLetters. */
const OTHER_LETTERS = /[^\P{L}A-Za-zªµº\u00c0-\u024f\u1e00-\u1eff]+/gu;
/** A text without these has no such letters. */
const BEYOND_LATIN = /[^\0-\u024f\u1e00-\u1eff\u2010-\u2027]/;
/** In a shorter text a word more or less changes much. */
const MIN_LETTERS = 40;
const MAX_TIMES = 2.5;

/** Whether the target is implausibly long or short for any translation. */
export function unusualLength(source: string, target: string): 'long' | 'short' | undefined {
  const [asked, given] = [lengthOf(source), lengthOf(target)];
  if (asked < MIN_LETTERS && given < MIN_LETTERS * MAX_TIMES) return undefined;
  if (given > Math.max(asked, MIN_LETTERS) * MAX_TIMES) return 'long';
  return given * MAX_TIMES < asked ? 'short' : undefined;
}

/** In Latin letters. */
function lengthOf(text: string): number {
  const latin = latinLetters(text);
  if (!BEYOND_LATIN.test(text)) return latin;
  const letters = latin + count(text, OTHER_LETTERS);
  if (!DENSE.test(text)) return letters;
  let counted = 0;
  let length = 0;
  for (const [script, density] of DENSITY) {
    const own = count(text, script);
    counted += own;
    length += own / density;
  }
  return length + letters - Math.min(counted, letters);
}

/**
 * Counts letters from Basic Latin to Latin Extended-B, and Latin Extended Additional. A pattern takes ten
 * times as long, and counting letters is the slowest step for a translation.
 */
function latinLetters(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const small = unit | 0x20;
    const isAscii = small >= 0x61 && small <= 0x7a;
    // Except × and ÷.
    const isExtended = unit >= 0xc0 && unit <= 0x24f && unit !== 0xd7 && unit !== 0xf7;
    const isAdditional = unit >= 0x1e00 && unit <= 0x1eff;
    if (isAscii || isExtended || isAdditional || unit === 0xaa || unit === 0xb5 || unit === 0xba) sum++;
  }
  return sum;
}

/** Number of characters in the runs that a pattern finds. */
function count(text: string, runs: RegExp): number {
  let sum = 0;
  for (const run of text.match(runs) ?? []) sum += codePoints(run);
  return sum;
}
