import { ALONE, WORDS_ALONE } from './protected/alone.ts';
import { ANY, withoutProtected } from './protected/scan.ts';
import { compiled } from './protected/syntax.ts';
import type { Syntax } from './protected/syntax.ts';

/** No word is longer: V8 stores each letter on its stack, and fails after millions. */
const TWO_WORDS = /(?:^|\s)\p{L}{2,99} \p{L}{2,99}(?:[\s,.!?]|$)/u;

/** Longer words are data: identifiers, file names and paths (260 on Windows) are shorter. UTF-16 units. */
const MAX_NAME_LENGTH = 260;
const LETTER = /\p{L}/u;
/** A single letter is a list mark, a column or a key, except in scripts without spaces. */
const ONE_LETTER = /^\P{L}*[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\P{L}*$/u;

/**
 * Whether plain text has anything for a translator: false for blank text, numbers, dates in digits, amounts,
 * URLs, e-mail addresses, paths, placeholders and code-like identifiers, and for text without letters. A text
 * that is all marks cannot be prose, so marks of any syntax count here. True if unsure: a superfluous word
 * sent to the engine costs less than an untranslated one.
 */
export function isTranslatable(plain: string): boolean {
  const whole = plain.trim();
  if (isOneOf(ALONE, whole)) return false;
  const words = withoutProtected(whole, ' ', ANY);
  // Two plain words in a row are text: most segments end here.
  if (TWO_WORDS.test(words)) return true;
  if (!LETTER.test(words) || (whole.length <= MAX_NAME_LENGTH && ONE_LETTER.test(whole))) return false;
  return words.split(/\s+/).some((word) => LETTER.test(word) && !isCodeLike(word));
}

function isCodeLike(word: string): boolean {
  const bare = /^[([{"'«“]*(.*?)[)\]}"'»”,;]*$/su.exec(word)?.[1] ?? word;
  return isOneOf(WORDS_ALONE, word) || (bare !== word && isOneOf(WORDS_ALONE, bare));
}

/** Compiled by their first text. */
const patterns = new Map<Syntax, RegExp>();

/** Whether the whole text is a mark of one of the syntaxes. */
function isOneOf(rows: readonly Syntax[], text: string): boolean {
  if (text.length > MAX_NAME_LENGTH) return false;
  return rows.some((row) => {
    const pattern = patterns.get(row) ?? compiled(row, 'y');
    patterns.set(row, pattern);
    pattern.lastIndex = 0;
    return pattern.test(text);
  });
}
