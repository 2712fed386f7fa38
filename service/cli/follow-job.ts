import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../contract/index.ts';
import { CliError, EXIT, ServiceGoneError, ServiceRefusalError, withoutAddresses } from './cli-error.ts';
import type { Client } from './client.ts';
import type { Progress } from './progress.ts';

/** Before a stream that ended before its job is opened again: its service is about to end. */
const REOPEN_MS = 200;
/** Between two looks at a job where the account has no stream left. */
const LOOK_MS = 1_000;

/** Until the job is done. Throws when it fails; when the command is to end, cancels it first. */
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

/** The job as it is, then at each change, up to its end. */
export async function* jobEvents(client: Client, id: string, signal: AbortSignal): AsyncGenerator<Job> {
  const events = await openEvents(client, id, signal);
  if (events === undefined) {
    const job = await client.json<Job>(`/v1/translate/documents/${id}`, { signal });
    yield job;
    if (job.status === 'running') await sleep(LOOK_MS, undefined, { signal });
    return;
  }
  events.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of events as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as Job;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new ServiceGoneError(error);
  }
}

/** Undefined where other programs have all the streams that the account may have open. */
async function openEvents(client: Client, id: string, signal: AbortSignal) {
  try {
    return await client.fetch(`/v1/jobs/${id}/events`, { signal });
  } catch (error) {
    if (error instanceof ServiceRefusalError && error.code === 'quota_exceeded') return undefined;
    throw error;
  }
}

/** What an engine's server answered is no sentence of ours: an address in it is what its user has set. */
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
    // It has ended in this very moment.
    if (!(error instanceof ServiceRefusalError) || error.code !== 'conflict') throw error;
  }
}
