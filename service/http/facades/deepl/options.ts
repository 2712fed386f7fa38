import { z } from 'zod';
import { fieldProblem, languageName, ProblemError } from '../../../contract/index.ts';
import type { NewJob } from '../../../jobs/jobs-port.ts';
import type { Dictionary } from '../../../memory/memory-port.ts';
import type { Route } from '../../../worker/engine-port.ts';
import type { ProtocolServices } from '../../protocol.ts';
import { flag, listOf, oneOf, wholeNumber } from '../shared/fields.ts';
import { noDictionary } from './dictionaries.ts';
import { findMemory } from './find-memory.ts';
import { sourceLanguage, takesFormality, targetLanguage } from './language-codes.ts';

const MAX_GLOSSARIES = 5;
/** A repeated id counts once. */
const MAX_GLOSSARY_IDS = 100;
const MAX_INSTRUCTIONS = 10;
const MAX_INSTRUCTION = 300;

/** Fields of both texts and documents. */
export const commonFields = {
  source_lang: sourceLanguage.optional(),
  target_lang: targetLanguage,
  formality: oneOf(['default', 'more', 'less', 'prefer_more', 'prefer_less']).optional(),
  glossary_id: z.string().optional(),
  glossary_ids: listOf(z.string(), { max: MAX_GLOSSARY_IDS, separator: ',' })
    .transform((ids) => [...new Set(ids)])
    .pipe(z.array(z.string()).max(MAX_GLOSSARIES))
    .optional(),
  style_id: z.undefined({ error: 'There are no style rules here to follow. Leave it out.' }).optional(),
  custom_instructions: listOf(z.string().max(MAX_INSTRUCTION), { max: MAX_INSTRUCTIONS }).optional(),
  translation_memory_id: z.string().optional(),
  translation_memory_threshold: wholeNumber(0, 100).optional(),
  // Accepted and ignored: every ready language is offered.
  enable_beta_languages: flag.optional(),
};

type CommonFields = z.output<z.ZodObject<typeof commonFields>> & { readonly context?: string | undefined };

const TONES = { more: 'formal', prefer_more: 'formal', less: 'informal', prefer_less: 'informal' } as const;

/** The equivalent options of a job. Throws if named glossaries cannot be used. */
export async function jobOptions(
  services: Pick<ProtocolServices, 'glossaries' | 'memory'>,
  account: string,
  fields: CommonFields,
): Promise<NewJob['options']> {
  const { formality, context, custom_instructions: instructions = [] } = fields;
  const hints = [context, ...instructions].filter((hint) => hint !== undefined && hint.trim() !== '');
  return {
    ...(formality && formality !== 'default' ? { tone: TONES[formality] } : {}),
    ...(hints.length > 0 ? { context: hints.join('\n') } : {}),
    ...(await glossaryOf(services, account, fields)),
    ...(await memoryOf(services, account, fields)),
  };
}

async function memoryOf(
  services: Pick<ProtocolServices, 'memory'>,
  account: string,
  { translation_memory_id: id, translation_memory_threshold: threshold }: CommonFields,
): Promise<Pick<NewJob['options'], 'memory_id' | 'min_match'>> {
  if (id === undefined) {
    if (threshold === undefined) return {};
    throw fieldProblem(
      'translation_memory_threshold',
      'invalid',
      'It goes with translation_memory_id. Send that too, or leave it out.',
    );
  }
  await findMemory(services, account, id);
  return { memory_id: id, ...(threshold === undefined ? {} : { min_match: threshold }) };
}

async function glossaryOf(
  { glossaries }: Pick<ProtocolServices, 'glossaries'>,
  account: string,
  { glossary_id, glossary_ids = [], source_lang: from, target_lang: to }: CommonFields,
): Promise<Pick<NewJob['options'], 'glossary' | 'glossary_id'>> {
  const field = glossary_id === undefined ? 'glossary_ids' : 'glossary_id';
  if (glossary_id === undefined && glossary_ids.length === 0) return {};
  if (glossary_id !== undefined && glossary_ids.length > 0)
    throw fieldProblem('glossary_ids', 'invalid', 'glossary_id is there too. Send one of them.');
  if (from === undefined)
    throw fieldProblem('source_lang', 'required', `${field} wants the source language to be named.`);
  const ids = glossary_id === undefined ? glossary_ids : [glossary_id];
  const known = new Set<string>();
  const entries: Dictionary['entries'][number][] = [];
  for (const id of ids) {
    const found = await entriesOf(glossaries, account, { id, field, from, to });
    entries.push(...found.filter(({ term }) => !known.has(term)));
    for (const { term } of found) known.add(term);
  }
  return {
    glossary: entries,
    ...(glossary_id === undefined ? {} : { glossary_id }),
  };
}

async function entriesOf(
  glossaries: ProtocolServices['glossaries'],
  account: string,
  { id, field, from, to }: { id: string; field: string; from: string; to: string },
): Promise<Dictionary['entries']> {
  try {
    return await glossaries.entriesFor(account, id, { from, to });
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const [fault] = error.errors;
    if (fault?.code !== 'unsupported_pair') throw fieldProblem(field, 'invalid', error.message);
    throw fieldProblem(field, 'invalid', noDictionary({ from, to }, id), { reason: 'no_dictionary' });
  }
}

/**
 * Whether the target and the engine of a direction support the formality; `prefer_…` hints are never refused.
 */
export function routeCheck({
  target_lang: to,
  formality,
  custom_instructions: instructions = [],
}: Pick<CommonFields, 'target_lang' | 'formality' | 'custom_instructions'>): (route: Route) => void {
  const isDemanded = formality === 'more' || formality === 'less';
  const refuse = (why: string): never => {
    throw fieldProblem('formality', 'unsupported_pair', `${why} Use prefer_${formality}, or leave it out.`);
  };
  if (isDemanded && !takesFormality(to)) refuse(`${languageName(to)} has no formality here.`);
  return ({ capabilities, pair }) => {
    if (isDemanded && capabilities.tone === 'none')
      refuse(`The engine that translates from ${pair.from} to ${pair.to} has no formality.`);
    if (instructions.length > 0 && capabilities.tone !== 'free')
      throw fieldProblem(
        'custom_instructions',
        'invalid',
        `The engine that translates from ${pair.from} to ${pair.to} follows no instructions. Leave them out, or use a language model.`,
      );
  };
}
