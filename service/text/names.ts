import { baseLanguage } from '../contract/index.ts';
import type { Span } from './spans.ts';

const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/** Words after an ampere value. */
const WITH_AMPERE =
  'AC|DC|fuses?|circuits?|breakers?|relays?|suppl(?:y|ies)|chargers?|sockets?|plugs?|switch(?:es)?|max(?:imum)?|peak|continuous';
/** Words before an ampere value. */
const OF_AMPERE =
  '[Aa]n?|[Tt]he|of|to|at|by|than|with|each|every|most|least|max(?:imum)?|min(?:imum)?|is|are|draws?|takes?|needs?|uses?|gives?|rated';
/** Things distinguished by letters. */
const OF_LETTERS =
  '[Gg]roup|[Cc]lass|[Tt]ype|[Ff]igure|[Aa]ppendix|[Ss]ection|[Oo]ption|[Tt]able|[Aa]nnex|[Pp]art|[Ss]tep|[Cc]ategory|[Cc]olumn|[Rr]ow|[Pp]oint|[Ii]tem|[Pp]aragraph|[Ll]evel|[Vv]ariant|[Vv]itamin|[Hh]epatitis';

/** Raised and lowered digits and signs. */
const SMALL = '[²³¹⁰⁴-⁹⁺⁻₀-₉₊₋]';
const UNIT = '[kcdmµμnh]?m|in|ft|yd|mi|k?g|k?W|[kM]?V|[kM]?N|l|s|h|A|K';
/** Numbers above one; C, D and M are names. */
const ROMAN = '(?=[IVXL]{2})(?:X[LC]|L?X{0,3})(?:IX|IV|V?I{0,3})';

/**
 * Names of things that are not words, though an engine finds words in them: the article in `N/A` and `3-3A`,
 * the network in `.NET`. A single run of a letter or digits (`B12`, `A4`) is left to the engine, which knows
 * no better word for it.
 */
const NAMES = [
  // N/A, I/O, n/a.
  `${START}(?:[A-Z](?:/[A-Z]){1,3}|n/a)${END}`,
  // 3-3A, ISO-9001, A.1.2: capitals and digits in parts.
  `${START}(?=[A-Z./-]{0,20}\\d)(?=[\\d./-]{0,20}[A-Z])[A-Z\\d]{1,12}(?:[-./][A-Z\\d]{1,12}){1,6}[a-z]?${END}`,
  // 3.a, 2.b): numbers of paragraphs. SKU: CAR-BLU-XL.
  `${START}\\d{1,3}\\.[a-z](?=[\\s)])`,
  `(?<=(?<!\\p{L})(?:SKU|MPN|EAN|UPC|ISBN|[Rr]ef|[Cc]ode|[Mm]odel|[Ii]tem|[Pp]art)\\.?(?: (?:[Nn]o\\.?|[Nn]umber|#))?:? )[A-Z\\d]{1,12}(?:[-./][A-Z\\d]{1,12}){1,6}${END}`,
  // 3A, 12b. Not 1990s, 19e or 8h, which are words in English, French or Dutch.
  `${START}\\d{1,6}(?![seh])[A-Za-z]${END}`,
  // (a), (iv), (2b), also behind a number (4.2(a), 3(1)(b)), and a). Not Item(s), nor (s)he.
  '(?<!\\p{L})\\((?![Ss]\\)he)(?:[A-Za-z]|[ivx]{2,5}|[IVX]{2,5}|\\d{1,3}[A-Za-z])\\)',
  '(?<=^|\\s)[A-Za-z]\\)',
  // A. at a text's start, Option A at its end or before a sign. Not U.S., nor the drive C:\a.
  '^[A-Za-z]\\.(?=\\s)',
  '(?<=[\\p{L}\\p{N}]\\s)[A-HJ-Z](?=$|[,;)\\]]|:(?!\\\\)|\\.(?!\\p{L}))',
  // A: and Q: before an answer and a question.
  '(?<=^|[.?!] |\\n)[A-Z]:(?=\\s)',
  // II. at a text's start, Chapter IV, Part VI; elsewhere no words in capitals (MIX, VI, DI).
  `(?<=^|\\n)(?:${ROMAN})[.)](?=\\s)`,
  `(?<=\\p{Lu}\\p{Ll}{1,19}\\.? )(?:${ROMAN})${END}(?! \\p{Lu}{2})`,
  `${START}(?:X{0,3}(?:III?|IV|VIII?|IX)|X{2,3}|XI?[IV])${END}`,
  // USB-A, Vitamin-A.
  `${START}[A-Z][A-Z\\d]{1,7}-[A-Z]${END}(?!-)`,
  '(?<=\\p{Ll}-)A(?![\\p{L}\\p{N}-])',
  // km², m³, H₂O, CO₂, s⁻¹; of other words only the raised or lowered signs, such as the mark of a note.
  `${START}(?=[A-Za-z\\d]{1,20}${SMALL})(?:[A-Z][a-z]?(?:\\d|${SMALL}){0,4}){1,10}${END}`,
  `${START}(?:(?:${UNIT})[/·])?(?:${UNIT}|[A-Za-z])${SMALL}{1,4}${END}`,
  `(?<=[\\p{L}\\p{N}\\p{P}])${SMALL}{1,6}`,
  // An A that is not an article: row A is, A-level, A. Smith, Q&A.
  '(?<=\\p{Ll} )A(?= \\p{Ll})',
  '(?<![\\p{L}\\p{N}.])A(?=-|\\. ?\\p{Lu})',
  `${START}(?:[A-Z] ?& ?A|A ?& ?[A-Z])${END}`,
  // a-b, x<y. Not the letters of the French a-t-il, nor the verbs of the Romanian s-a, n-a, v-o.
  "(?<![\\p{L}\\p{N}'’-])(?![CcDdIiLlMmNnSsVv]-[ao])[A-Za-z][-<>=+*][A-Za-z](?![\\p{L}\\p{N}'’-])",
  // .NET, ASP.NET, C++, C#, VC++.
  `(?<![\\p{L}\\p{N}.])[A-Z]{0,8}\\.[A-Z][A-Za-z]{1,10}${END}`,
  `${START}[A-Z]{1,8}(?:\\+\\+|#)${END}`,
  // US$, A$: dollars.
  `${START}(?:US|AU?|CA?|NZ|HK|NT|MX|S|R)\\$(?!\\p{L})`,
];

/** Names that look like articles in English. */
const IN_ENGLISH = [
  // A 10 A cable, up to 10 A at once: ampere. Not an article: Chapter 1 A new approach.
  `(?<=(?<!\\p{L})(?:${OF_AMPERE}) \\d{1,3}(?:[.,]\\d{1,3})? )A(?= \\p{Ll})`,
  `(?<=(?:^|\\P{N})\\d{1,4}(?:[.,]\\d{1,3})? )A(?= (?:${WITH_AMPERE})${END})`,
  // Group a, Table a. Sales. An article has a word behind it.
  `(?<=(?:${OF_LETTERS})s? )a(?=$|[.,;:)\\]]| (?:and|or|to|is|are|was|were|has|have) )`,
];
const ENGLISH_NAMES = [...IN_ENGLISH, ...NAMES];
/** Compiled for the first text that may have names: patterns with this many classes are slow to compile. */
const patterns = new Map<readonly string[], RegExp>();
/** One of these occurs in whatever is a name, in the order of NAMES; few texts have one. */
const ANY_SIGN = new RegExp(
  [
    '[A-Z\\d][-./][A-Z\\d]|n/a|\\d\\.[a-z]|\\d[A-Za-z]|[IVXL]{2}|[A-Z]:\\s|[a-z]-A',
    SMALL,
    '\\(\\w{1,5}\\)|(?:^|\\s)[A-Za-z](?:\\)|\\.\\s)|\\s[A-HJ-Z](?:$|[.,;:)\\]])',
    ' A |(?:^|[^A-Za-z\\d.])A[-.]|[A-Z] ?& ?[A-Z]',
    '\\p{L} a(?:$|[.,;:)\\]]| (?:and|or|to|is|are|was|were|has|have) )',
    "(?:^|[^\\p{L}\\p{N}'’-])[A-Za-z][-<>=+*][A-Za-z](?:$|[^\\p{L}\\p{N}'’-])",
    '\\.[A-Z][A-Za-z]|[A-Z](?:\\+\\+|#|\\$)',
  ].join('|'),
  'u',
);

function patternOf(names: readonly string[]): RegExp {
  const known = patterns.get(names) ?? new RegExp(names.join('|'), 'gu');
  patterns.set(names, known);
  return known;
}

/** The parts of plain text that are names of things, in order. `from`: the canonical tag of its language. */
export function nameSpans(plain: string, from = 'und'): Span[] {
  if (!ANY_SIGN.test(plain)) return [];
  const names = patternOf(baseLanguage(from) === 'en' ? ENGLISH_NAMES : NAMES);
  return Array.from(plain.matchAll(names), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
