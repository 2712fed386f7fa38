// The clients' lines, and the expected translation of each, from a job that nothing happens to.
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import type { LiveService } from '../support/live-service.ts';
import type { Random } from '../support/random.ts';

const LINES = Array.from({ length: 120 }, (_, n) => `Door number ${n} opens at nine & closes at <five>.`);

/** An engine that is here, its target language, and what it makes of each line. */
export interface Engine {
  name: string;
  to: string;
  translations: ReadonlyMap<string, string>;
}

/** Apertium is what has children of its own to kill. */
export async function enginesHere(service: LiveService): Promise<Engine[]> {
  const pseudo = { name: 'pseudo', to: 'en-XA' };
  const here = hasApertium() ? [pseudo, { name: 'apertium', to: 'es' }] : [pseudo];
  const engines: Engine[] = [];
  for (const { name, to } of here) {
    const { id } = await service.upload('lines.txt', LINES.join('\n'), { to, engine: name });
    const translated = (await service.result(id)).toString().split('\n');
    engines.push({ name, to, translations: new Map(LINES.map((line, n) => [line, translated[n] ?? ''])) });
  }
  return engines;
}

export function someLines(random: Random): string[] {
  return Array.from({ length: 5 + random.below(60) }, () => random.pick(LINES));
}
