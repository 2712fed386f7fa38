import { defineStore } from 'pinia';
import { computed, ref, toRaw, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { LIMITS } from '../../service/contract/limits.ts';
import { createBatch, readSegments } from '../api/jobs.ts';
import type { JobRequest } from '../api/jobs.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { remembered } from '../lib/remembered.ts';
import { useBatchRows } from './batch-rows.ts';
import type { BatchRow } from './batch-rows.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';

/** The least time between two looks at the targets of a running job, and how many jobs are looked at in that time. */
const LOOK_MS = 500;
const MOST_LOOKS = 4;

/** After a connection that broke once, while the service answers all the same. */
const RESEND_MS = 3_000;

/** One job of a run: as many rows as the service takes at once. */
interface Part {
  /** Names the request, so that one whose answer was lost makes no second job. */
  key: string;
  /** The rows that its segments came from. Frozen, so that Vue watches none of the thousands of numbers. */
  rows: readonly number[];
  /** Whether it was sent: it may have a job whose answer was lost. */
  asked?: boolean;
  jobId?: string;
  ended?: 'done' | 'failed' | 'cancelled';
}

interface Run {
  id: string;
  request: JobRequest;
  parts: Part[];
  /** Set by Cancel: a job that a request on its way begins after it is cancelled too. */
  cancelled?: boolean;
}

/** Translates the rows of the batch grid: one run, of as many jobs as it takes. */
export const useBatch = defineStore('batch', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const grid = useBatchRows();
  const run = remembered<Run | null>('batch-run', null, isRun);
  for (const part of toRaw(run.value)?.parts ?? []) Object.freeze(part.rows);
  // What a window before had taken over, its rows may have been kept without: it is asked for again.
  for (const part of run.value?.parts ?? []) delete part.ended;
  /** What the last run or paste came to, in one sentence. */
  const notice = ref<{ text: string; bad: boolean }>();
  let sending = false;
  const reading = new Set<string>();

  const running = computed(() => run.value !== null);
  const canStart = computed(() => !running.value && grid.filled.length > 0 && options.decided);
  const progress = computed(() => {
    const parts = run.value?.parts ?? [];
    const done = parts.reduce((sum, part) => sum + doneOf(part), 0);
    return { done, total: parts.reduce((sum, part) => sum + part.rows.length, 0) };
  });

  function doneOf(part: Part): number {
    if (part.ended === 'done') return part.rows.length;
    const job = part.jobId === undefined ? undefined : jobs.byId.get(part.jobId);
    return job?.completed_segments ?? 0;
  }

  /** Translates what is pending. When nothing is, everything again but what was written by hand. */
  async function start(): Promise<void> {
    const again = grid.pending.length === 0;
    const chosen = again ? grid.filled.filter((row) => !row.byHand) : grid.pending;
    if (!canStart.value) return;
    notice.value = undefined;
    if (chosen.length === 0) {
      notice.value = { text: words.t('batch.allByHand'), bad: false };
      return;
    }
    run.value = { id: crypto.randomUUID(), request: options.take(), parts: partsOf(chosen) };
    await send();
  }

  /** Sends the parts that have no job yet, one after the other. */
  async function send(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      for (let part = nextUnsent(); part && run.value; part = nextUnsent()) {
        part.asked = true;
        const { id } = await createBatch({ ...run.value.request, segments: segmentsOf(part) }, part.key);
        part.jobId = id;
        if (run.value.cancelled) await endPart(part);
        else await follow(part);
      }
    } catch (error) {
      connection.note(error);
      // The rest is sent once the service answers again.
      if (error instanceof ServiceUnreachable) setTimeout(() => void resume(), RESEND_MS);
      else stopSending(words.sentence(error));
    } finally {
      sending = false;
    }
  }

  async function resume(): Promise<void> {
    if (connection.usable) await send();
  }

  function nextUnsent(): Part | undefined {
    if (run.value?.cancelled) keepParts(({ asked = false }) => asked);
    return run.value?.parts.find((part) => part.jobId === undefined);
  }

  /** What was sent goes on; the rest stays as it was. */
  function stopSending(why: string): void {
    notice.value = { text: why, bad: true };
    keepParts((part) => part.jobId !== undefined);
  }

  function keepParts(isKept: (part: Part) => boolean): void {
    if (!run.value) return;
    run.value.parts = run.value.parts.filter(isKept);
    finishIfDone();
  }

  function segmentsOf(part: Part): { text: string; id?: string }[] {
    return part.rows
      .flatMap((key) => grid.rowOf(key) ?? [])
      .map(({ source, id }) => (id === '' ? { text: source } : { text: source, id }));
  }

  /** Reads a part's job; one that is gone ends the part. One that could not be read is read again: it may have ended unheard. */
  async function follow(part: Part): Promise<void> {
    if (part.jobId === undefined || part.ended) return;
    const job = await jobs.adopt({ id: part.jobId, kind: 'batch' });
    if (job === undefined) setTimeout(() => void followAgain(part), RESEND_MS);
    if (job !== 'gone') return;
    part.ended = 'cancelled';
    finishIfDone();
  }

  /** Where the service is away, its return makes all parts be followed. */
  async function followAgain(part: Part): Promise<void> {
    if (connection.usable && run.value?.parts.includes(part)) await follow(part);
  }

  /** Takes over what a job has brought so far, or in the end. */
  function take(part: Part, job: Job): void {
    if (job.status === 'running') {
      if ((job.completed_segments ?? 0) > 0) void showSoFar(part, job);
      return;
    }
    // Lists leave the segments out; the status has them.
    if (job.status === 'done' && !job.segments) {
      void follow(part);
      return;
    }
    place(
      part,
      (job.segments ?? []).map((segment, index) => ({ index, ...segment })),
    );
    part.ended = job.status;
    if (job.status === 'failed')
      notice.value = {
        text: job.error ? words.said('job', job.error) : words.t('job.failedUnknown'),
        bad: true,
      };
    finishIfDone();
  }

  /** Shows the targets a running job has already. One request a job at a time: a later change asks again. */
  async function showSoFar(part: Part, job: Job): Promise<void> {
    if (reading.has(job.id) || reading.size >= MOST_LOOKS) return;
    reading.add(job.id);
    try {
      const segments = await readSegments(job, part.rows.length);
      // The job may have ended while the answer was on its way; then the rows hold its last word already.
      if (!part.ended) place(part, segments);
    } catch (error) {
      connection.note(error);
    } finally {
      setTimeout(() => reading.delete(job.id), LOOK_MS);
    }
  }

  function place(
    part: Part,
    segments: readonly { index: number; text: string; translated_text: string | null }[],
  ): void {
    const targets = new Map<number, { source: string; target: string }>();
    for (const { index, text, translated_text: target } of segments) {
      const key = part.rows[index];
      if (key !== undefined && target !== null) targets.set(key, { source: text, target });
    }
    if (run.value) grid.place(targets, run.value.request.to, run.value.id);
  }

  function finishIfDone(): void {
    const ended = run.value?.parts;
    if (!ended?.every((part) => part.ended)) return;
    // First, as without a run nothing asks its jobs again.
    grid.keep('now');
    run.value = null;
    const done = ended
      .filter((part) => part.ended === 'done')
      .reduce((sum, part) => sum + part.rows.length, 0);
    const text = done > 0 ? words.counted('batch.finished', done) : words.t('batch.cancelled');
    const warnings = ended
      .flatMap((part) => (part.jobId === undefined ? [] : (jobs.byId.get(part.jobId)?.warnings ?? [])))
      .map((warning) => words.said('warning', warning));
    if (!notice.value?.bad) notice.value = { text: [text, ...new Set(warnings)].join(' '), bad: false };
  }

  /** Shows a batch of the list in the grid, in place of what stands there; Undo brings that back. Returns whether it could. */
  async function open(job: Job): Promise<boolean> {
    if (running.value) return false;
    const full = job.segments ? job : await jobs.adopt(job);
    if (full === 'gone' || !full?.segments) return false;
    options.choose({ from: full.from, to: full.to });
    grid.show(
      full.segments.map(({ id = '', text, translated_text: target }) => ({ id, source: text, target })),
      full.to,
    );
    notice.value = undefined;
    return true;
  }

  /** Ends the run: a part whose request is on its way is cancelled with the answer, so that none runs on unseen. */
  async function cancel(): Promise<void> {
    if (!run.value) return;
    run.value.cancelled = true;
    const asked = run.value.parts.filter((part) => part.asked);
    keepParts((part) => asked.includes(part));
    await Promise.all(asked.map((part) => endPart(part)));
  }

  /** Cancels a part's job, whether the window has seen the job yet or not. */
  async function endPart(part: Part): Promise<void> {
    if (part.jobId === undefined || part.ended) return;
    await jobs.cancel({ id: part.jobId, kind: 'batch' });
  }

  watch(
    () =>
      run.value?.parts.map((part) => (part.jobId === undefined ? undefined : jobs.byId.get(part.jobId))) ??
      [],
    (now, before) => {
      const parts = run.value?.parts ?? [];
      now.forEach((job, index) => {
        const part = parts[index];
        if (part && job && !part.ended && job !== before[index]) take(part, job);
      });
    },
  );
  // A run that a reload, or a service that went away, has cut off.
  watch(
    () => connection.usable,
    (usable) => {
      if (!usable || !run.value) return;
      for (const part of run.value.parts) void follow(part);
      void send();
    },
    { immediate: true },
  );

  return { running, canStart, progress, notice, start, open, cancel };
});

function partsOf(rows: readonly BatchRow[]): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < rows.length; start += LIMITS.batchSegments) {
    const some = rows.slice(start, start + LIMITS.batchSegments);
    parts.push({ key: crypto.randomUUID(), rows: Object.freeze(some.map((row) => row.key)) });
  }
  return parts;
}

function isRun(value: unknown): value is Run | null {
  if (value === null) return true;
  const run = value as Partial<Record<keyof Run, unknown>>;
  return (
    typeof value === 'object' &&
    typeof run.id === 'string' &&
    typeof run.request === 'object' &&
    Array.isArray(run.parts)
  );
}
