import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { createBatch } from '../api/jobs.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { saveRows } from '../store-parts/batch-table.ts';
import type { TableFormat } from '../store-parts/batch-table.ts';
import { keptRun, newRun, RESEND_MS, rowCount } from '../store-parts/batch-run.ts';
import type { Part } from '../store-parts/batch-run.ts';
import { placeTargets } from '../store-parts/batch-targets.ts';
import { useBatchRows } from './batch-rows.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';

/** Translates the rows of the batch grid: one run, of as many jobs as it takes. */
export const useBatch = defineStore('batch', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const grid = useBatchRows();
  const run = keptRun();
  /** The outcome of the last run or paste, in one sentence. */
  const notice = ref<{ text: string; bad: boolean }>();
  let sending = false;

  const running = computed(() => run.value !== null);
  const canStart = computed(() => !running.value && grid.filled.length > 0 && options.decided);
  const progress = computed(() => {
    const parts = run.value?.parts ?? [];
    const done = parts.reduce((sum, part) => sum + doneOf(part), 0);
    return { done, total: rowCount(parts) };
  });

  function doneOf(part: Part): number {
    if (part.ended === 'done') return part.rows.length;
    const job = part.jobId === undefined ? undefined : jobs.byId.get(part.jobId);
    return job?.completed_segments ?? 0;
  }

  /** Translates the pending rows; if there are none, all rows again except those typed by hand. */
  async function start(): Promise<void> {
    const again = grid.pending.length === 0;
    const chosen = again ? grid.filled.filter((row) => !row.byHand) : grid.pending;
    if (!canStart.value) return;
    notice.value = undefined;
    if (chosen.length === 0) {
      notice.value = { text: words.t('batch.allByHand'), bad: false };
      return;
    }
    run.value = newRun(options.take(), chosen);
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
        if (run.value.parts.length > 1) jobs.runs.set(id, run.value.id);
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

  /** Parts already sent go on; the rest stays unsent. */
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

  const follow = placeTargets({ run, connection, jobs, grid, onEnded });

  function onEnded(job?: Job): void {
    if (job?.status === 'failed')
      notice.value = {
        text: job.error ? words.said('job', job.error) : words.t('job.failedUnknown'),
        bad: true,
      };
    finishIfDone();
  }

  function finishIfDone(): void {
    const ended = run.value?.parts;
    if (!ended?.every((part) => part.ended)) return;
    // First, as without a run nothing asks its jobs again.
    grid.keep('now');
    run.value = null;
    const done = rowCount(ended.filter((part) => part.ended === 'done'));
    const text = done > 0 ? words.counted('batch.finished', done) : words.t('batch.cancelled');
    const warnings = ended
      .flatMap((part) => (part.jobId === undefined ? [] : (jobs.byId.get(part.jobId)?.warnings ?? [])))
      .map((warning) => words.said('warning', warning));
    if (!notice.value?.bad) notice.value = { text: [text, ...new Set(warnings)].join(' '), bad: false };
  }

  /**
   * Shows a batch of the list in the grid, in place of its content; Undo brings that back. Returns whether it
   * could.
   */
  async function open(parts: readonly Job[]): Promise<boolean> {
    const [first] = parts;
    if (running.value || !first) return false;
    const segments = await segmentsOfJobs(parts);
    if (!segments) return false;
    options.choose({ from: first.from, to: first.to });
    grid.show(segments, first.to);
    notice.value = undefined;
    return true;
  }

  /**
   * The segments of a batch, of all its parts that have some, in order; undefined if there are none, or
   * one could not be asked.
   */
  async function segmentsOfJobs(
    parts: readonly Job[],
  ): Promise<{ id: string; source: string; target: string }[] | undefined> {
    const segments = [];
    for (const part of parts) {
      const full = part.segments ? part : await jobs.adopt(part);
      if (full === undefined) return undefined;
      if (full === 'gone') continue;
      for (const { id = '', text, translated_text: target } of full.segments ?? [])
        segments.push({ id, source: text, target });
    }
    return segments.length > 0 ? segments : undefined;
  }

  /** Saves a batch of the list as a table. */
  async function saveTable(parts: readonly Job[], format: TableFormat): Promise<void> {
    const segments = await segmentsOfJobs(parts);
    if (segments) await saveRows(segments, format);
  }

  /** Saves the grid as a table. */
  const saveGrid = (format: TableFormat): Promise<void> => saveRows(grid.filled, format);

  /**
   * Ends the run: a part whose request is on its way is cancelled with the answer, so that none runs on
   * unseen.
   */
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

  return { running, canStart, progress, notice, start, open, saveTable, saveGrid, cancel };
});
