import type { Concordance } from '../../service/contract/index.ts';
import { ask } from './client.ts';

/** A unit of a memory with the words that were looked for. */
export type ConcordanceHit = Concordance['hits'][number];

/** Units with all words of a text in source or target, best first. */
export async function findWords(
  { q, side, from, to }: { q: string; side: 'source' | 'target'; from: string; to: string },
  signal: AbortSignal,
): Promise<readonly ConcordanceHit[]> {
  const query = new URLSearchParams({ q, in: side, from, to, limit: '50' });
  return (await ask<Concordance>(`/v1/memory/concordance?${query.toString()}`, { signal })).data.hits;
}
