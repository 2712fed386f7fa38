import type { SegmentFlag } from '../contract/index.ts';
import { plainText, readableText } from '../text/codes.ts';
import { BARRIER } from '../text/locks.ts';
import type { Active } from '../text/protected/scan.ts';
import { unusualLength } from './length.ts';
import { lacksNegation } from './negation.ts';
import { missingNumbers } from './numbers.ts';
import { differingPlaceholders } from './placeholders.ts';
import { punctuationFault } from './punctuation.ts';
import { suspicionOf } from './suspicious.ts';
import type { Suspicion } from './suspicious.ts';
import { isUntranslated, repeatedWord } from './words.ts';

/** A segment and its translation, as coded texts. */
export interface TranslatedPair {
  readonly source: string;
  readonly target: string;
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  /** Edited by a person, who may leave a text unchanged, or shorten it. */
  readonly isEdited?: boolean;
  /** Syntaxes that count in the source, besides those of any prose. */
  readonly syntaxes?: Active | undefined;
}

/** Longer texts are data, where flags would be coincidence. UTF-16 units. */
const MAX_LENGTH = 20_000;
const NAMED = 3;

/**
 * Signs that a translation does not match its source, as far as they are certain without knowing the
 * languages: a wrong flag costs its reader more than a missing one.
 */
export function qualityFlags(pair: TranslatedPair): SegmentFlag[] {
  const { from, to, isEdited = false } = pair;
  if (pair.source.length > MAX_LENGTH || pair.target.length > MAX_LENGTH) return [];
  const [source, target] = [readableText(pair.source), readableText(pair.target)];
  if (!isEdited && isUntranslated(source, target, from, to))
    return [
      {
        code: 'untranslated',
        message: 'The translation is the same as the source.',
        reason: 'same_as_source',
      },
    ];
  if (isEdited && target.trim() === '' && /\p{L}/u.test(source))
    return [{ code: 'empty', message: 'The translation is empty.' }];
  if (source === target) return [];
  const flags: SegmentFlag[] = [];
  const numbers = missingNumbers(source, target, to);
  if (numbers.length > 0) {
    const found = list(numbers);
    flags.push({
      code: 'number_mismatch',
      message: `Not in the translation: ${found}.`,
      details: { found },
    });
  }
  const placeholders = differingPlaceholders(source, target, pair.syntaxes);
  if (placeholders.length > 0) {
    const found = list(placeholders);
    flags.push({
      code: 'placeholder_mismatch',
      message: `Only in the source, or only in the translation: ${found}.`,
      details: { found },
    });
  }
  const word = repeatedWord(source, withBarriers(pair.target, target), to);
  if (word !== undefined)
    flags.push({ code: 'repeated_word', message: `“${word}” stands twice in a row.`, details: { word } });
  const length = isEdited ? undefined : unusualLength(source, target);
  if (length !== undefined)
    flags.push({
      code: 'length_unusual',
      message: `The translation is unusually ${length} for its source.`,
      reason: length === 'short' ? 'length_short' : 'length_long',
    });
  const suspicion = isEdited ? undefined : suspicionOf(source, target);
  if (suspicion !== undefined)
    flags.push({ code: 'suspicious', message: SUSPICIONS[suspicion], reason: suspicion });
  if (lacksNegation(source, target, from, to))
    flags.push({ code: 'negation_missing', message: 'The translation negates less than its source.' });
  const punctuation = punctuationFault(source, target, to);
  if (punctuation) flags.push({ code: 'punctuation_mismatch', ...punctuation });
  return flags;
}

const SUSPICIONS: Readonly<Record<Suspicion, string>> = {
  said_twice: 'The translation says everything twice.',
  repeated_phrase: 'The translation repeats a phrase over and over.',
  stray_signs: 'The translation has signs that do not belong to its text.',
  broken_capitals: 'The capitals of the source are garbled in the translation.',
};

/** The readable text with a sign for each standalone code, so that words around it are not adjacent. */
function withBarriers(coded: string, readable: string): string {
  return coded.includes('/>') ? plainText(coded.replace(/<\d{1,9}\/>/g, BARRIER)) : readable;
}

function list(found: readonly string[]): string {
  return found.slice(0, NAMED).join(', ') + (found.length > NAMED ? ' …' : '');
}
