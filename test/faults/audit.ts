// Compares the remains with the answers that clients got.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, UsageResource } from '../../service/contract/index.ts';
import { MAX_FAILURES } from '../../service/jobs/run/failures.ts';
import type { LiveService } from '../support/live-service.ts';
import type { Notes } from './clients.ts';

const END_LIMIT_MS = 120_000;
const CHARGE_TRIES = 20;
/** How a job's error ends where only what is killed from outside kept it from its end. */
const GIVEN_UP = `It was tried ${MAX_FAILURES} times without progress.`;

export interface Found {
  jobs: number;
  cancelled: number;
  lost: number;
  wrong: number;
  doubled: number;
  /**
   * Failed because their processes were killed time after time, as a job may: what was translated of them is
   * kept.
   */
  givenUp: number;
  /** Characters charged beyond those of the jobs that are done. */
  chargeError: number;
  reserved: number;
  problems: string[];
}

/**
 * Waits until every job has ended, and counts what is missing, wrong, doubled or charged amiss. `known` are
 * ids looked at before.
 */
export async function audit(service: LiveService, notes: Notes, known: Set<string>): Promise<Found> {
  const jobs = await allEnded(service);
  const ids = new Set(jobs.map(({ id }) => id));
  const fresh = jobs.filter(({ id }) => !known.has(id));
  const { usage, chargeError } = await capturedUsage(service, jobs);
  const found: Found = {
    jobs: fresh.length,
    cancelled: fresh.filter(({ status }) => status === 'cancelled').length,
    lost: [...notes.accepted.keys()].filter((id) => !ids.has(id)).length,
    wrong: 0,
    doubled: 0,
    givenUp: fresh.filter(isGivenUp).length,
    chargeError,
    reserved: usage.credit_reserved,
    problems: [],
  };
  for (const job of fresh) {
    const { id, status, error } = job;
    const told = notes.accepted.get(id);
    if (status === 'failed' && !isGivenUp(job)) found.problems.push(`${id} failed: ${error?.message}`);
    // A job answered as ended must never be anything else. A cancel whose answer was lost may have taken
    // effect.
    if (told && told.status !== 'running' && told.status !== status)
      found.problems.push(`${id} was ${told.status} and is ${status}`);
    if (status === 'done' && told && (await contentOf(service, id)) !== told.expected) found.wrong++;
    found.doubled += doubledSegments(service.dataDir, id);
    known.add(id);
  }
  return found;
}

function isGivenUp({ status, error }: Job): boolean {
  return status === 'failed' && error?.message.endsWith(GIVEN_UP) === true;
}

/** A charge follows the end of its job after a moment. */
async function capturedUsage(service: LiveService, jobs: readonly Job[]) {
  const chars = jobs.reduce((sum, job) => sum + (job.status === 'done' ? job.source_chars : 0), 0);
  for (let tries = 1; ; tries++) {
    const usage = await service.data<UsageResource>('/v1/usage');
    const chargeError = usage.total_chars - chars;
    if (chargeError === 0 || tries === CHARGE_TRIES) return { usage, chargeError };
    await sleep(100);
  }
}

async function allEnded(service: LiveService): Promise<Job[]> {
  const deadline = performance.now() + END_LIMIT_MS;
  for (;;) {
    const { jobs } = await service.data<{ jobs: Job[] }>('/v1/jobs?status=running&limit=1');
    if (jobs.length === 0 || performance.now() > deadline) return everyJob(service);
    await sleep(100);
  }
}

async function everyJob(service: LiveService): Promise<Job[]> {
  const all: Job[] = [];
  let cursor: string | undefined = '';
  do {
    const query: string = cursor && `&cursor=${cursor}`;
    const page: { jobs: Job[]; next_cursor?: string } = await service.data(`/v1/jobs?limit=100${query}`);
    all.push(...page.jobs);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return all;
}

/** The translation, or why there is none: one is as wrong as another text. */
async function contentOf(service: LiveService, id: string): Promise<string> {
  return String(await service.content(id).catch((error: unknown) => error));
}

/** Journal lines of each segment beyond the first: work that was done and stored twice. */
function doubledSegments(dataDir: string, id: string): number {
  const journal = readFileSync(join(dataDir, 'jobs', id, 'journal.ndjson'), 'utf8');
  const lines = journal.split('\n').filter(Boolean);
  const indexes = lines.flatMap((line) => (JSON.parse(line) as { i?: number }).i ?? []);
  return indexes.length - new Set(indexes).size;
}
