import type { Log } from '../../log.ts';
import type { Store } from '../../store/store-port.ts';
import type { JobEvents } from '../job-events.ts';
import type { ResultFiles } from './result-files.ts';

/** Delay after a job's last edit, so that a reviewer is not slowed down by a build after each segment. */
const DELAY_MS = 2_000;

export interface BuildsParts {
  store: Pick<Store, 'files'>;
  results: Pick<ResultFiles, 'find'>;
  events: JobEvents;
  log: Log | undefined;
}

/** Builds the file of an edited job soon after the last edit, before it is requested. */
export function startBuilds({ store, results, events, log }: BuildsParts): {
  forget(jobId: string): void;
  stop(): void;
} {
  const timers = new Map<string, NodeJS.Timeout>();
  const forget = (jobId: string): void => {
    clearTimeout(timers.get(jobId));
    timers.delete(jobId);
  };
  const build = async (jobId: string, simple: boolean): Promise<void> => {
    try {
      const record = await store.files.readJob(jobId);
      if (record) await results.find(record, simple);
    } catch (err) {
      // A request for the file will report the error.
      log?.error({ job_id: jobId, err }, 'the file of an edited job could not be built');
    }
  };
  const stopListening = events.on('edited', ({ id, warnings }) => {
    forget(id);
    const simple = warnings.some(({ code }) => code === 'layout_unavailable');
    const timer = setTimeout(() => {
      timers.delete(id);
      void build(id, simple);
    }, DELAY_MS);
    timers.set(id, timer.unref());
  });
  return {
    forget,
    stop() {
      stopListening();
      for (const id of timers.keys()) forget(id);
    },
  };
}
