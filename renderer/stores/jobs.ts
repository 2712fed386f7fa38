import { defineStore } from 'pinia';
import { shallowRef, toRaw, watch } from 'vue';
import type { Job, JobKind } from '../../service/contract/index.ts';
import { isNotFound } from '../api/errors.ts';
import { saveFile } from '../api/files.ts';
import type { FileChoice, Saved } from '../api/files.ts';
import { cancelJob, deleteJob, readJob, retryJob } from '../api/jobs.ts';
import { words } from '../i18n/words.ts';
import { createJobSpeed } from '../lib/job-speed.ts';
import { createKnownJobs } from '../lib/known-jobs.ts';
import { keptPlaces } from '../lib/kept-places.ts';
import type { Place } from '../lib/kept-places.ts';
import { keptRuns } from '../lib/kept-runs.ts';
import { keepJobsFresh } from '../store-parts/fresh-jobs.ts';
import { createJobTroubles } from '../store-parts/job-troubles.ts';
import { keptSaved } from '../store-parts/kept-saved.ts';
import { useAnnouncer } from './announcer.ts';
import { useClients } from './clients.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

const MAX_CONCURRENT_DELETES = 6;

/** All jobs the window knows, and the actions on one. */
export const useJobs = defineStore('jobs', () => {
  const connection = useConnection();
  const announcer = useAnnouncer();
  const toasts = useToasts();

  /** The job in which a checker of grammar found something last: another object each time. */
  const checked = shallowRef<Job>();
  const known = createKnownJobs((job, before) => {
    if (job.checked_segments) checked.value = job;
    speed.note(job, before);
    if (job.status === 'running') fresh.wake();
    else if (before?.status === 'running' && !leaving.has(job.id) && !runs.has(job.id))
      announcer.say(endOf(job));
  });
  const { byId, leaving, present, running, inSeveral, receive } = known;
  const speed = createJobSpeed(running);
  const troubles = createJobTroubles((id, error) => {
    connection.note(error);
    if (isNotFound(error)) forget(id);
  });
  const fresh = keepJobsFresh({
    known,
    connection,
    onAnswer,
    adopt,
    onChanges: speed.sample,
    onUsable: troubles.dropPassing,
  });
  /**
   * Rows of jobs that began in this window: they keep the key and the position of their upload, or of the
   * previous job.
   */
  const places = keptPlaces();
  /** The run of Batch that a job is part of, if the run took several. */
  const runs = keptRuns();
  /** Jobs whose translation has been saved, here or in an earlier window. */
  const saved = keptSaved();

  /**
   * Reads a job by its id and keeps it. `gone` if the service has no such job; undefined if the request
   * failed.
   */
  async function adopt(job: { id: string; kind: JobKind }): Promise<Job | 'gone' | undefined> {
    try {
      const { data } = await readJob(job);
      receive(data);
      return data;
    } catch (error) {
      connection.note(error);
      if (!isNotFound(error)) return undefined;
      forget(job.id);
      return 'gone';
    }
  }

  async function cancel(job: { id: string; kind: JobKind }): Promise<void> {
    const answer = await troubles.act(job.id, () => cancelJob(job));
    if (answer) receive(answer);
    // It may have just finished: then the row should show that instead of only the conflict.
    else await adopt(job);
  }

  /** Restarts a failed or cancelled job; the new job replaces the old one in the list and on the service. */
  async function retry(job: Job): Promise<void> {
    const id = await troubles.act(job.id, () => retryJob(job));
    if (id === undefined) return;
    places.set(id, placeOf(job));
    const run = runs.get(job.id);
    if (run !== undefined) runs.set(id, run);
    const next = await adopt({ id, kind: job.kind });
    if (next && next !== 'gone') await removeForGood(job);
  }

  /** Saves one of the job's files; the row shows errors. */
  async function save(job: Job, choice: FileChoice): Promise<void> {
    // Noted before the file is built: it may lack changes made meanwhile.
    const now = byId.get(job.id) ?? job;
    await troubles.act(job.id, async () => {
      const file = await saveFile(now, choice);
      if (file && choice !== 'source') noteSaved(now, file);
    });
  }

  /** The latest is kept longest. */
  function noteSaved({ id, updated_at: changedAt }: Job, file: Saved): void {
    saved.delete(id);
    saved.set(id, { ...file, changedAt });
  }

  /** Where a job's translation was saved; undefined if it was not saved, or was edited since. */
  function savedOf({ id, updated_at: changedAt }: Job): Saved | undefined {
    const file = saved.get(id);
    return file && (file.changedAt ?? changedAt) >= changedAt ? file : undefined;
  }

  const placeOf = (job: Job): Place => placeIn(places, job);

  /**
   * The positions of all jobs, and which are of one run: computed once, since a lookup per job would watch
   * each job.
   */
  function listed(): { placeOf: (job: Job) => Place; runs: ReadonlyMap<string, string> } {
    const known = places.size > 0 ? toRaw(places) : undefined;
    return { placeOf: (job) => placeIn(known, job), runs: runs.size > 0 ? toRaw(runs) : new Map() };
  }

  /**
   * Deletes a job once it can no longer be restored; until then it is only hidden, and continues if it runs.
   */
  function remove(job: Job): void {
    leaving.add(job.id);
    toasts.offer({
      text: words.t('toast.deleted', { name: job.file_name ?? words.t('batch.title') }),
      undo: () => leaving.delete(job.id),
      commit: () => void removeForGood(job),
    });
  }

  /** As `remove`, for several at once. `rows`: their number in the list. */
  function removeAll(jobs: readonly { id: string; kind: JobKind }[], rows = jobs.length): void {
    if (jobs.length === 0) return;
    for (const { id } of jobs) leaving.add(id);
    toasts.offer({
      text: words.counted('list.deleted', rows),
      undo: () => {
        for (const { id } of jobs) leaving.delete(id);
      },
      commit: () => void removeAllForGood([...jobs]),
    });
  }

  /** A few at a time: a browser drops requests sent by the thousand. */
  async function removeAllForGood(jobs: { id: string; kind: JobKind }[]): Promise<void> {
    const work = async (): Promise<void> => {
      for (let job = jobs.shift(); job; job = jobs.shift()) await removeForGood(job);
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_DELETES }, work));
  }

  async function removeForGood(job: { id: string; kind: JobKind }): Promise<void> {
    leaving.add(job.id);
    const gone = await troubles.act(job.id, async () => {
      await deleteJob(job);
      return true;
    });
    // A deleted job stays in `leaving`: a late change of it does not restore the row.
    if (gone) forget(job.id);
    else leaving.delete(job.id);
  }

  function forget(id: string): void {
    byId.delete(id);
    places.delete(id);
    runs.delete(id);
    speed.forget(id);
    troubles.byId.delete(id);
  }

  const clients = useClients();
  // The jobs of a client are gone with it.
  watch(
    () => clients.clients,
    (all) => {
      const ids = new Set(all.map(({ id }) => id));
      for (const { id, client_id } of [...byId.values()]) if (!ids.has(client_id)) forget(id);
    },
  );

  return {
    byId,
    checked,
    present,
    inSeveral,
    troubles: troubles.byId,
    places,
    runs,
    savedOf,
    running,
    loaded: fresh.loaded,
    receive,
    adopt,
    act: troubles.act,
    cancel,
    retry,
    save,
    noteSaved,
    noteTrouble: troubles.note,
    remove,
    removeAll,
    removeForGood,
    placeOf,
    listed,
    timeLeft: speed.timeLeft,
    allTimeLeft: speed.allTimeLeft,
  };
});

function placeIn(places: ReadonlyMap<string, Place> | undefined, job: Job): Place {
  return places?.get(job.id) ?? { key: job.id, order: Date.parse(job.created_at) };
}

/** How a job has ended, as it is announced. */
function endOf(job: Job): string {
  const name = job.file_name ?? words.t('batch.title');
  if (job.status !== 'failed')
    return words.t(job.status === 'done' ? 'announce.done' : 'announce.cancelled', { name });
  return words.t('announce.failed', { name, why: job.error ? words.said('job', job.error) : '' });
}
