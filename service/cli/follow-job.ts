import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../contract/index.ts';
import { CliError, EXIT, ServiceRefusalError, withoutAddresses } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { jobEvents } from '../client/job-events.ts';
import type { Progress } from './progress.ts';

/** Delay before reopening a stream that ended before its job: its service is about to end. */
const REOPEN_MS = 200;

/** Waits until the job is done. Throws if it fails; if the command is interrupted, cancels the job first. */
export async function followJob(
  client: Client,
  id: string,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Job> {
  try {
    for (;;) {
      let latest: Job | undefined;
      for await (const job of jobEvents(client, id, interrupted)) {
        latest = job;
        progress.show(job);
      }
      if (latest && latest.status !== 'running') return doneJob(latest);
      await sleep(REOPEN_MS, undefined, { signal: interrupted });
    }
  } catch (error) {
    if (!interrupted.aborted) throw error;
    await cancel(client, id);
    throw interrupted.reason;
  } finally {
    progress.end();
  }
}

/** An engine server's answer is not our sentence: an address in it is one that the user has set. */
function reasonOf({ error }: Job): string {
  if (!error) return 'The job failed.';
  return error.code === 'engine_failed' ? error.message : withoutAddresses(error.message);
}

function doneJob(job: Job): Job {
  if (job.status === 'done') return job;
  if (job.status === 'failed') throw new CliError(reasonOf(job), EXIT.failed);
  throw new CliError('The job was cancelled by another program.', EXIT.failed);
}

async function cancel(client: Client, id: string): Promise<void> {
  try {
    await client.json(`/v1/translate/documents/${id}/cancel`, { method: 'POST' });
  } catch (error) {
    // It has just ended.
    if (!(error instanceof ServiceRefusalError) || error.code !== 'conflict') throw error;
  }
}
