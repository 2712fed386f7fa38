/** A stop, or a sign that announces what follows, perhaps with closing signs after it. */
const STOP = /[.!?…:;|][)\]"'”’»]*\s*$/u;
/** The first letter is a capital. */
const CAPITAL = /^\P{L}*\p{Lu}/u;
/** A word in small letters: neither `iPhone` nor `www.example.com` nor `c/o`. */
const SMALL_WORD = /^\s*["“‘«(]?\p{Ll}[\p{Ll}\p{M}'’-]*(?=[\s,.;:!?…)"”’»]|$)(?![.:]\S)/u;
const WORD = /[\p{L}\p{N}]+/gu;
const MIN_WORDS = 3;

/**
 * Whether a phrase goes on behind a line break: it began with a capital and has no stop, the next line begins
 * in small letters. Lines of addresses and lists mostly begin alike, and those of one word are labels.
 */
export function goesOn(phrase: string, next: string): boolean {
  if (!CAPITAL.test(phrase) || STOP.test(phrase) || !SMALL_WORD.test(next)) return false;
  return (`${phrase} ${next}`.match(WORD) ?? []).length >= MIN_WORDS;
}
