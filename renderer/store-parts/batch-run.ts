import { toRaw } from 'vue';
import type { Ref } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import type { JobRequest } from '../api/jobs.ts';
import { remembered } from '../lib/remembered.ts';
import { hasStrings, isListOf } from '../lib/shapes.ts';

/** After a connection that broke once, while the service answers all the same. */
export const RESEND_MS = 3_000;

/** One job of a run: as many rows as the service takes at once. */
export interface Part {
  /** Names the request, so that one whose answer was lost makes no second job. */
  key: string;
  /** The rows that its segments came from. Frozen, so that Vue watches none of the thousands of numbers. */
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
  /** Set by Cancel: a job that a request on its way begins after it is cancelled too. */
  cancelled?: boolean;
}

/** The run of now, or of a window before; null while there is none. */
export function keptRun(): Ref<Run | null> {
  const run = remembered<Run | null>('batch-run', null, isRun);
  for (const part of toRaw(run.value)?.parts ?? []) Object.freeze(part.rows);
  // The rows of a run that a former window took over may have been kept without it: it is asked for again.
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

/** How many rows parts have together. */
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
