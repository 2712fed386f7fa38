import type { Job, JobKind, JobList, SegmentResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import type { Answer } from './client.ts';
import type { GlossaryEntry } from './wire.ts';

export interface JobRequest {
  /** Whose work it is; without it General's. */
  client_id?: string;
  from: string;
  to: string;
  tone?: string;
  context?: string;
  glossary?: GlossaryEntry[];
  /** A named glossary, instead of `glossary`. */
  glossary_id?: string;
  engine?: string;
  /** Settled for these texts; before the glossary. */
  terms?: GlossaryEntry[];
  /** Documents only. */
  format_options?: Readonly<Record<string, unknown>>;
}

const ROUTES: Record<JobKind, string> = {
  document: '/v1/translate/documents',
  batch: '/v1/translate/batch',
};

export function jobPath(job: { id: string; kind: JobKind }): string {
  return `${ROUTES[job.kind]}/${job.id}`;
}

/** Jobs of all clients, newest first, a page at a time. */
export async function listJobs(query: Record<string, string>): Promise<JobList> {
  return (await ask<JobList>(`/v1/jobs?${new URLSearchParams({ client_id: 'all', ...query }).toString()}`))
    .data;
}

export async function readJob(job: { id: string; kind: JobKind }): Promise<Answer<Job>> {
  return ask<Job>(jobPath(job));
}

/** Starts a batch. The same `idempotencyKey` starts it only once, so a request can be retried. */
export async function createBatch(
  request: JobRequest & { segments: { text: string; id?: string }[] },
  idempotencyKey: string,
): Promise<{ id: string; segment_count: number; source_chars: number }> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return (
    await ask<{ id: string; segment_count: number; source_chars: number }>(ROUTES.batch, {
      method: 'POST',
      body: request,
      headers,
    })
  ).data;
}

export async function cancelJob(job: { id: string; kind: JobKind }): Promise<Job> {
  return (await ask<Job>(`${jobPath(job)}/cancel`, { method: 'POST' })).data;
}

/** Starts a new job from the stored source and options; returns its id. */
export async function retryJob(job: { id: string; kind: JobKind }): Promise<string> {
  return (await ask<{ id: string }>(`${jobPath(job)}/retry`, { method: 'POST' })).data.id;
}

export async function deleteJob(job: { id: string; kind: JobKind }): Promise<void> {
  await ask<undefined>(jobPath(job), { method: 'DELETE', keepalive: true });
}

/** The first `limit` segments of a job, with their translations so far. */
export async function readSegments(
  job: { id: string; kind: JobKind },
  limit: number,
): Promise<SegmentResource[]> {
  const query = new URLSearchParams({ limit: String(limit), offers: '0' });
  return (await ask<{ segments: SegmentResource[] }>(`${jobPath(job)}/segments?${query.toString()}`)).data
    .segments;
}
