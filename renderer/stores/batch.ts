import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { LIMITS } from '../../service/contract/limits.ts';
import { createBatch, readSegments } from '../api/jobs.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';
import { remembered } from '../lib/remembered.ts';

export const MAX_SEGMENTS = LIMITS.batchSegments;
/** The least time between two looks at the targets of a running job. */
const LOOK_MS = 500;

export interface BatchRow {
  key: number;
  id: string;
  source: string;
  target: string;
  /** The source as it was when `target` was made; another one now means the target is stale. */
  translatedFrom: string;
}

interface Draft {
  rows: BatchRow[];
  nextKey: number;
  /** The job under way, and the row that each of its segments came from. */
  run?: { jobId: string; keys: number[] };
}

/** The batch grid: a draft that outlives a reload, and the job that fills in its targets. */
export const useBatch = defineStore('batch', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const draft = remembered<Draft>('batch', 'window', { rows: [], nextKey: 0 }, isDraft);
  const starting = ref(false);
  let reading = false;
  /** What the last run or paste came to, in one sentence. */
  const notice = ref<{ text: string; bad: boolean }>();

  const rows = computed(() => draft.value.rows);
  const filled = computed(() => rows.value.filter((row) => row.source.trim() !== ''));
  const chars = computed(() => filled.value.reduce((sum, row) => sum + codePoints(row.source), 0));
  /** Rows without a target, or with one of an older source. */
  const pending = computed(() => filled.value.filter((row) => row.target === '' || isStale(row)));
  const isEmpty = computed(() => rows.value.every((row) => !row.id && !row.source && !row.target));
  const job = computed(() => (draft.value.run ? jobs.byId.get(draft.value.run.jobId) : undefined));
  const running = computed(() => starting.value || draft.value.run !== undefined);

  function newRow(cells: Partial<BatchRow> = {}): BatchRow {
    draft.value.nextKey += 1;
    return { id: '', source: '', target: '', translatedFrom: '', ...cells, key: draft.value.nextKey };
  }

  /** Appends an empty row, if there is room. Returns whether there was. */
  function addRow(): boolean {
    if (rows.value.length >= MAX_SEGMENTS) return false;
    draft.value.rows.push(newRow());
    return true;
  }

  function removeRow(key: number): void {
    draft.value.rows = rows.value.filter((row) => row.key !== key);
    if (rows.value.length === 0) addRow();
  }

  function clear(): void {
    draft.value.rows = [];
    notice.value = undefined;
    addRow();
  }

  /** Fills rows from `start` on, with new rows below as far as the limit goes; says how many were left out. */
  function fill(start: number, cells: readonly Partial<BatchRow>[]): void {
    const room = Math.max(0, MAX_SEGMENTS - start);
    cells.slice(0, room).forEach((cell, offset) => {
      const row = rows.value[start + offset];
      const made = cell.target ? { translatedFrom: cell.source ?? row?.source ?? '' } : {};
      if (row) Object.assign(row, cell, made);
      else draft.value.rows.push(newRow({ ...cell, ...made }));
    });
    const left = cells.length - room;
    notice.value =
      left > 0
        ? {
            text: words.t('batch.tooMany', {
              n: words.number(cells.length),
              max: words.number(MAX_SEGMENTS),
              left: words.number(left),
            }),
            bad: true,
          }
        : undefined;
  }

  /** Translates what is pending, or everything again when nothing is. */
  async function run(): Promise<void> {
    const chosen = pending.value.length > 0 ? pending.value : filled.value;
    if (running.value || chosen.length === 0) return;
    starting.value = true;
    notice.value = undefined;
    const keys = chosen.map((row) => row.key);
    const segments = chosen.map(({ source, id }) => (id === '' ? { text: source } : { text: source, id }));
    try {
      const { id } = await createBatch({ ...options.take(), segments }, crypto.randomUUID());
      draft.value.run = { jobId: id, keys };
      await follow();
    } catch (error) {
      connection.note(error);
      notice.value = { text: words.sentence(error), bad: true };
    } finally {
      starting.value = false;
    }
  }

  /** Reads the job under way; one that is gone ends the run. */
  async function follow(): Promise<void> {
    const run = draft.value.run;
    if (!run) return;
    const known = await jobs.adopt({ id: run.jobId, kind: 'batch' });
    if (!known && connection.usable) delete draft.value.run;
  }

  /** Takes over what the job has brought so far, or in the end. */
  function take(changed: Job): void {
    const run = draft.value.run;
    if (run?.jobId !== changed.id) return;
    if (changed.status === 'running') {
      if ((changed.completed_segments ?? 0) > 0) void showSoFar(changed, run.keys);
      return;
    }
    // Lists leave the segments out; the status has them.
    if (changed.status === 'done' && !changed.segments) {
      void follow();
      return;
    }
    changed.segments?.forEach((segment, index) => place(run.keys[index], segment));
    delete draft.value.run;
    notice.value = outcome(changed);
  }

  /** Shows the targets a running job has already. One request at a time: a later change of the job asks again. */
  async function showSoFar(running: Job, keys: number[]): Promise<void> {
    if (reading) return;
    reading = true;
    try {
      const segments = await readSegments(running, keys.length);
      // The job may have ended while the answer was on its way; then the rows hold its last word already.
      if (draft.value.run?.jobId !== running.id) return;
      for (const segment of segments) place(keys[segment.index], segment);
    } catch (error) {
      connection.note(error);
    } finally {
      setTimeout(() => (reading = false), LOOK_MS);
    }
  }

  function place(key: number | undefined, segment: { text: string; translated_text: string | null }): void {
    const row = rows.value.find((one) => one.key === key);
    if (!row || segment.translated_text === null) return;
    Object.assign(row, { target: segment.translated_text, translatedFrom: segment.text });
  }

  async function cancel(): Promise<void> {
    if (job.value) await jobs.cancel(job.value);
  }

  watch(job, (changed) => {
    if (changed) take(changed);
  });
  // A run that a reload, or a service that went away, has cut off.
  watch(
    () => connection.usable,
    (usable) => {
      if (usable) void follow();
    },
    { immediate: true },
  );

  if (rows.value.length === 0) addRow();

  return {
    rows,
    filled,
    chars,
    pending,
    isEmpty,
    job,
    running,
    notice,
    addRow,
    removeRow,
    clear,
    fill,
    run,
    cancel,
  };
});

export function isStale(row: BatchRow): boolean {
  return row.target !== '' && row.translatedFrom !== row.source;
}

/** Characters as the service counts them for the charge. */
function codePoints(text: string): number {
  return Array.from(text).length;
}

function outcome(job: Job): { text: string; bad: boolean } {
  if (job.status === 'failed') return { text: job.error?.message ?? words.t('job.failedUnknown'), bad: true };
  if (job.status === 'cancelled') return { text: words.t('batch.cancelled'), bad: false };
  const notes = job.warnings.map((warning) => warning.message);
  return { text: [words.counted('batch.finished', job.segment_count), ...notes].join(' '), bad: false };
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'nextKey' in value &&
    typeof value.nextKey === 'number' &&
    'rows' in value &&
    Array.isArray(value.rows) &&
    value.rows.every((row: unknown) => typeof row === 'object' && row !== null && 'source' in row)
  );
}
