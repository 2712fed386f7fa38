import { z } from 'zod';
import { fieldProblem, LIMITS } from '../../../contract/index.ts';
import type { Dictionary, Glossaries } from '../../../memory/memory-port.ts';
import type { FormField } from '../../route.ts';
import { given, oneOf } from '../shared/fields.ts';
import { sourceLanguage, withoutRegion } from './language-codes.ts';

/** `dictionaries[0].source_lang=en` as the equivalent JSON. */
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
// A form cannot represent an empty list: DeepL's client omits the field.
export const glossary3Fields = z.object({ name, dictionaries: dictionaries.default([]) });
export const changeFields = z.object({ name: name.optional(), dictionaries: dictionaries.optional() });

/** The account whose texts are read, and the signal of its client. */
export interface Reading {
  readonly glossaries: Pick<Glossaries, 'readEntries'>;
  readonly account: string;
  readonly signal: AbortSignal;
}

type DictionaryFields = z.output<typeof dictionaryFields>;

export async function asDictionary(reading: Reading, fields: DictionaryFields): Promise<Dictionary> {
  const [dictionary] = await readDictionaries(reading, [fields], () => 'entries');
  return dictionary!;
}

export async function asDictionaries(
  reading: Reading,
  asked: readonly DictionaryFields[],
): Promise<Dictionary[]> {
  const pairs = asked.map(({ source_lang: from, target_lang: to }) => pairOf({ from, to }));
  if (new Set(pairs).size < pairs.length)
    throw fieldProblem('dictionaries', 'invalid', 'Two dictionaries have the same languages.');
  return readDictionaries(reading, asked, (n) => `dictionaries[${n}].entries`);
}

async function readDictionaries(
  { glossaries, account, signal }: Reading,
  asked: readonly DictionaryFields[],
  fieldOf: (n: number) => string,
): Promise<Dictionary[]> {
  if (asked.some(({ source_lang: from, target_lang: to }) => from === to))
    throw fieldProblem('target_lang', 'same_language', 'It is the same language as source_lang.');
  if (asked.length === 0) return [];
  const texts = asked.map(
    ({ source_lang: from, target_lang: to, entries: text, entries_format: format }, n) => ({
      from,
      to,
      text,
      format,
      field: fieldOf(n),
    }),
  );
  const read = await glossaries.readEntries(account, texts, signal);
  return texts.map(({ from, to }, n) => ({ from, to, entries: read[n]! }));
}

/** Lower case, no region. */
export function code(tag: string): string {
  return withoutRegion(tag).toLowerCase();
}

export function pairOf({ from, to }: { from: string; to: string }): string {
  return `${code(from)} ${code(to)}`;
}

/** DeepL's wording of this refusal, which its clients know. */
export function noDictionary(pair: { from: string; to: string }, glossary: string): string {
  return `No dictionary found for language pair ${pairOf(pair).replace(' ', '-')} in glossary ${glossary}`;
}

/** Of equal terms the added one wins: the memory thread sees to it. */
export function merged(held: Dictionary | undefined, added: Dictionary): Dictionary {
  if (!held) return added;
  const entries = [...held.entries, ...added.entries];
  return { ...held, entries };
}

export function atMost(held: readonly Dictionary[]): readonly Dictionary[] {
  if (held.length <= LIMITS.dictionaries) return held;
  throw fieldProblem('dictionaries', 'too_many', `A glossary has at most ${LIMITS.dictionaries} of them.`);
}
