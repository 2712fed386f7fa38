import type { Workers } from '../../service/contract/index.ts';
import { ask } from './client.ts';

/** The machines of a team; `team` is null without one. Administrators only. */
export async function readWorkers(): Promise<Workers> {
  return (await ask<Workers>('/v1/workers')).data;
}
