import type { Concordance } from '../../service/contract/index.ts';
import { clientIn } from './client-scope.ts';
import { ask } from './client.ts';

/** A unit of a memory with the words that were looked for. */
export type ConcordanceHit = Concordance['hits'][number];

/** Units with all words of a text in source or target, best first. */
export async function findWords(
  asked: { q: string; side: 'source' | 'target'; from: string; to: string; client: string },
  signal: AbortSignal,
): Promise<readonly ConcordanceHit[]> {
  const { q, side, from, to, client } = asked;
  const query = new URLSearchParams({ q, in: side, from, to, limit: '50', ...clientIn(client) });
  return (await ask<Concordance>(`/v1/memory/concordance?${query.toString()}`, { signal })).data.hits;
}
