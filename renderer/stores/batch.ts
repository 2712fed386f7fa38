import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { createBatch } from '../api/jobs.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import { onDesk } from '../lib/kept-text.ts';
import { segmentsOfJobs } from '../store-parts/batch-segments.ts';
import { saveRows } from '../store-parts/batch-table.ts';
import type { TableFormat } from '../store-parts/batch-table.ts';
import { keptRun, newRun, outcomeOf, progressOf, RESEND_MS, segmentsOf } from '../store-parts/batch-run.ts';
import type { Part } from '../store-parts/batch-run.ts';
import { placeTargets } from '../store-parts/batch-targets.ts';
import { useAnnouncer } from './announcer.ts';
import { useBatchRows } from './batch-rows.ts';
import { useClients } from './clients.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';

/** Translates the rows of the batch grid: one run, of as many jobs as necessary. */
export const useBatch = defineStore('batch', () => {
  const announcer = useAnnouncer();
  const clients = useClients();
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
  const jobOf = ({ jobId }: Part): Job | undefined =>
    jobId === undefined ? undefined : jobs.byId.get(jobId);
  const progress = computed(() => progressOf(run.value?.parts ?? [], jobOf));

  /** Settles once the pasted tables have been read. */
  let read: Promise<unknown> = Promise.resolve();
  /** Has whatever concerns all rows wait for the rows of a pasted table. */
  function reading<T>(table: Promise<T>): Promise<T> {
    read = Promise.allSettled([read, table]).then(() => undefined);
    return table;
  }
  /** Resolves once every pasted table is in its rows, also one that is pasted meanwhile. */
  async function allRead(): Promise<void> {
    for (let seen: Promise<unknown> | undefined; seen !== read; await seen) seen = read;
  }

  /** Translates the pending rows; if there are none, all rows again except those typed by hand. */
  async function start(): Promise<void> {
    await allRead();
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
    const own = run.value;
    try {
      for (let part = nextUnsent(); part && own && own === run.value; part = nextUnsent()) {
        part.asked = true;
        const { id } = await createBatch(
          { ...own.request, segments: segmentsOf(part, grid.rowOf) },
          part.key,
        );
        part.jobId = id;
        if (own.parts.length > 1) jobs.runs.set(id, own.id);
        if (own.cancelled) await endPart(part);
        else await follow(part);
      }
    } catch (error) {
      connection.note(error);
      // Another client's run is open by now; this one goes on when its client is chosen again.
      if (own !== run.value) return;
      // The rest is sent once the service answers again.
      if (error instanceof ServiceUnreachable) setTimeout(() => void resume(), RESEND_MS);
      else stopSending(words.sentence(error));
    } finally {
      sending = false;
      if (own !== run.value && run.value) void resume();
    }
  }

  async function resume(): Promise<void> {
    if (connection.usable) await send();
  }

  function nextUnsent(): Part | undefined {
    if (run.value?.cancelled) keepParts(({ asked = false }) => asked);
    return run.value?.parts.find((part) => part.jobId === undefined);
  }

  /** Parts already sent continue; the rest stays unsent. */
  function stopSending(why: string): void {
    notice.value = { text: why, bad: true };
    keepParts((part) => part.jobId !== undefined);
  }

  function keepParts(isKept: (part: Part) => boolean): void {
    if (!run.value) return;
    run.value.parts = run.value.parts.filter(isKept);
    finishIfDone();
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
    // First, since without a run its jobs are no longer polled.
    grid.keep('now');
    run.value = null;
    if (!notice.value?.bad) notice.value = { text: outcomeOf(ended, jobOf), bad: false };
    // Its jobs are not announced one by one.
    if (ended.length > 1) announcer.say(words.t('announce.done', { name: words.t('batch.title') }));
  }

  /**
   * Shows a batch of the list in the grid, replacing its content; Undo restores it. Returns whether it
   * succeeded.
   */
  async function open(parts: readonly Job[]): Promise<boolean> {
    const [first] = parts;
    if (running.value || !first) return false;
    const segments = await segmentsOfJobs(parts, connection.note);
    if (!segments) return false;
    // Its texts belong to the grid of its client.
    await clients.choose(first.client_id);
    if (clients.chosen !== first.client_id || run.value) return false;
    options.choose({ from: first.from, to: first.to });
    grid.show(segments, first.to);
    notice.value = undefined;
    return true;
  }

  /** Saves a batch of the list as a table. */
  async function saveTable(parts: readonly Job[], format: TableFormat): Promise<void> {
    const segments = await segmentsOfJobs(parts, connection.note);
    if (segments) await save(segments, format);
  }

  /** Saves the grid as a table. */
  const saveGrid = (format: TableFormat): Promise<void> => save(grid.filled, format);

  async function save(rows: Parameters<typeof saveRows>[0], format: TableFormat): Promise<void> {
    try {
      await saveRows(rows, format);
    } catch (error) {
      connection.note(error);
      notice.value = { text: words.sentence(error), bad: true };
    }
  }

  /**
   * Ends the run: a part whose request is in flight is cancelled after the answer, so that none continues
   * unseen.
   */
  async function cancel(): Promise<void> {
    if (!run.value) return;
    run.value.cancelled = true;
    const asked = run.value.parts.filter((part) => part.asked);
    keepParts((part) => asked.includes(part));
    await Promise.all(asked.map((part) => endPart(part)));
  }

  /** Cancels a part's job, even if the window has not seen the job yet. */
  async function endPart(part: Part): Promise<void> {
    if (part.jobId === undefined || part.ended) return;
    await jobs.cancel({ id: part.jobId, kind: 'batch' });
  }

  /** Follows the jobs that there are, and sends the rest. */
  function carryOn(): void {
    if (!connection.usable || !run.value) return;
    for (const part of run.value.parts) void follow(part);
    void send();
  }
  // A run interrupted by a reload, by a lost service, or by another client.
  watch(() => connection.usable, carryOn, { immediate: true });
  onDesk({
    enter() {
      notice.value = undefined;
      carryOn();
    },
  });

  return { running, canStart, progress, notice, reading, allRead, start, open, saveTable, saveGrid, cancel };
});
