import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

export function workerHandlers({ team }: HttpServices): Pick<Handlers, 'listWorkers'> {
  return {
    listWorkers: ({ ctx }) => ok(ctx, team?.status() ?? { workers: [] }),
  };
}
