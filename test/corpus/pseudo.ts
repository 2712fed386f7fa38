// Undoing pseudo-localisation, so that a result can be held against its source letter by letter.

import { excerpt } from './package.ts';

/**
 * Letters that Unicode does not take apart into a base and an accent; and the engine's `q`, which it takes
 * for an o.
 */
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
/** The words that make a pseudo-localised text as long as a translation may be, over and over. */
const FILLER = 'one two three four five six seven eight nine ten ';
const GROWTH = 0.3;

/**
 * Without accents, and without soft hyphens, which a translation does not keep: equal results are the same
 * text.
 */
export function fold(text: string) {
  const known = Array.from(text, (c) => FOLDED.get(c) ?? c).join('');
  return known.normalize('NFD').replace(/[\p{Mn}\u00ad]/gu, '');
}

/**
 * Which parts of a result the engine has added, `[` and ` one two th]` around each piece it was asked: found
 * by laying the result along its source, so that nothing else may be missing or too much. Returns by UTF-16
 * offset; nothing where the rest is not the source
 */
export interface Range {
  start: number;
  end: number;
}

/** At: in the result, in: in the source, opened: -1 outside brackets. */
export interface Place {
  at: number;
  in: number;
  opened: number;
  added: Range[];
}
export function addedRanges(source: string, result: string): Range[] | undefined {
  const folded = fold(source);
  const places: Place[] = [{ at: 0, in: 0, opened: -1, added: [] }];
  for (let place = places.pop(); place; place = places.pop()) {
    const added = follow(folded, result, place, places);
    if (added) return added;
  }
  return undefined;
}

/** Puts into `others` the places to try if this one leads nowhere. */
function follow(folded: string, result: string, place: Place, others: Place[]): Range[] | undefined {
  let { at, in: inSource, opened, added } = place;
  while (at < result.length) {
    const letter = String.fromCodePoint(result.codePointAt(at) ?? 0);
    const plain = fold(letter);
    const isOwn = folded.startsWith(plain, inSource);
    const end = opened < 0 ? (letter === '[' ? at + 1 : undefined) : fillerEnd(result, opened, at);
    if (end !== undefined) {
      if (isOwn) others.push({ at: at + letter.length, in: inSource + plain.length, opened, added });
      added = [...added, { start: at, end }];
      opened = opened < 0 ? at : -1;
      at = end;
    } else if (isOwn) {
      at += letter.length;
      inSource += plain.length;
    } else return undefined;
  }
  return inSource === folded.length && opened < 0 ? added : undefined;
}

/** The end of the filler that starts here, if there is one. */
function fillerEnd(result: string, opened: number, at: number): number | undefined {
  if (result[at] !== ' ') return undefined;
  let length = 0;
  while (result[at + 1 + length] === FILLER[length % FILLER.length]) length++;
  if (length === 0 || result[at + 1 + length] !== ']') return undefined;
  return length <= Math.ceil((at - opened - 1) * GROWTH) ? at + length + 2 : undefined;
}

function without(result: string, added: readonly Range[]) {
  let own = '';
  let at = 0;
  for (const { start, end } of added) {
    own += result.slice(at, start);
    at = end;
  }
  return own + result.slice(at);
}

const UNTRANSLATED_BY_RULE =
  /(?:[a-z]+:\/\/|www\.|mailto:)\S+|\S+@\S+|[$#%]?\{[^}]*\}+|%[\w(][^ ]*|`[^`]*`|<[^>]*>|&[#\w]+;|\[\/?[a-z]+\]/gi;
const PLAIN_WORD = /^[("'“‘«[]*\p{Lu}?\p{Ll}{2,}[)"'”’»\].,:;!?]*$/u;
const FILE_OR_DOMAIN = /\p{L}\.\p{L}/u;

/**
 * Whether nobody could hold this for anything but words: then it has to be translated. Narrower than the
 * service's own notion, so that the two may differ about part numbers and still agree about sentences.
 */
export function isProse(text: string) {
  return text
    .replace(UNTRANSLATED_BY_RULE, ' ')
    .split(/\s+/)
    .some((word) => PLAIN_WORD.test(word) && !FILE_OR_DOMAIN.test(word));
}

/** A word that the engine should have accented and has not, in what it was given. */
export function leftWord(translated: string) {
  return translated
    .replace(UNTRANSLATED_BY_RULE, ' ')
    .split(/\s+/)
    .find((word) => PLAIN_WORD.test(word) && !FILE_OR_DOMAIN.test(word) && /[A-Za-z]/.test(word));
}

/** Words with how often each occurs, after folding. */
function wordCounts(text: string) {
  const counts = new Map<string, number>();
  for (const word of fold(text).match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * Holds a result against its source: the same text, and translated if it is prose.
 * `homes` has the folded source texts, to tell a moved text from a changed one.
 */
export function compareTexts(
  source: string,
  result: string,
  homes: ReadonlyMap<string, unknown>,
): { rule: string; detail: string } | undefined {
  const detail = `"${excerpt(source)}" → "${excerpt(result)}"`;
  if (source === result) return isProse(source) ? { rule: 'untranslated', detail } : undefined;
  const added = addedRanges(source, result);
  if (added) {
    const left = leftWord(without(result, added));
    return left === undefined ? undefined : { rule: 'partly_untranslated', detail: `${left} in ${detail}` };
  }
  const other = [...homes.keys()].find((home) => home.trim() !== '' && addedRanges(home, result));
  if (other !== undefined) return { rule: 'text_moved', detail };
  return textDifference(source, result.trim().replace(/^\[|(?: [a-z]+)+\]$/g, ''), detail);
}

function textDifference(source: string, own: string, detail: string): { rule: string; detail: string } {
  const before = wordCounts(source);
  const after = wordCounts(own);
  const lost = [...before].filter(([word, n]) => (after.get(word) ?? 0) < n).map(([word]) => word);
  const added = [...after].filter(([word, n]) => (before.get(word) ?? 0) < n).map(([word]) => word);
  const words = lost.length > 0 ? lost : added;
  const rule = lost.length > 0 ? 'word_lost' : added.length > 0 ? 'word_added' : 'text_changed';
  return { rule, detail: `${words.slice(0, 5).join(', ')} in ${detail}` };
}
