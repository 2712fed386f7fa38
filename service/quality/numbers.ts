/** A number as it is written, and what it may stand for: `1,234` is 1234 in English and 1.234 in German. */
interface WrittenNumber {
  readonly written: string;
  readonly values: readonly string[];
  /** An ordinal, a decade, a quantity with a unit that scales it: languages write these in other ways. */
  readonly isFree: boolean;
}

const DIGIT = /\p{Nd}/u;
const GROUPED = /\p{Nd}+(?:[.,'’٬٫\u00a0\u202f]\p{Nd}+)*/gu;
/** 1st, 21st; 1990s; 5k, 2.5bn, 3 million; 3 pm. */
const FREE_AFTER =
  /^(?:(?:st|nd|rd|th)(?!\p{L})|['’]?s(?!\p{L})|\s?(?:k|m|bn|million|billion|trillion|thousand|hundred|[ap]\.?m\.?)(?!\p{L}))/iu;
/** Myriads: 20,000 is 2万. */
const MYRIADS = /[万萬億亿兆千百十만억천백]/u;
/** Numbers up to this one, and round ones, are as often written in words. */
const MOST_IN_WORDS = 20;

/**
 * The numbers of the source that the target has not, as they are written; none where languages may differ in how they write them.
 * Equal are 1,234.5 and 1.234,5, 10:30 and 10.30, and a number that stands twice with one that stands once.
 */
export function missingNumbers(source: string, target: string): string[] {
  const asked = numbersOf(source);
  if (asked.length === 0 || MYRIADS.test(target) || MYRIADS.test(source)) return [];
  const given = numbersOf(target);
  // 1,234 may be 1 234, and 10:30 be 10.30.
  if (asked.length !== given.length && digitsOf(asked) === digitsOf(given)) return [];
  const there = new Set(given.flatMap(({ values }) => values));
  const wanted = new Set(asked.flatMap(({ values }) => values));
  const missing = asked.filter(({ values, isFree }) => !isFree && !values.some((value) => there.has(value)));
  const surplus = given.filter(({ values }) => !values.some((value) => wanted.has(value)));
  // A small number that is gone may be a word now; one in whose place another stands is not.
  const isLost = (number: WrittenNumber): boolean => surplus.length > 0 || !mayBeWords(number);
  // What is written freely in the source may be any number of the target.
  if (asked.some(({ isFree }) => isFree) && surplus.length > 0) return [];
  return missing.filter(isLost).map(({ written }) => written);
}

function numbersOf(text: string): WrittenNumber[] {
  if (!DIGIT.test(text)) return [];
  return Array.from(text.matchAll(GROUPED), ({ 0: written, index }) => ({
    written,
    values: valuesOf(written),
    isFree: FREE_AFTER.test(text.slice(index + written.length, index + written.length + 12)),
  }));
}

function digitsOf(numbers: readonly WrittenNumber[]): string {
  return numbers.map(({ written }) => plainDigits(written).replace(/\D/g, '')).join('');
}

function valuesOf(written: string): string[] {
  const parts = plainDigits(written).split(/\D/);
  const signs = written.match(/\P{Nd}/gu) ?? [];
  if (signs.length === 0) return [canonical(parts[0]!, '')];
  const whole = canonical(parts.join(''), '');
  const decimal = canonical(parts.slice(0, -1).join(''), parts.at(-1)!);
  const isGrouping = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3;
  if (signs.length === 1) return isGrouping && parts[0] !== '0' ? [whole, decimal] : [decimal];
  const kinds = new Set(signs);
  if (kinds.size === 1)
    return isGrouping ? [whole] : [parts.join('.'), ...parts.map((part) => canonical(part, ''))];
  return new Set(signs.slice(0, -1)).size === 1 ? [decimal] : [parts.join('.')];
}

function canonical(whole: string, decimals: string): string {
  const before = whole.replace(/^0+(?=\d)/, '');
  const after = decimals.replace(/(?<!0)0+$/, '');
  return after === '' ? before : `${before}.${after}`;
}

/** Decimal digits of any script as ASCII ones: each block of ten begins at a multiple of its own in Unicode. */
function plainDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => String(digitValue(digit)));
}

function digitValue(digit: string): number {
  let value = 0;
  for (let code = digit.codePointAt(0)! - 1; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code)); code--)
    value++;
  return value;
}

function mayBeWords({ values }: WrittenNumber): boolean {
  return values.some((value) => Number(value) <= MOST_IN_WORDS || /^\d0*$/.test(value));
}
