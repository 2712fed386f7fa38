import { languageOf } from './words.ts';

/** Signs that end a sentence: of any script, and of Greek, Armenian, Ethiopic, Khmer, Tibetan and Burmese. */
const CLOSING = '["\'»”’“›)\\]}」』）\\s]*$';
const FULL_STOP = new RegExp(`[.。｡．।۔։።។။།]${CLOSING}`, 'u');
const ANY_END = new RegExp(`[.。｡．।۔։።។။།!?！？؟;:：…,]${CLOSING}`, 'u');
const ELLIPSIS = new RegExp(`(?:\\.\\s?\\.|…)${CLOSING}`, 'u');
/** A word or number and a full stop: `rojo.`, not `p. m.` or `5.` */
const WORD_AND_STOP = new RegExp(
  `(?<![.．])(?:\\p{L}\\p{M}*){2,}\\.${CLOSING}|(?<![.,])\\p{Nd}{2,}\\.${CLOSING}`,
  'u',
);
/** The same without what may be an abbreviation, such as `etc.` */
const LONG_WORD_AND_STOP = new RegExp(`(?:\\p{L}\\p{M}*){4,}\\.${CLOSING}`, 'u');
const ENDS_IN_WORD = /\p{L}\p{M}*$/u;
/** Written without full stops. */
const WITHOUT_STOPS = ['th', 'lo', 'km', 'my', 'bo', 'dz'];

/** Enough for the last word and the signs behind it. UTF-16 units. */
const END_CHARS = 100;

export type StopFault = 'missing' | 'surplus';

/** Whether only one of the two ends in a full stop, of whatever script, and the other in a word. */
export function fullStopFault(
  source: string,
  target: string,
  from: string,
  to: string,
): StopFault | undefined {
  const [asked, given] = [source, target].map((text) => text.trimEnd().slice(-END_CHARS)) as [string, string];
  if ([from, to].some((tag) => WITHOUT_STOPS.includes(languageOf(tag)))) return undefined;
  if (ELLIPSIS.test(asked) || ELLIPSIS.test(given)) return undefined;
  if (WORD_AND_STOP.test(asked) || /[。।۔]$/u.test(asked)) return ANY_END.test(given) ? undefined : 'missing';
  return ENDS_IN_WORD.test(asked) && FULL_STOP.test(given) && !isAbbreviated(given) ? 'surplus' : undefined;
}

function isAbbreviated(target: string): boolean {
  return /[.．]["'»”’)\]]*$/u.test(target) && !LONG_WORD_AND_STOP.test(target);
}

/** Marks before the first word: quotation marks, brackets, bullets and Spanish inverted signs. */
const FIRST_WORD = /^[\s\p{P}\p{S}]*(\p{L}[\p{L}\p{M}'’-]*)/u;
/** German begins nouns with capitals, wherever they are. */
const CAPITAL_NOUNS = ['de', 'lb'];

/**
 * The first word of the target where it begins in another case than the source. Silent where a name may decide that:
 * a word of the source, or one with capitals inside, and texts of one word.
 */
export function capitalFault(source: string, target: string, from: string, to: string): string | undefined {
  const [asked, given] = [FIRST_WORD.exec(source)?.[1], FIRST_WORD.exec(target)?.[1]];
  if (asked === undefined || given === undefined || asked === given) return undefined;
  // A list's "a)", and names such as iPhone.
  if ([asked, given].some((word) => word.length < 2 || /\p{L}\p{Lu}/u.test(word))) return undefined;
  // A name alone, or the word for a month or a language.
  if (!/\S\s+\S/u.test(source.trim())) return undefined;
  const [isAskedCapital, isGivenCapital] = [/^\p{Lu}/u.test(asked), /^\p{Lu}/u.test(given)];
  const areCased = /^[\p{Lu}\p{Ll}]/u.test(asked) && /^[\p{Lu}\p{Ll}]/u.test(given);
  if (!areCased || isAskedCapital === isGivenCapital) return undefined;
  const hasNounsOfItsOwn = CAPITAL_NOUNS.includes(languageOf(isAskedCapital ? from : to));
  const isFromSource = (isAskedCapital ? target : source)
    .toLowerCase()
    .includes((isAskedCapital ? asked : given).toLowerCase());
  return hasNounsOfItsOwn || isFromSource ? undefined : given;
}
