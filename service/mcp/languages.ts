import { distance } from 'fastest-levenshtein';
import { baseLanguage } from '../contract/index.ts';
import type { DetectedLanguages, Languages } from '../contract/index.ts';
import { jsonBody } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { ToolError } from './tool-error.ts';

const MAX_NEAR = 5;

/** The languages whose code or name is most similar to the requested one. */
export function nearestLanguages({ languages }: Languages, asked: string): string {
  const wanted = asked.toLowerCase();
  return languages
    .map(({ code, name, endonym }) => ({
      code,
      name,
      far: Math.min(...[code, name, endonym].map((known) => distance(wanted, known.toLowerCase()))),
    }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MAX_NEAR)
    .map(({ code, name }) => `${name} (${code})`)
    .join(', ');
}

/** Detects the language of a text, among those with a route to `to`. Rejects with a ToolError if unsure. */
export async function languageOf(service: Client, text: string, to: string): Promise<string> {
  const [{ languages: found }, { pairs }] = await Promise.all([
    service.json<DetectedLanguages>('/v1/detect', jsonBody({ text: text.slice(0, 20_000) })),
    service.json<Languages>('/v1/languages'),
  ]);
  return chosen(found, pairs, to);
}

export function chosen(found: DetectedLanguages['languages'], pairs: Languages['pairs'], to: string): string {
  const target = baseLanguage(to);
  const sources = new Set(
    pairs.filter((pair) => pair.ready && baseLanguage(pair.to) === target).map(({ from }) => from),
  );
  const code = (found.find((one) => sources.has(one.code)) ?? found[0])?.code;
  if (code === undefined) {
    throw new ToolError('The language of the text cannot be told. Say it with the argument "from".');
  }
  return code;
}
