import { z } from 'zod';
import { segmentFlagCodeSchema, specificsOf } from '../contract/index.ts';
import { storedSpecifics } from './stored-codes.ts';
import type { TermFaults } from '../text/glossary.ts';
import type { Reason, SegmentFlag, Warning } from '../contract/index.ts';

/** Of one target. */
const MAX_FORBIDDEN = 3;

/** A segment's flag as it is stored. */
export interface StoredFlag extends SegmentFlag {
  /** The job's warning that counts it, if any. */
  readonly warning?: Warning['code'];
}

/** A later release may know other codes, which are not shown (`presentFlags`). */
export const storedFlagSchema: z.ZodType<StoredFlag> = z.object({
  code: z.custom<SegmentFlag['code']>((value) => typeof value === 'string'),
  message: z.string(),
  ...storedSpecifics,
  warning: z.custom<Warning['code']>((value) => typeof value === 'string').exactOptional(),
});

/** Flags as the wire shows them. */
export function presentFlags(flags: readonly StoredFlag[] | undefined): SegmentFlag[] {
  return (flags ?? [])
    .filter(({ code }) => segmentFlagCodeSchema.options.includes(code))
    .map(({ code, message, ...rest }) => ({ code, message, ...specificsOf(rest) }));
}

export function codesRepaired(): StoredFlag {
  return {
    code: 'codes_repaired',
    message: 'The engine displaced formatting or marks; they were put back where they belong.',
    warning: 'codes_repaired',
  };
}

export function fuzzyMatch(): StoredFlag {
  return {
    code: 'fuzzy_match',
    message: 'The translation is that of a similar text in the memory. Compare the two.',
  };
}

export function codesLost(): StoredFlag {
  return {
    code: 'codes_lost',
    message:
      'The engine lost formatting or marks. Marks and links were put back by position; bold and other formatting was left out.',
    warning: 'codes_fallback',
  };
}

/** Names the first few missed entries. */
function glossaryMissed(
  missing: readonly { readonly term: string; readonly translation: string }[],
): StoredFlag {
  const named = missing.slice(0, 3).map(({ term, translation }) => `“${term}” → “${translation}”`);
  const list = named.length === 0 ? '' : `: ${named.join(', ')}${missing.length > 3 ? ' …' : ''}`;
  return {
    code: 'glossary_missed',
    message: `A glossary term is missing from the translation${list}.`,
    ...(named.length === 0 ? {} : { details: { terms: list.slice(2) } }),
    warning: 'glossary_term_missing',
  };
}

/** @param fault a forbidden translation, and the one to write in its place. */
function forbiddenTerm({ term, found, preferred }: TermFaults['forbidden'][number]): StoredFlag {
  const remedy = preferred === undefined ? '' : `: write “${preferred}”`;
  return {
    code: 'forbidden_term',
    message: `The glossary forbids “${found}” for “${term}”${remedy}.`,
    details: { term, found, ...(preferred === undefined ? {} : { preferred }) },
  };
}

/** The flags of a target's terms: `glossary_missed` once, `forbidden_term` for each of the first few. */
export function termFlags({ missing, forbidden }: TermFaults): StoredFlag[] {
  return [
    ...(missing.length > 0 ? [glossaryMissed(missing)] : []),
    ...forbidden.slice(0, MAX_FORBIDDEN).map(forbiddenTerm),
  ];
}

export function tooManyCodes(): StoredFlag {
  return {
    code: 'untranslated',
    message: 'There are more tabs, breaks or changes of format than can be translated; the source was kept.',
    reason: 'too_many_codes',
    warning: 'too_many_codes',
  };
}

export function tooMuchWork(): StoredFlag {
  return {
    code: 'untranslated',
    message: 'Its text takes more time or memory to prepare than ordinary texts do; the source was kept.',
    reason: 'too_much_work',
    warning: 'untranslated',
  };
}

/** Why a finished file keeps a segment's source. `structure`: its translation would have broken the file. */
export type KeptMark = 'structure' | Extract<Reason, 'too_long_for_place' | 'header_in_use' | 'shared_data'>;

const KEPT: Record<KeptMark, string> = {
  structure:
    'The translation would have broken the structure of the file, which keeps the source. Change it.',
  too_long_for_place:
    'The translation is longer than its place in the file can hold, so the file keeps the source. Shorten it.',
  header_in_use:
    'Formulas or filters call the column by this name, or the translation is the name of another column, so the file keeps the source.',
  shared_data:
    'Word shows the same data here and in another place of the document, so the file has the text of that place. Translate both alike.',
};

/** Its warning names segments, so the build writes it (worker/document/kept-source.ts). */
export function keptSource(why: KeptMark): StoredFlag {
  return { code: 'kept_source', message: KEPT[why], ...(why === 'structure' ? {} : { reason: why }) };
}

export function untranslated(): StoredFlag {
  return {
    code: 'untranslated',
    message: 'The engine could not translate it; the source was kept.',
    warning: 'untranslated',
  };
}
