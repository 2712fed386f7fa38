import { computed, ref, watch } from 'vue';
import type { Ref } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { isDesktop } from '../api/connect.ts';
import { jobChanges } from '../api/events.ts';
import { listJobs } from '../api/jobs.ts';
import { keepListening } from '../lib/keep-listening.ts';
import type { KnownJobs } from '../lib/known-jobs.ts';
import { createPoller, POLL_MS } from '../lib/poller.ts';

export interface FreshJobsParts {
  known: KnownJobs;
  connection: { readonly usable: boolean; note: (error: unknown) => void };
  /** Registers work to redo whenever failed requests can be tried again. */
  onAnswer: (again: () => void) => void;
  /** Reads one job again. */
  adopt: (job: Job) => Promise<unknown>;
  /** Called once for simultaneous changes. */
  onChanges: () => void;
  /** Called when the service can be asked again. */
  onUsable: () => void;
}

export interface FreshJobs {
  /** Whether the list has been read once. */
  readonly loaded: Ref<boolean>;
  /** Makes sure that running jobs are polled if there is no stream of changes. */
  wake: () => void;
}

const PAGE = '100';

/** How long changes are gathered before they are shown: many running jobs cause one update. */
const GATHER_MS = 50;

/** Keeps jobs fresh by the service's stream of changes; they are polled only while it is unavailable. */
export function keepJobsFresh({
  known,
  connection,
  onAnswer,
  adopt,
  onChanges,
  onUsable,
}: FreshJobsParts): FreshJobs {
  const loaded = ref(false);
  const visible = ref(!document.hidden);
  /**
   * A browser allows six connections to a service, over all its tabs: a hidden one holds none. The app has
   * only one window.
   */
  const watched = computed(() => connection.usable && (visible.value || isDesktop()));

  const poller = createPoller({
    round: pollRound,
    needed: () => known.running.value.length > 0 && watched.value && !changes.isOpen,
  });

  const changes = keepListening({
    listen: async (signal, onOpen) => {
      for await (const job of jobChanges(signal, onOpen)) gather(job);
    },
    // For changes from before the stream was open.
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
    for (const job of jobs) known.receive(job);
    onChanges();
  }

  /** One request for all running jobs; those that left the list have ended and are read once more. */
  async function pollRound(): Promise<number | undefined> {
    const expected = new Set(known.running.value.map((job) => job.id));
    try {
      let next: string | undefined;
      do {
        const page = await listJobs({ status: 'running', limit: PAGE, ...(next ? { cursor: next } : {}) });
        for (const job of page.jobs) {
          expected.delete(job.id);
          known.receive(job);
        }
        next = page.next_cursor;
      } while (next);
      onChanges();
      await Promise.all([...expected].flatMap((id) => known.byId.get(id) ?? []).map(adopt));
      return POLL_MS;
    } catch (error) {
      connection.note(error);
      return undefined;
    }
  }

  /** The newest page. */
  async function load(): Promise<void> {
    try {
      const page = await listJobs({ limit: PAGE });
      for (const job of page.jobs) known.receive(job);
      loaded.value = true;
      poller.wake();
      const listed = new Set(page.jobs.map(({ id }) => id));
      // Jobs that ended meanwhile may no longer be on the newest page.
      if (known.running.value.some(({ id }) => !listed.has(id))) await pollRound();
    } catch (error) {
      connection.note(error);
    }
  }

  document.addEventListener('visibilitychange', () => (visible.value = !document.hidden));
  watch(
    watched,
    (now) => {
      if (!now) {
        changes.stop();
        return;
      }
      onUsable();
      changes.start();
      void load();
    },
    { immediate: true },
  );
  onAnswer(() => {
    if (watched.value) void load();
  });

  return { loaded, wake: () => poller.wake() };
}
