import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { listJobs } from '../api/jobs.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';
import { useToasts } from './toasts.ts';

export const FILTERS = ['all', 'documents', 'batches', 'running', 'review', 'unsaved', 'failed'] as const;
export type Filter = (typeof FILTERS)[number];

const PAGE = '100';
/** The maximum that the service lists at once. */
const MAX_PAGE = '200';
/** Pages searched for finished documents: the window remembers a thousand saved ones. */
const FINISHED_PAGES = 5;
const DAY_MS = 86_400_000;
/** Milliseconds after the last key before a search is sent. */
const TYPING_MS = 250;

/** The service's query for each filter; the window finds what is flagged or not saved among its answers. */
const ASKED: Record<Filter, Record<string, string>> = {
  all: {},
  documents: { kind: 'document' },
  batches: { kind: 'batch' },
  running: { status: 'running' },
  review: { status: 'done' },
  unsaved: { kind: 'document', status: 'done' },
  failed: { status: 'failed' },
};

/**
 * The list of past and present jobs, searched and filtered: also those that the window has not loaded before.
 */
export const useHistory = defineStore('history', () => {
  const connection = useConnection();
  const jobs = useJobs();
  const toasts = useToasts();
  const filter = ref<Filter>('all');
  const query = ref('');
  /** Start of the next older page; undefined if everything is loaded. */
  const cursor = ref<string>();
  /** When the oldest job of the loaded pages was created. */
  const oldest = ref('');
  const isNarrowed = computed(() => filter.value !== 'all' || query.value.trim() !== '');
  const isClearing = ref(false);
  let asked = 0;

  /** All known jobs that match search and filter. */
  const wanted = computed(() => jobs.present.filter(isWanted));
  /** Older jobs loaded for another reason would leave a gap before them. */
  const shown = computed(() =>
    wanted.value.filter((job) => cursor.value === undefined || job.created_at >= oldest.value),
  );

  function isWanted(job: Job): boolean {
    const { kind, status } = ASKED[filter.value];
    return (
      (kind === undefined || job.kind === kind) &&
      (status === undefined || job.status === status) &&
      (filter.value !== 'review' || (job.flagged_segments ?? 0) > 0) &&
      (filter.value !== 'unsaved' || jobs.savedOf(job) === undefined) &&
      isFound(job.file_name ?? '')
    );
  }

  /** Whether a name contains the search text, by the service's rules. */
  function isFound(name: string): boolean {
    return name.toLowerCase().includes(query.value.trim().toLowerCase());
  }

  async function load(older: boolean): Promise<void> {
    asked += 1;
    const mine = asked;
    const q = query.value.trim();
    const from = older ? cursor.value : undefined;
    try {
      const page = await listJobs({
        limit: PAGE,
        ...ASKED[filter.value],
        ...(q === '' ? {} : { q }),
        ...(from === undefined ? {} : { cursor: from }),
      });
      for (const job of page.jobs) jobs.receive(job);
      // Another filter may have been chosen meanwhile.
      if (mine !== asked) return;
      cursor.value = page.next_cursor;
      oldest.value = page.jobs.at(-1)?.created_at ?? oldest.value;
      if (!older && page.next_cursor !== undefined) await loadFinished(mine);
    } catch (error) {
      connection.note(error);
    }
  }

  /** Loads the finished documents beyond the newest page, to be saved with the others. */
  async function loadFinished(mine: number): Promise<void> {
    const { kind = 'document', status = 'done' } = ASKED[filter.value];
    if (kind !== 'document' || status !== 'done') return;
    const q = query.value.trim();
    let next: string | undefined;
    for (let pages = 0; pages < FINISHED_PAGES; pages++) {
      const page = await listJobs({
        ...{ kind, status, limit: MAX_PAGE },
        ...(q === '' ? {} : { q }),
        ...(next === undefined ? {} : { cursor: next }),
      });
      for (const job of page.jobs) jobs.receive(job);
      next = page.next_cursor;
      if (next === undefined || mine !== asked) return;
    }
  }

  const typing = createDebounce(TYPING_MS);
  watch(query, () => typing.plan(() => load(false)));
  watch(
    [filter, () => connection.usable],
    () => {
      if (connection.usable) void load(false);
    },
    { immediate: true },
  );

  /**
   * Deletes all finished jobs older than a number of days, also those not loaded; it can be undone for a
   * while.
   */
  async function clearOlder(days: number): Promise<void> {
    const before = new Date(Date.now() - days * DAY_MS).toISOString();
    isClearing.value = true;
    try {
      const found: Job[] = [];
      let next: string | undefined;
      do {
        const page = await listJobs({ limit: MAX_PAGE, ...(next ? { cursor: next } : {}) });
        found.push(...page.jobs.filter((job) => job.status !== 'running' && job.created_at < before));
        next = page.next_cursor;
      } while (next);
      if (found.length === 0) toasts.tell(words.t('list.noneOlder'));
      else jobs.removeAll(found, new Set(found.map(({ id }) => jobs.runs.get(id) ?? id)).size);
    } catch (error) {
      connection.note(error);
      toasts.tell(words.sentence(error));
    } finally {
      isClearing.value = false;
    }
  }

  /** Loads the next older page; one request at a time. */
  async function more(): Promise<void> {
    if (cursor.value === undefined || isLoadingMore) return;
    isLoadingMore = true;
    await load(true);
    isLoadingMore = false;
  }
  let isLoadingMore = false;

  return { filter, query, cursor, isNarrowed, shown, wanted, isFound, more, clearOlder, isClearing };
});
