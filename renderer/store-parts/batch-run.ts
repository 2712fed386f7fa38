import type { Job } from '../../service/contract/index.ts';
import { words } from '../i18n/words.ts';
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
  /** How many of its targets equal their sources. */
  copied?: number;
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
  return remembered<Run | null>('batch-run', null, isRun, (run) => {
    for (const part of run?.parts ?? []) {
      Object.freeze(part.rows);
      // The rows may have been stored without the results of a former window's run: request them again.
      delete part.ended;
    }
    return run;
  });
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
function rowCount(parts: readonly Part[]): number {
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

/** How many rows are done, of how many. */
export function progressOf(
  parts: readonly Part[],
  jobOf: (part: Part) => Job | undefined,
): { done: number; total: number } {
  const done = parts.reduce(
    (sum, part) => sum + (part.ended === 'done' ? part.rows.length : (jobOf(part)?.completed_segments ?? 0)),
    0,
  );
  return { done, total: rowCount(parts) };
}

/** The result of a run, with the warnings of its jobs, each once. */
export function outcomeOf(parts: readonly Part[], jobOf: (part: Part) => Job | undefined): string {
  const done = rowCount(parts.filter((part) => part.ended === 'done'));
  const copied = parts.reduce((sum, part) => sum + (part.ended === 'done' ? (part.copied ?? 0) : 0), 0);
  const text =
    done === 0
      ? words.t('batch.cancelled')
      : copied === 0
        ? words.counted('batch.finished', done)
        : words.counted('batch.finishedCopied', done - copied, { copied: words.number(copied) });
  const warnings = parts.flatMap((part) => jobOf(part)?.warnings ?? []);
  return [text, ...new Set(warnings.map((warning) => words.said('warning', warning)))].join(' ');
}

/** The segments that a part's job is asked for, from the rows that are still there. */
export function segmentsOf(
  part: Part,
  rowOf: (key: number) => { source: string; id: string } | undefined,
): { text: string; id?: string }[] {
  return part.rows
    .flatMap((key) => rowOf(key) ?? [])
    .map(({ source, id }) => (id === '' ? { text: source } : { text: source, id }));
}
