import { watch } from 'vue';
import type { Ref } from 'vue';
import type { Job, JobKind, SegmentResource } from '../../service/contract/index.ts';
import { readSegments } from '../api/jobs.ts';
import { RESEND_MS } from './batch-run.ts';
import { isCopy } from '../lib/batch-row.ts';
import { ownFlags } from '../lib/grammar.ts';
import type { Translated } from '../lib/batch-row.ts';
import type { Part, Run } from './batch-run.ts';

/**
 * Minimum milliseconds between two reads of a running job's targets, and how many jobs are read in that time.
 */
const LOOK_MS = 500;
const MAX_LOOKS = 4;

export interface PlaceTargetsParts {
  run: Ref<Run | null>;
  connection: { readonly usable: boolean; note: (error: unknown) => void };
  jobs: {
    readonly byId: ReadonlyMap<string, Job>;
    /** Reads a job by its id; undefined if the service could not be asked. */
    adopt: (job: { id: string; kind: JobKind }) => Promise<Job | 'gone' | undefined>;
  };
  grid: {
    /** Puts targets into rows by key, each with the source it belongs to. */
    place: (targets: ReadonlyMap<number, Translated>, to: string, runId: string) => void;
  };
  /** Called when a part has ended, with its job unless that is gone. */
  onEnded: (job?: Job) => void;
}

/**
 * Puts the targets of a run's jobs into the grid: partial results while they run, and finally all.
 * @returns a function that follows a part which has got its job
 */
export function placeTargets({
  run,
  connection,
  jobs,
  grid,
  onEnded,
}: PlaceTargetsParts): (part: Part) => Promise<void> {
  const reading = new Set<string>();
  const finishing = new Set<string>();

  /**
   * Reads a part's job; a missing job ends the part. After a failed read it is read again: it may have ended
   * unnoticed.
   */
  async function follow(part: Part): Promise<void> {
    if (part.jobId === undefined || part.ended) return;
    const job = await jobs.adopt({ id: part.jobId, kind: 'batch' });
    if (job === undefined) setTimeout(() => void followAgain(part), RESEND_MS);
    if (job !== 'gone' || !run.value?.parts.includes(part)) return;
    part.ended = 'cancelled';
    onEnded();
  }

  /** After the service comes back all parts are followed again. */
  async function followAgain(part: Part): Promise<void> {
    if (connection.usable && run.value?.parts.includes(part)) await follow(part);
  }

  /** Takes over a job's results so far, or its final ones. */
  function take(part: Part, job: Job): void {
    if (job.status === 'running') {
      if ((job.completed_segments ?? 0) > 0) void showSoFar(part, job);
      return;
    }
    if (job.status === 'done') void finish(part, job);
    else end(part, job);
  }

  function end(part: Part, job: Job): void {
    if (part.ended || !run.value?.parts.includes(part)) return;
    part.ended = job.status === 'running' ? 'failed' : job.status;
    onEnded(job);
  }

  /** Shows all targets with their flags, and ends the part. */
  async function finish(part: Part, job: Job): Promise<void> {
    if (finishing.has(job.id)) return;
    finishing.add(job.id);
    try {
      const segments = await readSegments(job, part.rows.length);
      part.copied = segments.filter((one) =>
        isCopy({ source: one.text, target: one.translated_text ?? '' }),
      ).length;
      place(part, segments);
      end(part, job);
    } catch (error) {
      connection.note(error);
      setTimeout(() => void followAgain(part), RESEND_MS);
    } finally {
      finishing.delete(job.id);
    }
  }

  /**
   * Shows the targets of a running job so far. One request per job at a time: a later change triggers
   * another.
   */
  async function showSoFar(part: Part, job: Job): Promise<void> {
    if (reading.has(job.id) || reading.size >= MAX_LOOKS) return;
    reading.add(job.id);
    try {
      const segments = await readSegments(job, part.rows.length);
      // The job may have ended during the request; then the rows already have its final results.
      if (!part.ended) place(part, segments);
    } catch (error) {
      connection.note(error);
    } finally {
      setTimeout(() => reading.delete(job.id), LOOK_MS);
    }
  }

  function place(
    part: Part,
    segments: readonly Pick<SegmentResource, 'index' | 'text' | 'translated_text' | 'flags'>[],
  ): void {
    const targets = new Map<number, Translated>();
    for (const { index, text, translated_text: target, flags } of segments) {
      const key = part.rows[index];
      if (key !== undefined && target !== null)
        targets.set(key, { source: text, target, flags: ownFlags(flags) });
    }
    // Another client's rows may be in the grid by now.
    if (run.value?.parts.includes(part)) grid.place(targets, run.value.request.to, run.value.id);
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

  return follow;
}
