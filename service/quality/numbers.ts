import { BUDDHIST_ERA, changedReferences } from './references.ts';
import { languageOf } from './words.ts';

/** A number as written, and its possible values: `1,234` is 1234 in English and 1.234 in German. */
interface WrittenNumber {
  readonly written: string;
  readonly values: readonly string[];
  /** The hour and the minutes of 17.30 h, which may be separate numbers elsewhere. */
  readonly parts: readonly string[];
  /** Its digits without zeros at either end: unchanged when it is written in thousands or millions. */
  readonly digits: string;
  readonly kind: Kind;
  /** The text behind it that shows its kind. */
  readonly unit: string;
}

/**
 * Numbers that languages write differently: the 21st as XXI, 1990s as 90, 3 million as 3,000,000, 3 pm as 15,
 * and measures as numbers in other units.
 */
type Kind = 'plain' | 'ordinal' | 'scaled' | 'hour' | 'measure';

const DIGIT = /\p{Nd}/u;
const GROUPED = /(?:\p{Nd}+|(?<![\p{L}\p{N}.,…])[.,]\p{Nd}+)(?:[.,'’٬٫\u00a0\u202f]\p{Nd}+)*/gu;
/** The text after a number of each kind, in common languages. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  // Metres, not millions: 10 m.
  ['plain', /^[ \u00a0\u202f]m(?![\p{L}€])/u],
  ['ordinal', /^(?:(?:st|nd|rd|th)(?!\p{L})|['’]?s(?!\p{L}))/iu],
  [
    'scaled',
    /^\s?(?:k|m|bn|(?:m|b|tr)illions?|thousand|hundred|mi[lo]|mio|mill?|mln|m[lr]d|tsd|tys|million(?:en|er)?|milliard(?:s|en|er|e)?|millón|millones|billones|milh(?:ão|ões)|bilh(?:ão|ões)|milion[ei]|miliard[oi]|тыс|млн|млрд|lakhs?|crores?)(?!\p{L})/iu,
  ],
  ['hour', /^(?:[.:]\p{Nd}\p{Nd}){0,2}\s?(?:[ap]\.?m\.?|h|Uhr)(?!\p{L})/iu],
  [
    'measure',
    /^(?:\s?(?:°\s?[CF]|['’′″]|ft|feet|foot|in(?=$|[.,;)x×/]| (?:tall|wide|long|high|deep|thick))|inch(?:es)?|yards?|yd|mi|miles?|mph|lbs?|pounds?|oz|ounces?|gal(?:lons?)?|acres?|pints?|dozen)|-(?:foot|inch|yard|mile|pound|ounce|gallon|acre|pint))(?!\p{L})/iu,
  ],
];
/** Myriads (20,000 is 2万), and years of other calendars. */
const OTHERWISE = /[万萬億亿兆千百十만억천백]|令和|平成|昭和|大正|明治|民[国國]|พ\.?ศ|هـ|هجر/u;
/** Numbers up to this one, and round ones, are often written in words. */
const MAX_IN_WORDS = 20;
/** Some languages write words up to this one. */
const MAX_IN_LONG_WORDS = 99;
/** Parts of the words for twenty to ninety-nine, in known languages. */
const TENS: Readonly<Record<string, RegExp>> = {
  ca: /vint|trent|quarant|cinquant|seixant|setant|vuitant|huitant|norant/i,
  de: /zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig/i,
  en: /twent|thirt|fort|fift|sixt|sevent|eight|ninet/i,
  es: /veint|treint|cuarent|cincuent|sesent|setent|ochent|novent|vig[eé]sim/i,
  fr: /vingt|trent|quarant|cinquant|soixant|septant|huitant|octant|nonant/i,
  it: /vent|trent|quarant|cinquant|sessant|settant|ottant|novant/i,
  nl: /twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig/i,
  pt: /vint|trint|quarent|cinquent|sessent|setent|oitent|novent/i,
};

/**
 * Numbers and references with digits that the target lacks or has changed, as written in the source; empty if
 * languages may write them differently. Treats as equal: 1,234.5 and 1.234,5, 10:30 and 10.30. `to`: the
 * target's language, a canonical tag.
 */
export function missingNumbers(source: string, target: string, to: string): string[] {
  // Most texts have no numbers, and most others the same ones.
  const wanted = writtenIn(source);
  if (wanted.length === 0) return [];
  const references = changedReferences(plainDigits(source), plainDigits(target));
  const numbers = otherNumbers(wanted, source, target, to);
  return [...references, ...numbers.filter((number) => !references.some((name) => name.includes(number)))];
}

function otherNumbers(wanted: readonly string[], source: string, target: string, to: string): string[] {
  const there = writtenIn(target);
  if (isPermutation(wanted, there)) return [];
  if (OTHERWISE.test(target) || OTHERWISE.test(source)) return [];
  const [asked, given] = [numbersOf(source), numbersOf(target)];
  // 1,234 may be 1 234, and 10:30 be 10.30.
  if (asked.length !== given.length && digitsOf(asked) === digitsOf(given)) return [];
  const [missing, surplus] = [without(asked, given), without(given, asked)];
  if (missing.length === 0) return replacedRepeats(asked, given);
  if (mayBeConverted(missing, surplus)) return [];
  // 2.5 billion may be 2 500 million.
  const isScaled = [...missing, ...surplus].some(({ kind }) => kind === 'scaled');
  if (isScaled && withoutZeros(digitsOf(missing)) === withoutZeros(digitsOf(surplus))) return [];
  // A missing number may be written in words; one that was replaced by another number is not.
  const isLost = (number: WrittenNumber): boolean => surplus.length > 0 || !mayBeWords(number, target, to);
  return missing.filter(isLost).map(({ written }) => written);
}

/** Measures in other units have other numbers; in the same unit, they are wrong. */
function mayBeConverted(missing: readonly WrittenNumber[], surplus: readonly WrittenNumber[]): boolean {
  const units = [missing, surplus].map(
    (numbers) => new Set(numbers.flatMap(({ kind, unit }) => (kind === 'measure' ? [unit] : []))),
  ) as [Set<string>, Set<string>];
  if (surplus.length === 0 || units.every(({ size }) => size === 0)) return false;
  return !(units[0].size === units[1].size && [...units[0]].every((unit) => units[1].has(unit)));
}

function isPermutation(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && [...some].sort().join(' ') === [...others].sort().join(' ');
}

/** Numbers that the target has less often, with others instead: 7 m, 7 km → 8 m, 7 km. */
function replacedRepeats(asked: readonly WrittenNumber[], given: readonly WrittenNumber[]): string[] {
  const numbers = [...asked, ...given];
  const isPlain = ({ kind, values }: WrittenNumber): boolean => kind === 'plain' && values.length <= 2;
  if (asked.length !== given.length || asked.length > MAX_COMPARED || !numbers.every(isPlain)) return [];
  const timesIn = (all: readonly WrittenNumber[], { values }: WrittenNumber): number =>
    all.filter((other) => other.values.some((value) => values.includes(value))).length;
  const rarer = asked.filter((number) => {
    const times = timesIn(given, number);
    return times > 0 && times < timesIn(asked, number);
  });
  return [...new Set(rarer.map(({ written }) => written))];
}

/** Removes numbers that any of the others may equal. */
function without(
  numbers: readonly WrittenNumber[],
  others: readonly WrittenNumber[],
): readonly WrittenNumber[] {
  const there = new Set(others.flatMap(({ values, parts }) => [...values, ...parts]));
  const isThere = ({ values, parts }: WrittenNumber): boolean =>
    values.some((value) => there.has(value)) || (parts.length > 0 && parts.every((part) => there.has(part)));
  const rest = numbers.filter((number) => !isThere(number));
  // Few remain, mostly none.
  const kinds = others.slice(0, MAX_COMPARED);
  return rest.filter((number) => !kinds.some((other) => isSame(number, other) || isSame(other, number)));
}

const MAX_COMPARED = 100;
/** Limit for a list without spaces, 1.2.3.4. */
const MAX_VALUES = 4;

/** Whether one may be the other written differently. */
function isSame(one: WrittenNumber, other: WrittenNumber): boolean {
  if (one.kind === 'scaled') return one.digits === other.digits;
  return comparable(one).some((written) => {
    const value = Number(written);
    return comparable(other).some((its) => {
      // 3 pm is 15 h.
      if (one.kind === 'hour' && Math.abs(Number(its) - value) === 12) return true;
      // The 19th century is the 1800s.
      if (one.kind === 'ordinal' && Number(its) === (value - 1) * 100) return true;
      if (/^\d{4}$/.test(written) && Number(its) === value + BUDDHIST_ERA) return true;
      return /^\d\d$/.test(written) && /^(?:1[5-9]|20)\d\d$/.test(its) && its.endsWith(written);
    });
  });
}

function comparable({ values, parts }: WrittenNumber): string[] {
  return [...values.slice(0, MAX_VALUES), ...parts.slice(0, 1)];
}

/** Each number of a text with its possible values and its place, in UTF-16 units. */
export function placedNumbers(
  text: string,
): { readonly start: number; readonly end: number; readonly values: readonly string[] }[] {
  if (!DIGIT.test(text)) return [];
  return Array.from(text.matchAll(GROUPED), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    values: valuesOf(written),
  }));
}

/** The numbers of a text as they are written. */
function writtenIn(text: string): string[] {
  return DIGIT.test(text) ? (text.match(GROUPED) ?? []) : [];
}

function numbersOf(text: string): WrittenNumber[] {
  return Array.from(text.matchAll(GROUPED), ({ 0: written, index }) => {
    const behind = text.slice(index + written.length, index + written.length + 12);
    const [kind, pattern] = KINDS.find(([, sign]) => sign.test(behind)) ?? (['plain', /^/] as const);
    return {
      written,
      values: valuesOf(written),
      parts: kind === 'hour' ? partsOf(written).map((part) => canonical(part, '')) : [],
      digits: withoutZeros(plainDigits(written).replace(/\D/g, '')),
      kind,
      unit: pattern.exec(behind)![0].replace(/\s/g, '').toLowerCase(),
    };
  });
}

function partsOf(written: string): string[] {
  return plainDigits(written).split(/\D/);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+|(?<!0)0+$/g, '');
}

function digitsOf(numbers: readonly WrittenNumber[]): string {
  return numbers.map(({ written }) => plainDigits(written).replace(/\D/g, '')).join('');
}

function valuesOf(written: string): string[] {
  const parts = partsOf(written);
  // .5 is 0.5, or the fifth of something.
  if (parts[0] === '') return [canonical('0', parts.at(-1)!), canonical(parts[1]!, '')];
  const signs = written.match(/\P{Nd}/gu) ?? [];
  if (signs.length === 0) return [canonical(parts[0]!, '')];
  const whole = canonical(parts.join(''), '');
  const decimal = canonical(parts.slice(0, -1).join(''), parts.at(-1)!);
  const isGrouping = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3;
  if (signs.length === 1) return isGrouping && parts[0] !== '0' ? [whole, decimal] : [decimal];
  const kinds = new Set(signs);
  if (kinds.size === 1)
    return isGrouping || isIndianGrouping(parts)
      ? [whole]
      : [parts.join('.'), ...parts.map((part) => canonical(part, ''))];
  return new Set(signs.slice(0, -1)).size === 1 ? [decimal] : [parts.join('.')];
}

/** 1,50,000. */
function isIndianGrouping(parts: readonly string[]): boolean {
  return (
    parts.length > 2 &&
    parts[0]!.length <= 2 &&
    parts.at(-1)!.length === 3 &&
    parts.slice(1, -1).every((part) => part.length === 2)
  );
}

function canonical(whole: string, decimals: string): string {
  const before = whole.replace(/^0+(?=\d)/, '');
  const after = decimals.replace(/(?<!0)0+$/, '');
  return after === '' ? before : `${before}.${after}`;
}

/** Decimal digits of any script as ASCII: in Unicode each block of ten is aligned. */
function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

function digitValue(digit: string): number {
  let value = 0;
  for (let code = digit.codePointAt(0)! - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
    value++;
  return value;
}

function mayBeWords({ values, kind }: WrittenNumber, target: string, to: string): boolean {
  if (kind === 'ordinal' || kind === 'scaled' || kind === 'hour') return true;
  if (values.some((value) => Number(value) <= MAX_IN_WORDS || /^\d0*$/.test(value))) return true;
  if (!values.some((value) => /^\d\d$/.test(value) && Number(value) <= MAX_IN_LONG_WORDS)) return false;
  return TENS[languageOf(to)]?.test(target) ?? true;
}
