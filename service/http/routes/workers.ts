import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

export function workerHandlers({ team }: HttpServices): Pick<Handlers, 'listWorkers'> {
  return {
    listWorkers: ({ ctx }) => {
      const report = team?.status();
      if (!report) {
        ok(ctx, { team: null, workers: [] });
        return;
      }
      const { team: name, queue, workers } = report;
      ok(ctx, { team: name, queue, workers });
    },
  };
}
