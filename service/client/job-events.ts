import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../contract/index.ts';
import { ServiceGoneError, ServiceRefusalError } from './cli-error.ts';
import type { Client } from './client.ts';

/** Poll interval for a job when the account has no stream left. */
const LOOK_MS = 1_000;

/** The job's current state, then each change, up to its end. */
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

/** Undefined if other programs use all the streams that the account may have open. */
async function openEvents(client: Client, id: string, signal: AbortSignal) {
  try {
    return await client.fetch(`/v1/jobs/${id}/events`, { signal });
  } catch (error) {
    if (error instanceof ServiceRefusalError && error.code === 'quota_exceeded') return undefined;
    throw error;
  }
}
