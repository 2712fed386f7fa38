/**
 * Words of Latin letters and digits, joined by single signs: IPv6, A12:E12, 10.0.0.1, 2001:db8::1, and whole
 * numbers.
 */
const TOKEN =
  /(?<![\p{sc=Latin}\p{Nd}$_])[\p{sc=Latin}\p{Nd}$_]+(?:(?:[.:/-]|::|,(?=\p{Nd}))[\p{sc=Latin}\p{Nd}$_]+)*/gu;
/** Not 3 km, 10am, 21st or 1990s, which languages write differently. */
const NAME = /\p{sc=Latin}[$_]?\p{Nd}|\p{Nd}\p{Lu}/u;
const GROUPS = /^\p{Nd}+([.:/-])\p{Nd}+(?:\1\p{Nd}+)+$/u;
/** May be a number: 1.234.567. */
const GROUPED = /^\p{Nd}{1,3}(?:\.\p{Nd}{3})+$/u;
const DATE = /^(?:\d{1,2}|\d{4})([./-])\d{1,2}\1(?:\d\d|\d{4})$/;
/** Of a longer one, or of more, only the first. */
const MAX_LENGTH = 200;
const MAX_SHAPES = 50;
/** A text with more of one kind is data. */
const MAX_OF_SHAPE = 200;
/** Years by which the Thai calendar is ahead. */
export const BUDDHIST_ERA = 543;

/**
 * References of the source that became others in the target, as written: names with digits (IPv6, MP3), cells
 * (A12:E12), versions (5.2.3), addresses (10.0.0.1), dates and times in digits. Only those whose digits
 * changed: one that is gone may have been translated. `source` and `target` have ASCII digits.
 */
export function changedReferences(source: string, target: string): string[] {
  const tokens = (source.match(TOKEN) ?? []).filter(isReference);
  if (tokens.length === 0) return [];
  const shapes = new Map(tokens.map((token) => [shapeOf(token), token]));
  return [...shapes].slice(0, MAX_SHAPES).flatMap(([shape, token]) => {
    const pattern = new RegExp(shape, 'gu');
    const [asked, given] = [source.match(pattern) ?? [], target.match(pattern) ?? []];
    if (asked.length > MAX_OF_SHAPE || given.length > MAX_OF_SHAPE) return [];
    const isDate = DATE.test(token);
    const isSame = isDate ? isSameDate : undefined;
    const [lost, surplus] = [without(asked, given, isSame), without(given, asked, isSame)];
    const isOther = isDate ? isOtherDate : (one: string, other: string) => !isTwelveHours(one, other);
    return lost.filter((one) => surplus.some((other) => isOther(one, other)));
  });
}

function isReference(token: string): boolean {
  if (token.length > MAX_LENGTH) return false;
  return NAME.test(token) || (GROUPS.test(token) && !GROUPED.test(token));
}

const BEFORE = '(?<![\\p{sc=Latin}\\p{Nd}$_]|\\p{Nd}[.,:/-])';
const BEHIND = '(?![\\p{sc=Latin}\\p{Nd}]|[.,:/-]\\p{Nd})';

/** The source of a pattern that finds the token with any digits, and dates with any signs. */
function shapeOf(token: string): string {
  const shape = DATE.test(token)
    ? '(?:\\d{1,2}|\\d{4})(?<sign>[./-])\\d{1,2}\\k<sign>(?:\\d{4}|\\d\\d)'
    : token.replace(/[$.]/g, '\\$&').replace(/\d+/g, '\\d+');
  return BEFORE + shape + BEHIND;
}

/** The items of a list that another one lacks, or has less often. */
function without<T>(
  list: readonly T[],
  other: readonly T[],
  isSame = Object.is as (a: T, b: T) => boolean,
): T[] {
  const rest = [...other];
  return list.filter((item) => {
    const at = rest.findIndex((its) => isSame(item, its));
    if (at !== -1) rest.splice(at, 1);
    return at === -1;
  });
}

/** Languages order the parts of a date differently, and may leave out the century. */
function isSameDate(one: string, other: string): boolean {
  return differingParts(one, other).length === 0;
}

/** One part differs. Where more do, it may be a date of another calendar. */
function isOtherDate(one: string, other: string): boolean {
  const differing = differingParts(one, other);
  const years = differingParts(other, one)[0]! - differing[0]!;
  return differing.length === 1 && years !== BUDDHIST_ERA;
}

/** Parts of a date that another one lacks. */
function differingParts(one: string, other: string): number[] {
  const isLong = [one, other].every((date) => /\d{4}/.test(date));
  const partsOf = (date: string): number[] =>
    date.split(/\D/).map((part) => (isLong ? Number(part) : Number(part) % 100));
  return without(partsOf(one), partsOf(other));
}

/** 10:30:15 pm is 22:30:15. */
function isTwelveHours(one: string, other: string): boolean {
  const [its, others] = [one.split(':'), other.split(':')];
  return (
    its.length === 3 &&
    its.slice(1).join() === others.slice(1).join() &&
    Math.abs(Number(its[0]) - Number(others[0])) === 12
  );
}
