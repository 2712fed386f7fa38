import type { CheckCode, Specifics } from '../contract/index.ts';
import { codePoints, parseCoded, plainText, readableText } from '../text/codes.ts';
import type { Token } from '../text/codes.ts';
import { BARRIER } from '../text/locks.ts';
import type { Active } from '../text/protected/scan.ts';
import { missingNumbers } from './numbers.ts';
import { differingPlaceholders } from './placeholders.ts';
import { hasUnpairedBracket } from './punctuation.ts';
import { quotationFault } from './quotation.ts';
import { capitalFault, fullStopFault } from './sentence-shape.ts';
import { spacingFault } from './spacing.ts';
import { changedUnit } from './units.ts';
import { isUntranslated, repeatedWord } from './words.ts';

/** A segment and its translation as they would be delivered. Coded texts, canonical tags. */
export interface DeliveredPair {
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
  readonly syntaxes?: Active | undefined;
  /** The longest that a target may be, in per cent of its source's characters. */
  readonly percent?: number | undefined;
}

/** What one check finds in one segment. */
export interface CheckFault extends Pick<Specifics, 'details'> {
  readonly code: CheckCode;
  /** For people. */
  readonly message: string;
}

interface Texts extends DeliveredPair {
  /** Without codes. */
  readonly asked: string;
  readonly given: string;
  /** With BARRIER for each standalone code. */
  readonly askedParts: string;
  readonly givenParts: string;
}

type Check = (texts: Texts) => Omit<CheckFault, 'code'> | undefined;

/** Longer texts are data, where findings would be coincidence. UTF-16 units. */
const MAX_LENGTH = 20_000;
const NAMED = 3;
/** Words in lower case that make a text more than a name: whoever sees the finding can ignore it. */
const MIN_WORDS = 1;
/** Letters of the longest word that may well stand twice. */
const MAX_PRONOUN = 4;

const CHECKS: Readonly<Partial<Record<CheckCode, Check>>> = {
  spaces: ({ askedParts, givenParts }) => {
    const fault = spacingFault(askedParts, givenParts);
    if (!fault) return undefined;
    return {
      message:
        fault === 'double'
          ? 'The translation has a double space.'
          : 'The translation begins or ends with a space.',
    };
  },
  repeated_word: ({ asked, givenParts, to }) => {
    const word = repeatedWord(asked, givenParts, to, MAX_PRONOUN);
    return word === undefined
      ? undefined
      : { message: `“${word}” stands twice in a row.`, details: { found: word } };
  },
  brackets: ({ asked, given }) =>
    hasUnpairedBracket(asked, given)
      ? { message: 'A bracket is opened and not closed, or closed and not opened.' }
      : undefined,
  quotes: ({ asked, given }) => {
    const fault = quotationFault(asked, given);
    if (!fault) return undefined;
    return {
      message:
        fault === 'unpaired'
          ? 'A quotation mark has no other one.'
          : 'The source has quotation marks, and the translation has none.',
    };
  },
  numbers: ({ asked, given, from, to }) =>
    found('Not in the translation', [
      ...missingNumbers(asked, given, to),
      ...missingNumbers(given, asked, from),
    ]),
  units: ({ asked, given }) => {
    const unit = changedUnit(asked, given);
    if (!unit) return undefined;
    const change = `${unit.from} → ${unit.to}`;
    return { message: `The unit of a number is another one: ${change}.`, details: { found: change } };
  },
  capital_start: ({ askedParts, givenParts, from, to }) => {
    const word = capitalFault(askedParts, givenParts, from, to);
    if (word === undefined) return undefined;
    const isCapital = /^\p{Lu}/u.test(word);
    return {
      message: `The translation begins with a ${isCapital ? 'capital' : 'small'} letter, and the source does not: “${word}”.`,
      details: { found: word },
    };
  },
  full_stop: ({ asked, given, from, to }) => {
    const fault = fullStopFault(asked, given, from, to);
    if (!fault) return undefined;
    return {
      message:
        fault === 'missing'
          ? 'The source ends with a full stop, and the translation does not.'
          : 'The translation ends with a full stop, and the source does not.',
    };
  },
  too_long: ({ asked, given, percent }) => {
    const [least, length] = [codePoints(asked), codePoints(given)];
    if (percent === undefined || length * 100 <= least * percent) return undefined;
    return {
      message: `The translation has ${length} characters: more than ${percent} % of the ${least} of the source.`,
      details: { length, percent },
    };
  },
  tags: ({ source, target, asked, given, syntaxes }) =>
    found('Only in the source, or only in the translation', [
      ...differingCodes(source, target),
      ...differingPlaceholders(asked, given, syntaxes),
    ]),
};

/**
 * The faults of one translated segment, each check at most once. A translation that equals its source has only the
 * fault of not being one, an empty one that of being empty.
 */
export function deliveryFaults(pair: DeliveredPair, isWanted: (code: CheckCode) => boolean): CheckFault[] {
  const { source, target, from, to } = pair;
  if (source.length > MAX_LENGTH || target.length > MAX_LENGTH) return [];
  const [asked, given] = [readableText(source), readableText(target)];
  const only = (code: CheckCode, message: string): CheckFault[] =>
    isWanted(code) ? [{ code, message }] : [];
  if (given.trim() === '')
    return /[\p{L}\p{N}]/u.test(asked) ? only('empty', 'The translation is empty.') : [];
  if (isUntranslated(asked, given, from, to, MIN_WORDS))
    return only('untranslated', 'The translation is the same as the source.');
  const texts = { ...pair, asked, given, askedParts: withBarriers(source), givenParts: withBarriers(target) };
  const checks = Object.entries(CHECKS) as [CheckCode, Check][];
  return checks.flatMap(([code, check]) => {
    const fault = isWanted(code) ? check(texts) : undefined;
    return fault ? [{ code, ...fault }] : [];
  });
}

function withBarriers(coded: string): string {
  return coded.includes('/>') ? plainText(coded.replace(/<\d{1,9}\/>/g, BARRIER)) : readableText(coded);
}

function differingCodes(source: string, target: string): string[] {
  const [asked, given] = [codesOf(source), codesOf(target)];
  return [...asked.filter((code) => !given.includes(code)), ...given.filter((code) => !asked.includes(code))];
}

function codesOf(coded: string): string[] {
  const named = (token: Token): string[] => {
    if (token.kind === 'standalone') return [`<${token.id}/>`];
    return token.kind === 'open' ? [`<${token.id}>`] : [];
  };
  return coded.includes('<') ? parseCoded(coded).flatMap(named) : [];
}

function found(intro: string, all: readonly string[]): Omit<CheckFault, 'code'> | undefined {
  if (all.length === 0) return undefined;
  const list = all.slice(0, NAMED).join(', ') + (all.length > NAMED ? ' …' : '');
  return { message: `${intro}: ${list}.`, details: { found: list } };
}
