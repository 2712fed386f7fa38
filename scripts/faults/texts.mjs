// What the clients send, and what must come back: each line's translation, from a job that nothing happens to.
import { hasApertium } from '../lib/apertium.mjs';

const LINES = Array.from({ length: 120 }, (_, n) => `Door number ${n} opens at nine & closes at <five>.`);

/** The engines that are here, each with its language pair. Apertium is what has children of its own to kill. */
export function enginesHere() {
  const pseudo = { name: 'pseudo', to: 'en-XA' };
  return hasApertium() ? [pseudo, { name: 'apertium', to: 'es' }] : [pseudo];
}

/** For each engine a map from a line to its translation. */
export async function referenceOf(service, engines) {
  const references = new Map();
  for (const { name, to } of engines) {
    const { id } = await service.upload('lines.txt', LINES.join('\n'), { to, engine: name });
    const translated = (await service.result(id)).toString().split('\n');
    references.set(name, new Map(translated.map((line, n) => [LINES[n], line])));
  }
  return references;
}

export function someLines(random) {
  return Array.from({ length: 5 + random.below(60) }, () => random.pick(LINES));
}
