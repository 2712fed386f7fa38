// What is left afterwards, held against what the clients were told.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const END_LIMIT_MS = 120_000;

/** Waits until every job has ended, and counts what is missing, wrong, doubled or charged amiss. `known`: ids looked at before. */
export async function audit(service, notes, known) {
  const jobs = await allEnded(service);
  const byId = new Map(jobs.map((job) => [job.id, job]));
  const fresh = jobs.filter(({ id }) => !known.has(id));
  const found = { jobs: fresh.length, cancelled: 0, lost: 0, wrong: 0, doubled: 0, problems: [] };
  for (const id of notes.accepted.keys()) if (!byId.has(id)) found.lost++;
  for (const job of fresh) {
    const told = notes.accepted.get(job.id);
    if (job.status === 'cancelled') found.cancelled++;
    if (job.status === 'failed') found.problems.push(`${job.id} failed: ${job.error.message}`);
    // What was answered as ended must never be anything else. A cancel whose answer was lost may have taken effect.
    if (told && told.status !== 'running' && told.status !== job.status)
      found.problems.push(`${job.id} was ${told.status} and is ${job.status}`);
    if (job.status === 'done' && told && (await contentOf(service, job.id)) !== told.expected) found.wrong++;
    found.doubled += doubledSegments(service.dataDir, job.id);
    known.add(job.id);
  }
  const usage = await settledUsage(service, jobs);
  const chars = chargeable(jobs);
  return { ...found, chargeError: usage.total_chars - chars, reserved: usage.credit_reserved };
}

/** A charge follows the end of its job after a moment. */
async function settledUsage(service, jobs) {
  for (let tries = 1; ; tries++) {
    const usage = await service.data('/v1/usage');
    if (usage.total_chars === chargeable(jobs) || tries === 20) return usage;
    await sleep(100);
  }
}

function chargeable(jobs) {
  return jobs.reduce((chars, job) => chars + (job.status === 'done' ? job.source_chars : 0), 0);
}

async function allEnded(service) {
  const deadline = performance.now() + END_LIMIT_MS;
  for (;;) {
    const { jobs } = await service.data('/v1/jobs?status=running&limit=1');
    if (jobs.length === 0 || performance.now() > deadline) return everyJob(service);
    await sleep(100);
  }
}

async function everyJob(service) {
  const jobs = [];
  let cursor = '';
  do {
    const page = await service.data(`/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`);
    jobs.push(...page.jobs);
    cursor = page.next_cursor ?? '';
  } while (cursor);
  return jobs;
}

/** The translation, or why there is none: one is as wrong as another text. */
async function contentOf(service, id) {
  return String(await service.content(id).catch((error) => error));
}

/** Journal lines of each segment beyond the first: work that was done and stored twice. */
function doubledSegments(dataDir, id) {
  const lines = readFileSync(join(dataDir, 'jobs', id, 'journal.ndjson'), 'utf8')
    .split('\n')
    .filter(Boolean);
  const indexes = lines.map((line) => JSON.parse(line).i).filter((i) => i !== undefined);
  return indexes.length - new Set(indexes).size;
}
