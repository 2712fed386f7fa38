import iconv from 'iconv-lite';

/** Enough bytes to show how a text is written. */
const SAMPLE = 65_536;
/** Bytes undefined in windows-1252. */
const UNDEFINED = /[\x81\x8d\x8f\x90\x9d]/;
/** A higher share of special signs means another script, or enough evidence for a guess by frequency. */
const MAX_SHARE = 0.15;
const FOREIGN_ROW = /[^\0-\x7f\s]{4}/;
const SPECIAL = /[^\0-\x7f\u00a0]/g;

/**
 * Whether the special signs of a text are few, and in this encoding each of them fits its place: an
 * apostrophe after a letter, £ beside a number, é within a word. Frequencies do not help with so few: `It’s`
 * might be a Macintosh's `Itís`, and `£ 12` the `ú 12` of DOS.
 */
export function isReadIn(encoding: 'windows-1252' | 'macroman' | 'cp850', bytes: Buffer): boolean {
  const sample = bytes.subarray(0, SAMPLE);
  if (encoding === 'windows-1252' && UNDEFINED.test(sample.toString('latin1'))) return false;
  const text = iconv.decode(sample, encoding);
  const special = Array.from(text.matchAll(SPECIAL));
  if (special.length === 0 || special.length > Math.max(3, MAX_SHARE * text.length)) return false;
  if (FOREIGN_ROW.test(text)) return false;
  return special.every(({ 0: sign, index }) =>
    isInPlace(sign, text[index - 1] ?? ' ', text.slice(index + 1, index + 3)),
  );
}

/** By sign, the characters allowed before and after it. */
const PLACES: readonly (readonly [sign: RegExp, before: RegExp, after: RegExp])[] = [
  [/[’]/, /[\p{L}\d.,!?)]/u, /^/],
  [/[’]/, /[\s("“]/, /^[\p{L}\d]/u],
  [/[‘“«]/, /[\s([{—–“‘"'/>-]/, /^[\s\p{L}\d"'“‘¿¡.([$£€-]/u],
  [/[”»]/, /[^\s([]/, /^(?:[^\p{L}\d]|$)/u],
  [/[»]/, /\s/, /^(?:[^\p{L}\d]|$)/u],
  [/[‚„]/, /[\s([]/, /^[\p{L}\d]/u],
  [/[–—]/, /[\s\d\p{Lu}\p{P}]/u, /^/],
  [/[–—]/, /\p{L}/u, /^(?:[\s\p{Lu}\d\p{P}]|$)/u],
  [/—/, /[a-z]/, /^[a-z]/],
  [/[…]/, /[^]/, /^(?:[^\p{Ll}]|$)/u],
  [/[£€¥¢]/, /[\s\d([/-]/, /^(?:[\s\d.]|$)/],
  [/[£€¥]/, /[A-Z]/, /^\s?\d/],
  [/[°º]/, /[\s\d]/, /^/],
  [/[ªº]/, /[\d\p{L}.]/u, /^(?:[^\p{L}]|$)/u],
  [/[½¼¾²³¹]/, /[^]/, /^(?:[^\p{L}]|$)/u],
  [/[™®]/, /[\p{L}\d)\s]/u, /^(?:[^\p{L}]|$)/u],
  [/[©§¶†‡•·±×÷µ¬¦¯´¨]/, /[^\p{L}]/u, /^/],
  [/[×·]/, /[^]/, /^/],
  [/[¿¡]/, /[\s([“"'«—-]/, /^[\p{L}"“¡¿]/u],
  [/\p{Ll}/u, /\p{L}/u, /^/],
  [/\p{Ll}/u, /[^\p{L}]/u, /^\p{L}/u],
  // Single-letter words: à, é, è, ó.
  [/[àéèóò]/, /[\s'’]/, /^\s/],
  [/\p{Lu}/u, /[^\p{Ll}]/u, /^(?:[\p{L}\s'’.]|$)/u],
];

function isInPlace(sign: string, before: string, after: string): boolean {
  return PLACES.some(([own, left, right]) => own.test(sign) && left.test(before) && right.test(after));
}
