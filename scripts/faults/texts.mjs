// What the clients send, and what must come back: each line's translation, from a job that nothing happens to.
import { setTimeout as sleep } from 'node:timers/promises';
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
    const { id } = await service.uploadText(LINES.join('\n'), { to, engine: name });
    for (;;) {
      const job = await service.data(`/v1/translate/documents/${id}`);
      if (job.status === 'done') break;
      if (job.status !== 'running') throw new Error(`${name}: ${job.error?.message ?? job.status}`);
      await sleep(50);
    }
    const content = await (await service.request(`/v1/translate/documents/${id}/content`)).text();
    references.set(name, new Map(content.split('\n').map((line, n) => [LINES[n], line])));
  }
  return references;
}

export function someLines(random) {
  const count = 5 + Math.floor(random() * 60);
  return Array.from({ length: count }, () => LINES[Math.floor(random() * LINES.length)]);
}
