import type { CorrectionResource, TermsResource } from '../../service/contract/index.ts';
import type { Pair } from '../lib/pairs.ts';
import { clientIn } from './client-scope.ts';
import { ask } from './client.ts';

const PATH = '/v1/memory/corrections';
const TERMS = '/v1/memory/terms';

export interface CorrectionsPage {
  corrections: CorrectionResource[];
  next_cursor?: string;
}
export type ProposedTerm = TermsResource['terms'][number];

export async function listCorrections(
  { from, to }: Pair,
  asked: { q: string; cursor?: string | undefined },
  signal: AbortSignal,
): Promise<CorrectionsPage> {
  const { q, cursor } = asked;
  const words = q.trim() === '' ? {} : { q: q.trim() };
  const query = new URLSearchParams({ from, to, limit: '100', ...words, ...clientIn() });
  if (cursor !== undefined) query.set('cursor', cursor);
  return (await ask<CorrectionsPage>(`${PATH}?${query.toString()}`, { signal })).data;
}

/** `refused`: never again. `always`: also before a third equal edit. `active`: as the edits say. */
export async function changeCorrection(
  id: string,
  state: 'active' | 'refused' | 'always',
): Promise<CorrectionResource> {
  return (await ask<CorrectionResource>(`${PATH}/${id}`, { method: 'PATCH', body: { state } })).data;
}

/** Equal edits teach it again. */
export async function deleteCorrection(id: string): Promise<void> {
  await ask<undefined>(`${PATH}/${id}`, { method: 'DELETE' });
}

export async function listTerms({ from, to }: Pair, signal: AbortSignal): Promise<ProposedTerm[]> {
  const query = new URLSearchParams({ from, to, ...clientIn() });
  return (await ask<TermsResource>(`${TERMS}?${query.toString()}`, { signal })).data.terms;
}

export async function acceptTerm(id: string, glossary: string): Promise<void> {
  await ask<object>(`${TERMS}/${id}/accept`, { method: 'POST', body: { glossary_id: glossary } });
}

export async function refuseTerm(id: string): Promise<void> {
  await ask<undefined>(`${TERMS}/${id}`, { method: 'DELETE' });
}
