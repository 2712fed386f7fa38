// Undoing pseudo-localisation, so that a result can be held against its source letter by letter.

import { excerpt } from './package.mjs';

/** Letters that Unicode does not take apart into a base and an accent; and the engine's `q`, which it takes for an o. */
const UNDECOMPOSED = {
  ǫ: 'q',
  ƀ: 'b',
  ɓ: 'b',
  đ: 'd',
  ð: 'd',
  ƒ: 'f',
  ħ: 'h',
  ł: 'l',
  ɱ: 'm',
  ø: 'o',
  þ: 'p',
  ŧ: 't',
};
const FOLDED = new Map(
  Object.entries(UNDECOMPOSED).flatMap(([from, to]) => [
    [from, to],
    [from.toUpperCase(), to.toUpperCase()],
  ]),
);
/** The words that make a pseudo-localised text as long as a translation may be. */
const FILLER = 'one two three four five six seven eight nine ten ';
const GROWTH = 0.3;
const SLACK = 1;

/** Accents off, in source and result alike: what is equal after this is the same text. @param {string} text */
export function fold(text) {
  const known = Array.from(text, (c) => FOLDED.get(c) ?? c).join('');
  return known.normalize('NFD').replace(/\p{Mn}/gu, '');
}

/** @param {number} length */
function filler(length) {
  return FILLER.repeat(Math.ceil(length / FILLER.length))
    .slice(0, Math.max(0, length))
    .trimEnd();
}

/**
 * Where a pseudo-localised text holds its own words: between `[` and ` one two th]`, the filler as long as the words ask for.
 * White space, and signs without a letter that the filter leaves out of the segment, may stand around it.
 * @param {string} result
 * @returns {{start: number, end: number, close: number} | undefined} nothing where the result has not this shape
 */
export function pseudoSpan(result) {
  const start = result.search(/[\p{L}\p{N}[]/u);
  const close =
    result.length -
    1 -
    Array.from(result)
      .reverse()
      .join('')
      .search(/[\p{L}\p{N}\]]/u);
  if (result[start] !== '[' || result[close] !== ']') return undefined;
  for (let end = close - 1; end >= start; end--) {
    if (result[end] !== ' ') continue;
    const added = result.slice(end + 1, close);
    if (!/^[a-z ]*$/.test(added)) return undefined;
    const length = Math.ceil((end - start - 1) * GROWTH);
    // A character more or less: white space at a run's edge, which each reader counts in its own way.
    for (let by = -SLACK; by <= SLACK; by++) if (added === filler(length + by)) return { start, end, close };
  }
  return undefined;
}

/** The result without what the engine added around it; accents stay. @param {string} result */
export function withoutAdded(result) {
  const span = pseudoSpan(result);
  if (!span) return result;
  const before = result.slice(0, span.start);
  const after = result.slice(span.close + 1);
  const inner = result.slice(span.start + 1, span.end);
  // Where the filter has put the source's outer white space back, what the engine had kept of it does not count.
  return before + (before ? inner.trimStart() : inner).replace(after ? /\s+$/ : /^$/, '') + after;
}

const UNTRANSLATED_BY_RULE =
  /(?:[a-z]+:\/\/|www\.|mailto:)\S+|\S+@\S+|[$#%]?\{[^}]*\}+|%[\w(][^ ]*|`[^`]*`|<[^>]*>|&[#\w]+;/gi;
const PLAIN_WORD = /^[("'“‘«[]*\p{Lu}?\p{Ll}{2,}[)"'”’»\].,:;!?]*$/u;
const FILE_OR_DOMAIN = /\p{L}\.\p{L}/u;

/**
 * Whether nobody could hold this for anything but words: then it has to be translated. Narrower than the service's own
 * notion, so that the two may differ about part numbers and still agree about sentences.
 * @param {string} text
 */
export function isProse(text) {
  return text
    .replace(UNTRANSLATED_BY_RULE, ' ')
    .split(/\s+/)
    .some((word) => PLAIN_WORD.test(word) && !FILE_OR_DOMAIN.test(word));
}

/** A word that the engine should have accented and has not. @param {string} translated without what was added */
export function leftWord(translated) {
  return translated
    .replace(UNTRANSLATED_BY_RULE, ' ')
    .split(/\s+/)
    .find((word) => PLAIN_WORD.test(word) && !FILE_OR_DOMAIN.test(word) && /[A-Za-z]/.test(word));
}

/** Words with how often each occurs, after folding. @param {string} text */
function wordCounts(text) {
  const counts = new Map();
  for (const word of fold(text).match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Holds a result against its source: the same text, and translated if it is prose.
 * @param {string} source
 * @param {string} result as it stands in the file
 * @param {ReadonlyMap<string, unknown>} homes folded source texts, to tell a moved text from a changed one
 * @returns {{rule: string, detail: string} | undefined}
 */
export function compareTexts(source, result, homes) {
  const detail = `"${excerpt(source)}" → "${excerpt(result)}"`;
  if (source === result) return isProse(source) ? { rule: 'untranslated', detail } : undefined;
  const own = withoutAdded(result);
  if (fold(own) === fold(source)) {
    const left = leftWord(own);
    return left === undefined ? undefined : { rule: 'partly_untranslated', detail: `${left} in ${detail}` };
  }
  if (fold(own).trim() !== '' && homes.has(fold(own))) return { rule: 'text_moved', detail };
  return textDifference(source, own, detail);
}

/** @param {string} source @param {string} own @param {string} detail @returns {{rule: string, detail: string}} */
function textDifference(source, own, detail) {
  const before = wordCounts(source);
  const after = wordCounts(own);
  const lost = [...before].filter(([word, n]) => (after.get(word) ?? 0) < n).map(([word]) => word);
  const added = [...after].filter(([word, n]) => (before.get(word) ?? 0) < n).map(([word]) => word);
  const words = lost.length > 0 ? lost : added;
  const rule = lost.length > 0 ? 'word_lost' : added.length > 0 ? 'word_added' : 'text_changed';
  return { rule, detail: `${words.slice(0, 5).join(', ')} in ${detail}` };
}
