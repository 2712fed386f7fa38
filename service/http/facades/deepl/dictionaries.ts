import { z } from 'zod';
import { fieldProblem, LIMITS } from '../../../contract/index.ts';
import type { Dictionary } from '../../../memory/memory-port.ts';
import type { FormField } from '../../route.ts';
import { given, oneOf } from '../shared/fields.ts';
import { readEntries } from './glossary-entries.ts';
import { sourceLanguage, withoutRegion } from './language-codes.ts';

/** `dictionaries[0].source_lang=en` as JSON has it. */
export function nested(fields: readonly FormField[]): object {
  const plain: Record<string, unknown> = {};
  const dictionaries: Record<string, string>[] = [];
  for (const [name, value] of fields) {
    const [, place, member] = /^dictionaries\[(\d{1,3})\]\.(\w+)$/.exec(name) ?? [];
    if (place === undefined || member === undefined) plain[name] = value;
    else (dictionaries[Number(place)] ??= {})[member] = value;
  }
  return dictionaries.length > 0 ? { ...plain, dictionaries: dictionaries.filter(Boolean) } : plain;
}

const name = z.string().trim().min(1).max(LIMITS.glossaryName);
export const pairFields = z.object({ source_lang: sourceLanguage, target_lang: sourceLanguage });
export const dictionaryFields = pairFields.extend({
  entries: z.string(),
  entries_format: oneOf(['tsv', 'csv']).default('tsv'),
});
const withoutNulls = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? given(value) : value),
  dictionaryFields,
);
export const glossary2Fields = dictionaryFields.extend({ name });
const dictionaries = z.array(withoutNulls).max(LIMITS.dictionaries);
// A form cannot say that there are none: DeepL's client leaves the field out.
export const glossary3Fields = z.object({ name, dictionaries: dictionaries.default([]) });
export const changeFields = z.object({ name: name.optional(), dictionaries: dictionaries.optional() });

export function asDictionary(
  { source_lang: from, target_lang: to, entries, entries_format }: z.output<typeof dictionaryFields>,
  field = 'entries',
): Dictionary {
  if (from === to)
    throw fieldProblem('target_lang', 'same_language', 'It is the same language as source_lang.');
  return { from, to, entries: readEntries(entries, entries_format, field) };
}

export function asDictionaries(asked: readonly z.output<typeof dictionaryFields>[]): Dictionary[] {
  const read = asked.map((one, n) => asDictionary(one, `dictionaries[${n}].entries`));
  if (new Set(read.map(pairOf)).size < read.length)
    throw fieldProblem('dictionaries', 'invalid', 'Two dictionaries have the same languages.');
  return read;
}

/** Small letters, no region. */
export function code(tag: string): string {
  return withoutRegion(tag).toLowerCase();
}

export function pairOf({ from, to }: { from: string; to: string }): string {
  return `${code(from)} ${code(to)}`;
}

export function merged(held: Dictionary | undefined, added: Dictionary): Dictionary {
  if (!held) return added;
  const terms = new Map(held.entries.map(({ term, translation }) => [term, translation]));
  for (const { term, translation } of added.entries) terms.set(term, translation);
  if (terms.size > LIMITS.dictionaryEntries)
    throw fieldProblem('entries', 'too_many', `There are more than ${LIMITS.dictionaryEntries} entries.`);
  return { ...held, entries: [...terms].map(([term, translation]) => ({ term, translation })) };
}

export function atMost(held: readonly Dictionary[]): readonly Dictionary[] {
  if (held.length <= LIMITS.dictionaries) return held;
  throw fieldProblem('dictionaries', 'too_many', `A glossary has at most ${LIMITS.dictionaries} of them.`);
}
