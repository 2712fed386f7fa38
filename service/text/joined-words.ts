import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

const WORD_CHAR = '[\\p{L}\\p{N}\\p{M}_]';
/** Words that lose their vowel before another word: French, Italian, Catalan, Maltese. */
const ELIDED = new RegExp(
  `(?:^|[^\\p{L}\\p{N}\\p{M}_'’])(?:[bcdfjlmnstvx]|(?:jus|lors|puis|quoi)?qu|(?:d[ae]|ne|su|co|a|que|be)ll|(?:ne|a|da|de|su)?gl|(?:ness|ciasc|alc)?un|quest|sant|grand|tutt|mezz|senz|anch|com|dov|cos|quand)$`,
  'iu',
);
/** Longer than any of them. */
const LOOK_BACK = 9;
/** Without `s`: in `the server's disk` the server is a word. */
const CONTRACTED = new RegExp(`^(?:t|re|ve|ll|d|m|n)(?!${WORD_CHAR})`, 'iu');
const CYRILLIC = /\p{Script=Cyrillic}/u;

/**
 * Whether `start` is only the rest of a word with an apostrophe or of a letter with a hyphen: the ray of
 * `X-ray`, the clock of `o'clock`. Not a word after an elided one, as in `l'écrou`, nor in a compound of
 * words, as in `Nut-Bolt`.
 */
export function isRestOfWord(plain: string, start: number): boolean {
  if (!isSpacedWordChar(charAt(plain, start))) return false;
  if (!isSpacedWordChar(charBefore(plain, start - 1))) return false;
  const joint = plain[start - 1]!;
  return isApostrophe(joint) ? !isElided(plain, start - 1) : isHyphen(joint) && isLetter(plain, start - 1);
}

/** Whether such a word continues after `end`: `can` of `can't`, `X` of `X-ray`, `l` of `l'écrou`. */
export function isBeginningOfWord(plain: string, start: number, end: number): boolean {
  const last = charBefore(plain, end);
  const next = charAt(plain, end + 1);
  if (!isSpacedWordChar(last) || !isSpacedWordChar(next)) return false;
  const joint = plain[end]!;
  if (isHyphen(joint)) return end - start === last.length && isLetter(plain, end);
  if (!isApostrophe(joint)) return false;
  // Ukrainian and Belarusian use it within words: `комп'ютер`.
  if (CYRILLIC.test(last) && CYRILLIC.test(next)) return true;
  return CONTRACTED.test(plain.slice(end + 1, end + 4)) || isElided(plain, end);
}

function isElided(plain: string, end: number): boolean {
  return ELIDED.test(plain.slice(Math.max(0, end - LOOK_BACK), end));
}

/** Whether a single letter ends at `end`, outside words and compounds such as `Vitamin-C-Mangel`. */
function isLetter(plain: string, end: number): boolean {
  const letter = charBefore(plain, end);
  const before = charBefore(plain, end - letter.length);
  return /^\p{L}$/u.test(letter) && !isSpacedWordChar(before) && !isHyphen(before);
}

function isApostrophe(char: string): boolean {
  return char === "'" || char === '’';
}

function isHyphen(char: string): boolean {
  return char === '-' || char === '\u2010' || char === '\u2011';
}
