import type { Job } from '../contract/index.ts';
import type { Client } from '../client/client.ts';
import { jobEvents } from '../client/job-events.ts';

/** The job at its end, or after `seconds`: clients give up after a minute. Rejects with `signal`'s reason. */
export async function waitForJob(
  service: Client,
  id: string,
  seconds: number,
  signal: AbortSignal,
  onChange: (job: Job) => Promise<void>,
): Promise<Job> {
  const deadline = AbortSignal.timeout(seconds * 1_000);
  const ends = AbortSignal.any([signal, deadline]);
  let latest: Job | undefined;
  try {
    while (latest?.status !== 'done' && latest?.status !== 'failed' && latest?.status !== 'cancelled') {
      for await (const job of jobEvents(service, id, ends)) {
        latest = job;
        await onChange(job);
      }
      ends.throwIfAborted();
    }
    return latest;
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
    return latest ?? service.json<Job>(`/v1/translate/documents/${id}`, { signal });
  }
}

/** Cancels a job that nobody awaits any more; a job that has just ended stays. */
export async function cancelJob(service: Client, id: string): Promise<Job | undefined> {
  return service.json<Job>(`/v1/translate/documents/${id}/cancel`, { method: 'POST' }).catch(() => undefined);
}
