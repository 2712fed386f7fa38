import type { CorrectionResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';

const PATH = '/v1/memory/corrections';

/** `refused`: never again. `always`: also before a third equal edit. `active`: as the edits say. */
export async function changeCorrection(
  id: string,
  state: 'active' | 'refused' | 'always',
): Promise<CorrectionResource> {
  return (await ask<CorrectionResource>(`${PATH}/${id}`, { method: 'PATCH', body: { state } })).data;
}
