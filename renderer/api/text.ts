import type { DetectedLanguages, TranslatedTexts } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import type { JobRequest } from './jobs.ts';

/** Translates up to ten texts at once; nothing is stored. Aborting stops the work. */
export async function translateTexts(
  request: JobRequest & { memory?: 'off'; markup?: 'xml' },
  texts: readonly string[],
  signal: AbortSignal,
): Promise<TranslatedTexts> {
  const body = { ...request, segments: texts.map((text) => ({ text })) };
  return (await ask<TranslatedTexts>('/v1/translate/segments', { method: 'POST', body, signal })).data;
}

/** The languages a text may be in, best first; empty for a text without letters. */
export async function detectLanguages(
  text: string,
  signal: AbortSignal,
): Promise<DetectedLanguages['languages']> {
  const { data } = await ask<DetectedLanguages>('/v1/detect', { method: 'POST', body: { text }, signal });
  return data.languages;
}
