import { baseLanguage } from '../contract/index.ts';
import { normalForm } from './normal-form.ts';
import { isUnspaced } from './scripts.ts';
import { wordEdges } from './word-edges.ts';
import type { WordEdges } from './word-edges.ts';

/** Languages that stack endings on a word: `sunucu`, `sunucularımızdan`. ISO 639. */
const AGGLUTINATIVE = new Set('az eo et eu fi hu ja ka kk kn ko ky ml mn ta te tk tr tt ug uz'.split(' '));
/** Letters of an ending, relative to the word: a short word with a long ending is another word. */
const MAX_ENDING_LENGTH = 3;
const MAX_PILE_LENGTH = 12;
const SHORT_WORD = 3;
/** Words of at least this length may change their last vowel: `książka`, `książki`. */
const STEM_WORD = 5;
const VOWEL = /[aeiouyаеёиоуыэюяіїєαεηιουω]$/u;
const LETTER = '[\\p{L}\\p{M}]';

/** Searches for translations in one target. */
export interface TermForms {
  /** Whether it occurs as whole words, in any case, inflected or not. True if unsure. */
  has(translation: string): boolean;
}

/** `fold` normalises spellings, unit by unit. `language`: of the target. */
export function termForms(target: string, fold: (text: string) => string, language: string): TermForms {
  const written = normalForm(target);
  const folded = fold(written);
  let known: WordEdges | undefined;
  const edges = (): WordEdges => (known ??= wordEdges(written));
  const isPiled = AGGLUTINATIVE.has(baseLanguage(language));
  return {
    has(translation) {
      const wanted = fold(normalForm(translation).trim());
      if (wanted === '') return true;
      for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1))
        if (!edges().isPartOfWord(at, at + wanted.length)) return true;
      const inflected = inflectedForms(wanted, isPiled);
      return inflected?.test(folded) ?? false;
    },
  };
}

/** Undefined if none of its words has endings: in scripts without spaces, and for numbers and signs. */
function inflectedForms(wanted: string, isPiled: boolean): RegExp | undefined {
  if (Array.from(wanted).some(isUnspaced)) return undefined;
  const words = wanted.split(/\s+/u).map((word) => withEndings(word, isPiled));
  const edge = `[\\p{L}\\p{N}\\p{M}_]`;
  const [first, last] = [/^[\p{L}\p{N}]/u.test(wanted), /[\p{L}\p{N}\p{M}]$/u.test(wanted)];
  return new RegExp(`${first ? `(?<!${edge})` : ''}${words.join('\\s+')}${last ? `(?!${edge})` : ''}`, 'u');
}

/** Whether a word may be another with an ending, as `termForms` finds it in languages that do not pile endings. */
export function isFormOf(word: string, base: string): boolean {
  const { length } = base;
  if (length < SHORT_WORD) return word === base;
  const stem = stemOf(base);
  return word.startsWith(stem) && word.length - stem.length <= Math.min(length - 1, MAX_ENDING_LENGTH);
}

/** A long word without its last vowel. */
function stemOf(word: string): string {
  const bare = normalForm(word, 'NFD').replace(/\p{M}/gu, '');
  return word.length >= STEM_WORD && VOWEL.test(bare) ? word.slice(0, -1) : word;
}

function withEndings(word: string, isPiled: boolean): string {
  const { length } = word;
  if (!/[\p{L}\p{M}]$/u.test(word) || (length < SHORT_WORD && !isPiled)) return escapeRegExp(word);
  const ending = isPiled ? MAX_PILE_LENGTH : Math.min(length - 1, MAX_ENDING_LENGTH);
  return `${escapeRegExp(stemOf(word))}${LETTER}{0,${ending}}`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
