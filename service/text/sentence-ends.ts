import { abbreviationsOf } from './abbreviations.ts';

/** Nouns that follow a German ordinal: "im 19. Jahrhundert". Capitals are no evidence there. */
const AFTER_ORDINAL =
  /^(?:Jahrhundert|Jh\b|Jahrtausend|Weltkrieg|Auflage|Ausgabe|Kapitel|Lebensjahr|Platz|Klasse|Stock|Etage|Geburtstag|Jahrestag|Mal\b|Tag|Woche|Monat|Runde|Quartal|Semester|Senat|Zivilsenat|Reich\b|Armee|Minute|Abschnitt|Teil\b|Absatz)/u;

const LAST_WORD =
  /(?:^|[\s([{"'“„«‘/])((?:[\p{L}\p{M}]+\.[-‐]?)*[\p{L}\p{M}º°]+(?:-[\p{L}\p{M}]+)?)\.["'”’»)\]]*\s*$/u;
/** Maximum reach of an abbreviation with the quotes and spaces after it. */
const MAX_ABBREVIATION_LENGTH = 40;
const SINGLE_INITIAL = /^\p{Lu}$/u;
const INITIALS = /^\p{Lu}(?:\.[-‐]?\p{Lu})+$/u;
/** Small words in names: "J. De Vries", "R. La Torre". */
const NAME_PARTICLES = /^(?:l[aeo]|l[ao]s|les|de[nr]?|di|d[aou]s?|van|von)$/iu;
/** `z. B.`, `p. ej.`, `p. m.`, `т. д.`, with spaces between its parts. */
const SPACED_ABBREVIATION = /(?:^|[\s("„«“])(\p{Ll}\.\s?(?:\p{L}\.\s?)*\p{L}{1,2})\.["'”’»)\]]*\s*$/u;
/** Those after which a capital begins a sentence: "und so weiter", "before our era". */
const SPACED_ENDS = new Set('т.д т.п н.э u.ä o.ä u.s.w e.v a.c d.c m.fl m.m o.s.v'.split(' '));
const LETTER_WITH_STOP = /(?:^|[\s("„«“])\p{L}\.\s*$/u;
const NEXT_LETTER_WITH_STOP = /^(?:\p{L}{1,2}|Chr|ej|ex)\./u;
/** After a time of day only these capitals continue the sentence: "5 p.m. Monday", "10 a.m. EST". */
const TIME_OF_DAY = /\d\s?[ap]\.\s?m\.["'”’»)\]]*\s+$/iu;
const AFTER_TIME =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\p{Lu}{2,4}\b|Mrs?\b|Ms\b|Dr\b|Eastern|Central|Mountain|Pacific)/u;
/** Plurals of initials: "EE. UU.", "CC. OO." */
const DOUBLED_CAPITAL = /(?:^|[\s("«“])(\p{Lu})\1\.\s*$/u;
const NEXT_DOUBLED_CAPITAL = /^(\p{Lu})\1\./u;
/** The first word of a bracket: "(dir. Stanley Kubrick)". */
const SHORT_IN_BRACKET = /\(\p{L}{1,5}\.\s+$/u;
/** A Latin word without a vowel is an abbreviation ("Blvd."), except units after a number. */
const WITHOUT_VOWEL =
  /(?<!\d\s?)(?<![\p{L}\p{M}\p{N}.])(?:\p{Lu}[bcdfghj-np-tvwxzß]{1,4}|[bcdfghj-np-tvwxzß]{2,5})\.\s+$/u;
const HAS_VOWELLESS_WORDS = /^(?:bg|cs|hr|mk|sk|sl|sr|bs|cy)\b/;
/** Thai and Lao write a full stop only after abbreviations. */
const THAI_STOP = /[\u0e01-\u0eff]\.\s*$/u;
/** The label of a list item, which is not a sentence: `1.`, `2.3.`, `1.E.8.`, `b.`, `IV.` */
const LABEL =
  /^\s*(?:\p{L}|[IVXLCDMivxlcdm]{1,5}|[\p{N}.．]{1,12}|(?:[\p{N}\p{Lu}]{1,3}\.){1,5}[\p{N}\p{Lu}]{1,3})[.)．]\s*$/u;
const ORDINAL = /(?:^|[\s(\p{Pd}])\d{1,2}\.\s+$/u;
/** Evidence that a German number with a stop is an ordinal: "der 1. FC", "ihre 3. Liga". */
const GERMAN_ORDINAL =
  /(?:^|[\s(])(?:der|die|das|de[nms]|im|[ai]ns?|[vz]om|am|zum|zur|beim|(?:k?ein|sein|ihr|unser|jed|dies|letzt|erst)\p{Ll}{0,2})\s\d{1,3}\.\s+$/iu;
const SMALL_LETTER = /^[\s"'“„«([]*\p{Ll}/u;
const NUMBER = /^\s*[([]?(?:\d|[IVXLCM]+\b)/u;
const SINGLE_CAPITAL = /^\s*\p{Lu}(?![\p{L}\p{M}'’])/u;
const FIRST_WORD = /^["'“„«‘([¿¡]*([\p{L}\p{M}]+)(?![\p{L}\p{M}.])/u;
/** Scripts without a space between sentences have their own end marks. */
const WIDE_END = /[。！？．｡։।॥။។៕᠃][\p{Pe}\p{Pf}"'”’]*$/u;
/** A sentence continues after speech: 「はい。」と言った, “来吗？”他问。 */
const QUOTE_END = /[。！？…][」』”’"]$/u;
const AFTER_QUOTE =
  /^(?:と(?!ても|ころ|き|もかく|にかく|りあえず)|って|など|という|\p{Script=Han}{0,6}[说說问問道答喊叫][。，：,:！])/u;
const LINE_END = /[\r\n\u2028\u2029]/u;

/**
 * Whether the sentence continues after `piece`, where `Intl.Segmenter` ends one: after an abbreviation, an
 * initial or an ordinal, or before a lower-case letter.
 */
export function goesOn(piece: string, next: string, language: string): boolean {
  const space = piece.slice(piece.trimEnd().length);
  if (LINE_END.test(space)) return false;
  const end = piece.slice(-MAX_ABBREVIATION_LENGTH);
  // A question mark within an address, or a typing error.
  if (space === '') return !WIDE_END.test(end) || (QUOTE_END.test(end) && AFTER_QUOTE.test(next));
  if (SMALL_LETTER.test(next) || (piece.length <= MAX_ABBREVIATION_LENGTH && LABEL.test(piece))) return true;
  if (!/\.["'”’»)\]]*\s+$/u.test(end)) return false;
  if (ORDINAL.test(end)) return followsOrdinal(end, next, language);
  return isAbbreviation(end, next, language);
}

function followsOrdinal(end: string, next: string, language: string): boolean {
  if (namesMonth(next, language) || AFTER_ORDINAL.test(next)) return true;
  return /^de\b/i.test(language) && GERMAN_ORDINAL.test(end) && !beginsSentence(next, language);
}

function isAbbreviation(end: string, next: string, language: string): boolean {
  if (THAI_STOP.test(end) || SHORT_IN_BRACKET.test(end)) return true;
  if (TIME_OF_DAY.test(end)) return AFTER_TIME.test(next);
  if (DOUBLED_CAPITAL.test(end) && NEXT_DOUBLED_CAPITAL.test(next)) return true;
  if (LETTER_WITH_STOP.test(end) && NEXT_LETTER_WITH_STOP.test(next)) return true;
  const { open, closing, beforeNumbers } = abbreviationsOf(language);
  const spaced = SPACED_ABBREVIATION.exec(end)?.[1]?.replace(/\s/gu, '').toLowerCase();
  if (spaced !== undefined && !closing.has(spaced)) {
    if (SPACED_ENDS.has(spaced)) return false;
    return open.has(spaced) || !beginsSentence(next, language);
  }
  const word = LAST_WORD.exec(end)?.[1];
  const small = word?.toLowerCase() ?? '';
  if (open.has(small)) return true;
  if (beforeNumbers.has(small)) {
    // "No. I will not."
    if (small === 'no' && /^\s*I\b/u.test(next)) return false;
    if (NUMBER.test(next) || SINGLE_CAPITAL.test(next)) return true;
  }
  if (word !== undefined && SINGLE_INITIAL.test(word)) {
    return NAME_PARTICLES.test(firstWord(next)) || !beginsSentence(next, language);
  }
  const mayEnd =
    spaced !== undefined ||
    closing.has(small) ||
    (word !== undefined && INITIALS.test(word)) ||
    (WITHOUT_VOWEL.test(end) && !HAS_VOWELLESS_WORDS.test(language));
  return mayEnd && !beginsSentence(next, language);
}

function firstWord(text: string): string {
  return FIRST_WORD.exec(text)?.[1] ?? '';
}

/** Whether the next word typically begins sentences, rather than being a name or a noun. */
function beginsSentence(next: string, language: string): boolean {
  return abbreviationsOf(language).starters.has(firstWord(next).toLowerCase());
}

const months = new Map<string, RegExp>();

function namesMonth(text: string, language: string): boolean {
  let names = months.get(language);
  if (!names) months.set(language, (names = monthNames(language)));
  return names.test(text);
}

/** In the form of dates with a day, which many languages decline. */
function monthNames(language: string): RegExp {
  const names = (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) =>
      format.formatToParts(Date.UTC(2026, index, 5)).find(({ type }) => type === 'month'),
    );
  });
  const words = names.flatMap((name) => (name && /^\p{L}/u.test(name.value) ? [name.value] : []));
  return words.length === 0 ? /(?!)/ : new RegExp(`^(?:${words.map(escapeSigns).join('|')})`, 'iu');
}

/** `RegExp.escape` is missing in some supported versions of Node. */
function escapeSigns(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
