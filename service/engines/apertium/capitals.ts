import type { Token } from '../../text/codes.ts';

/** Shorter ones are words of another meaning in the target as often as not: `No`, `A`. */
const WORDS = /[\p{L}\p{M}]{3,}/gu;
/** A capital behind the first letter: `POI`, `GitHub`. */
const INNER_CAPITAL = /\p{L}\p{Lu}/u;

/**
 * Gives words that came through untranslated the capitals they have in the source: Apertium writes a name that it does not
 * know as it would a common word (`Apache POI` → `apache POI`). Only words that have a capital wherever they stand in the
 * source, at least once not at a sentence's start.
 */
export function mendCapitals(tokens: readonly Token[], source: string): Token[] {
  const names = namesIn(source);
  if (names.size === 0) return [...tokens];
  return tokens.map((token) =>
    token.kind === 'text'
      ? { kind: 'text', text: token.text.replace(WORDS, (word) => names.get(word) ?? word) }
      : token,
  );
}

/** The source's spelling of each name by what it is in small letters. */
function namesIn(source: string): Map<string, string> {
  const names = new Map<string, string>();
  const common = new Set<string>();
  for (const { 0: word, index } of source.matchAll(WORDS)) {
    const small = word.toLowerCase();
    if (small === word) common.add(small);
    else if (INNER_CAPITAL.test(word) || !startsSentence(source, index)) names.set(small, word);
  }
  for (const word of common) names.delete(word);
  return names;
}

/** Whether nothing but signs stands between this place and the end of the sentence before. */
function startsSentence(source: string, index: number): boolean {
  let at = index;
  while (at > 0 && /[\s"'“”„«»‘’([¿¡]/u.test(source[at - 1]!)) at--;
  return at === 0 || /[.!?…:;•\0-]/u.test(source[at - 1]!);
}
