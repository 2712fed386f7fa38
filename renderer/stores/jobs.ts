import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue';
import type { Job, JobKind } from '../../service/contract/index.ts';
import { isDesktop } from '../api/connect.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { jobChanges } from '../api/events.ts';
import { saveFile } from '../api/files.ts';
import type { FileChoice, Saved } from '../api/files.ts';
import { cancelJob, deleteJob, listJobs, readJob, retryJob } from '../api/jobs.ts';
import { words } from '../i18n/words.ts';
import { useAnnouncer } from './announcer.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';
import { keepListening } from '../lib/keep-listening.ts';
import { keptSaved } from './kept-saved.ts';
import { createPoller, POLL_MS } from '../lib/poller.ts';
import { addSample, secondsLeft } from '../lib/time-left.ts';
import type { Sample } from '../lib/time-left.ts';

const PAGE = '100';

/** How long changes are gathered before they are shown: many running jobs are one update. */
const GATHER_MS = 50;

/** All jobs the window knows, kept fresh by the service's one stream of changes; polled only while that cannot be had. */
export const useJobs = defineStore('jobs', () => {
  const connection = useConnection();
  const announcer = useAnnouncer();
  const toasts = useToasts();
  const byId = shallowReactive(new Map<string, Job>());
  const samples = new Map<string, Sample[]>();
  /** Segments that all jobs together have been given since some ran. */
  let given = 0;
  const allSamples = shallowRef<readonly Sample[]>([]);
  /** The last error of an action on a job: its row shows it. */
  const troubles = shallowReactive(new Map<string, string>());
  /** Those of them that are over once the service answers again. */
  const passing = new Set<string>();
  /** Rows of jobs that began in this window: they keep the key and the place of their upload, or of the job before. */
  const places = shallowReactive(new Map<string, { key: string; order: number }>());
  /** Jobs whose translation has been saved, here or in a window before. */
  const saved = keptSaved();
  const loaded = ref(false);

  /** Jobs that are deleted here: those of a moment ago, which can still be brought back, and those that are gone. */
  const leaving = shallowReactive(new Set<string>());

  const present = computed(() => [...byId.values()].filter((job) => !leaving.has(job.id)));
  const running = computed(() => present.value.filter((job) => job.status === 'running'));

  /** Names of documents that are here in several languages. */
  const inSeveral = computed(() => {
    const languages = new Map<string, string>();
    const found = new Set<string>();
    for (const { file_name: name, to } of present.value) {
      if (name === undefined) continue;
      if ((languages.get(name) ?? to) !== to) found.add(name);
      languages.set(name, to);
    }
    return found;
  });

  const visible = ref(!document.hidden);
  /** A browser allows six connections to a service, over all its tabs: a hidden one holds none. The app has one window. */
  const watched = computed(() => connection.usable && (visible.value || isDesktop()));

  const poller = createPoller({
    round: pollRound,
    needed: () => running.value.length > 0 && watched.value && !changes.isOpen,
  });

  const changes = keepListening({
    listen: async (signal, onOpen) => {
      for await (const job of jobChanges(signal, onOpen)) gather(job);
    },
    // What happened before the stream was open.
    onOpen: () => void load(),
    onBroken(error) {
      connection.note(error);
      poller.wake();
    },
  });

  const gathered = new Map<string, Job>();
  function gather(job: Job): void {
    if (gathered.size === 0) setTimeout(showGathered, GATHER_MS);
    gathered.set(job.id, job);
  }
  function showGathered(): void {
    const jobs = [...gathered.values()];
    gathered.clear();
    for (const job of jobs) receive(job);
    samplePace();
  }

  /** Once for all changes of a moment. */
  function samplePace(): void {
    const sample = { at: performance.now(), completed: given };
    allSamples.value = running.value.length === 0 ? [] : addSample(allSamples.value, sample);
  }

  function receive(job: Job): void {
    const before = byId.get(job.id);
    if (before && isOvertaken(job, before)) return;
    byId.set(job.id, job);
    if (before?.status === 'running')
      given += (job.completed_segments ?? 0) - (before.completed_segments ?? 0);
    if (job.status === 'running') {
      const sample = { at: performance.now(), completed: job.completed_segments ?? 0 };
      samples.set(job.id, addSample(samples.get(job.id) ?? [], sample));
      poller.wake();
    } else {
      samples.delete(job.id);
      if (before?.status === 'running' && !leaving.has(job.id)) announce(job);
    }
  }

  function announce(job: Job): void {
    const name = job.file_name ?? words.t('batch.title');
    if (job.status === 'done') announcer.say(words.t('announce.done', { name }));
    if (job.status === 'cancelled') announcer.say(words.t('announce.cancelled', { name }));
    if (job.status === 'failed')
      announcer.say(words.t('announce.failed', { name, why: job.error ? words.said('job', job.error) : '' }));
  }

  /** One request for all running jobs; those that left the list have ended and are read once more. */
  async function pollRound(): Promise<number | undefined> {
    const expected = new Set(running.value.map((job) => job.id));
    try {
      let next: string | undefined;
      do {
        const page = await listJobs({ status: 'running', limit: PAGE, ...(next ? { cursor: next } : {}) });
        for (const job of page.jobs) {
          expected.delete(job.id);
          receive(job);
        }
        next = page.next_cursor;
      } while (next);
      samplePace();
      await Promise.all([...expected].map((id) => refresh(id)));
      return POLL_MS;
    } catch (error) {
      connection.note(error);
      return undefined;
    }
  }

  /** Reads one job again; one that is gone leaves the window too. */
  async function refresh(id: string): Promise<void> {
    const job = byId.get(id);
    if (job) await adopt({ id, kind: job.kind });
  }

  /** Reads a job by its id and keeps it. `gone` where the service has none of that id; undefined where it could not be asked. */
  async function adopt(job: { id: string; kind: JobKind }): Promise<Job | 'gone' | undefined> {
    try {
      const { data } = await readJob(job);
      receive(data);
      return data;
    } catch (error) {
      connection.note(error);
      if (!isGone(error)) return undefined;
      forget(job.id);
      return 'gone';
    }
  }

  /** The newest page. */
  async function load(): Promise<void> {
    try {
      const page = await listJobs({ limit: PAGE });
      for (const job of page.jobs) receive(job);
      loaded.value = true;
      poller.wake();
    } catch (error) {
      connection.note(error);
    }
  }

  /** Runs an action on a job; what goes wrong is shown at the job. */
  async function act<T>(id: string, action: () => Promise<T>): Promise<T | undefined> {
    troubles.delete(id);
    try {
      return await action();
    } catch (error) {
      noteTrouble(id, error);
      return undefined;
    }
  }

  /** Shows at a job what went wrong with it. */
  function noteTrouble(id: string, error: unknown): void {
    connection.note(error);
    if (isGone(error)) forget(id);
    else troubles.set(id, words.sentence(error));
    if (error instanceof ServiceUnreachable) passing.add(id);
  }

  async function cancel(job: { id: string; kind: JobKind }): Promise<void> {
    const answer = await act(job.id, () => cancelJob(job));
    if (answer) receive(answer);
    // It may have finished a moment before: then the row should say so rather than show the conflict alone.
    else await adopt(job);
  }

  /** Starts a failed or cancelled job again; the new job takes the old one's place in the list and on the service. */
  async function retry(job: Job): Promise<void> {
    const id = await act(job.id, () => retryJob(job));
    if (id === undefined) return;
    places.set(id, placeOf(job));
    const next = await adopt({ id, kind: job.kind });
    if (next && next !== 'gone') await removeForGood(job);
  }

  /** Saves one of the job's files; what goes wrong, the row says. */
  async function save(job: Job, choice: FileChoice): Promise<void> {
    await act(job.id, async () => {
      const file = await saveFile(job, choice);
      if (file && choice !== 'source') noteSaved(job, file);
    });
  }

  /** The latest is kept longest. */
  function noteSaved({ id }: Job, file: Saved): void {
    saved.delete(id);
    saved.set(id, file);
  }

  function placeOf(job: Job): { key: string; order: number } {
    return places.get(job.id) ?? { key: job.id, order: Date.parse(job.created_at) };
  }

  /** Deletes a job once the time to bring it back is over; until then it is only out of sight, and one that runs goes on. */
  function remove(job: Job): void {
    leaving.add(job.id);
    toasts.offer({
      text: words.t('toast.deleted', { name: job.file_name ?? words.t('batch.title') }),
      undo: () => leaving.delete(job.id),
      commit: () => void removeForGood(job),
    });
  }

  async function removeForGood(job: { id: string; kind: JobKind }): Promise<void> {
    leaving.add(job.id);
    const gone = await act(job.id, async () => {
      await deleteJob(job);
      return true;
    });
    // What is gone stays in `leaving`: a change of it that comes late brings no row back.
    if (gone) forget(job.id);
    else leaving.delete(job.id);
  }

  function forget(id: string): void {
    byId.delete(id);
    samples.delete(id);
    troubles.delete(id);
  }

  function timeLeft(job: Job): number | undefined {
    return secondsLeft(samples.get(job.id) ?? [], job.total_segments);
  }

  /** Seconds until all that runs is done. */
  const allTimeLeft = computed(() => {
    const left = running.value.reduce(
      (sum, job) => sum + job.total_segments - (job.completed_segments ?? 0),
      0,
    );
    return secondsLeft(allSamples.value, (allSamples.value.at(-1)?.completed ?? 0) + left);
  });

  document.addEventListener('visibilitychange', () => (visible.value = !document.hidden));
  watch(
    watched,
    (now) => {
      if (!now) {
        changes.stop();
        return;
      }
      for (const id of passing) troubles.delete(id);
      passing.clear();
      changes.start();
      void load();
    },
    { immediate: true },
  );

  return {
    byId,
    present,
    inSeveral,
    troubles,
    places,
    saved,
    running,
    loaded,
    load,
    receive,
    adopt,
    act,
    cancel,
    retry,
    save,
    noteSaved,
    noteTrouble,
    remove,
    removeForGood,
    placeOf,
    timeLeft,
    allTimeLeft,
  };
});

/** Whether an answer was on its way while a later one came. An ended job never runs again; its times may be a moment apart. */
function isOvertaken(job: Job, known: Job): boolean {
  if (job.status === 'running')
    return (
      known.status !== 'running' || (job.completed_segments ?? Infinity) < (known.completed_segments ?? 0)
    );
  return known.status === job.status && job.updated_at < known.updated_at;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'not_found';
}
