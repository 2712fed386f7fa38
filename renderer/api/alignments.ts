import type {
  AlignedPair,
  AlignedPairsPage,
  AlignmentState,
  AlignmentView,
  ChangedPairs,
  LearnedPairs,
} from '../../service/contract/index.ts';
import type { Pair } from '../lib/pairs.ts';
import { ask } from './client.ts';

const PATH = '/v1/alignments';

export type PairChange = Pick<AlignedPair, 'source_at' | 'target_at' | 'state'>;

export async function listAlignments(clientId: string | undefined): Promise<AlignmentView[]> {
  const query = new URLSearchParams({
    limit: '200',
    ...(clientId === undefined ? {} : { client_id: clientId }),
  });
  return (await ask<{ alignments: AlignmentView[] }>(`${PATH}?${query.toString()}`)).data.alignments;
}

export async function readAlignment(id: string): Promise<AlignmentView> {
  return (await ask<AlignmentView>(`${PATH}/${id}`)).data;
}

/** Sends files to align. Resolves with the names of those without a partner. */
export async function createAlignments(
  files: { readonly sources: readonly File[]; readonly targets: readonly File[] },
  { from, to }: Pair,
  clientId: string | undefined,
): Promise<string[]> {
  const form = new FormData();
  form.append('from', from);
  form.append('to', to);
  if (clientId !== undefined) form.append('client_id', clientId);
  for (const file of files.sources) form.append('source', file, file.name);
  for (const file of files.targets) form.append('target', file, file.name);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const { data } = await ask<{ unmatched?: string[] }>(PATH, { method: 'POST', form, headers });
  return data.unmatched ?? [];
}

export async function readPairs(
  id: string,
  query: { state?: AlignmentState | undefined; cursor?: string | undefined; limit: number },
): Promise<AlignedPairsPage> {
  const parameters = new URLSearchParams({ limit: String(query.limit) });
  if (query.state) parameters.set('state', query.state);
  if (query.cursor) parameters.set('cursor', query.cursor);
  return (await ask<AlignedPairsPage>(`${PATH}/${id}/pairs?${parameters.toString()}`)).data;
}

/** Replaces pairs of this revision; rejects with `conflict` where it is no longer the present one. */
export async function changePairs(
  id: string,
  pairs: readonly PairChange[],
  revision: string,
): Promise<ChangedPairs> {
  const headers = { 'If-Match': `"${revision}"` };
  return (await ask<ChangedPairs>(`${PATH}/${id}/pairs`, { method: 'PATCH', headers, body: { pairs } })).data;
}

export async function learnPairs(id: string): Promise<LearnedPairs> {
  return (await ask<LearnedPairs>(`${PATH}/${id}/learn`, { method: 'POST', body: {} })).data;
}

export async function deleteAlignment(id: string): Promise<void> {
  await ask<undefined>(`${PATH}/${id}`, { method: 'DELETE' });
}
