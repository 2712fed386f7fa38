import { toRaw } from 'vue';
import type { Ref } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import type { JobRequest } from '../api/jobs.ts';
import { remembered } from '../lib/remembered.ts';
import { hasStrings, isListOf } from '../lib/shapes.ts';

/** Delay after a connection broke once while the service still answers. */
export const RESEND_MS = 3_000;

/** One job of a run: as many rows as the service accepts at once. */
export interface Part {
  /** Identifies the request, so that a lost answer does not cause a second job. */
  key: string;
  /** The rows that its segments came from. Frozen, so that Vue does not track thousands of numbers. */
  rows: readonly number[];
  /** Whether it was sent: it may have a job whose answer was lost. */
  asked?: boolean;
  jobId?: string;
  ended?: 'done' | 'failed' | 'cancelled';
}

export interface Run {
  id: string;
  request: JobRequest;
  parts: Part[];
  /** Set by Cancel: a job that a pending request still creates is cancelled too. */
  cancelled?: boolean;
}

/** The current run, or an earlier window's; null if there is none. */
export function keptRun(): Ref<Run | null> {
  const run = remembered<Run | null>('batch-run', null, isRun);
  for (const part of toRaw(run.value)?.parts ?? []) Object.freeze(part.rows);
  // The rows may have been stored without the results of a former window's run: request them again.
  for (const part of run.value?.parts ?? []) delete part.ended;
  return run;
}

export function newRun(request: JobRequest, rows: readonly { key: number }[]): Run {
  const parts: Part[] = [];
  for (let start = 0; start < rows.length; start += LIMITS.batchSegments) {
    const some = rows.slice(start, start + LIMITS.batchSegments);
    parts.push({ key: crypto.randomUUID(), rows: Object.freeze(some.map((row) => row.key)) });
  }
  return { id: crypto.randomUUID(), request, parts };
}

/** Number of rows in all parts. */
export function rowCount(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.rows.length, 0);
}

function isRun(value: unknown): value is Run | null {
  if (value === null) return true;
  return (
    hasStrings(value, 'id') && hasStrings(value['request'], 'from', 'to') && isListOf(value['parts'], isPart)
  );
}

function isPart(value: unknown): value is Part {
  return (
    hasStrings(value, 'key') &&
    isListOf(value['rows'], (key) => typeof key === 'number') &&
    (value['jobId'] === undefined || typeof value['jobId'] === 'string')
  );
}
