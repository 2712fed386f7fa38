import { computed, nextTick } from 'vue';
import type { ShallowRef } from 'vue';
import type { Job, SegmentResource } from '../../service/contract/index.ts';
import { ALL } from '../api/review.ts';
import type { JobRef, SegmentFilter } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import type { EditQueue } from './edit-queue.ts';
import type { ReviewFind } from './review-find.ts';
import type { ReviewRevisions } from './review-revisions.ts';
import type { ReviewSegments } from './review-segments.ts';

interface ReviewOpeningParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly job: () => Job | undefined;
  readonly revisions: Pick<ReviewRevisions, 'forget'>;
  readonly list: Pick<ReviewSegments, 'loaded' | 'filter' | 'state' | 'unread' | 'load'>;
  readonly edits: Pick<EditQueue, 'flush' | 'sendKept' | 'unsaved'>;
  readonly find: Pick<ReviewFind, 'clear' | 'rows'>;
  /** Reads the job; undefined if the service did not answer. */
  readonly adopt: (job: JobRef) => Promise<Job | 'gone' | undefined>;
  /** Called when a job is opened, also one that was open: resets the previous view. */
  readonly onOpen: () => void;
  /** The visible segments. */
  readonly shown: () => readonly SegmentResource[];
  readonly say: (text: string) => void;
}

/** Opens a job in Review, and chooses which of its segments are listed. */
export function createReviewOpening(parts: ReviewOpeningParts) {
  const { reviewed, job, revisions, list, edits, find, adopt, onOpen, shown, say } = parts;

  /** Changes of the previous job are stored first. */
  async function open(next: JobRef): Promise<void> {
    find.clear();
    await edits.flush();
    if (reviewed.value?.id !== next.id) {
      list.state.value = 'loading';
      list.loaded.value = [];
      // An unmounted row stores its typing, which belongs to the previous job.
      await nextTick();
      await edits.flush();
      edits.unsaved.clear();
      revisions.forget();
    }
    reviewed.value = next;
    await edits.sendKept();
    list.filter.value = ALL;
    onOpen();
    list.state.value = 'loading';
    await read();
  }

  /** Reads the reviewed job, and its segments if it has any. */
  async function read(): Promise<void> {
    const asked = reviewed.value;
    if (!asked) return;
    list.unread.value = false;
    const found = await adopt(asked);
    if (reviewed.value !== asked) return;
    if (found === 'gone') list.state.value = 'gone';
    else if (job()?.status === 'done') await list.load();
    else if (found) list.state.value = 'ready';
    else list.unread.value = true;
  }

  async function show(next: Partial<SegmentFilter>): Promise<void> {
    await edits.flush();
    list.filter.value = { ...list.filter.value, ...next };
    await list.load();
    if (!find.rows.value) say(words.counted('review.found', shown().length));
  }

  /** Shows the segments that pass this filter alone, in the present order. */
  async function showOnly(only: Partial<SegmentFilter>): Promise<void> {
    await show({ ...ALL, sort: list.filter.value.sort, ...only });
  }

  /** Shows all segments. */
  async function showAll(): Promise<void> {
    find.clear();
    await show(ALL);
  }

  /** The number of active filters. */
  const filterCount = computed(() => {
    const { sort: _, ...own } = list.filter.value;
    return Object.entries(own).filter(([name, value]) => value !== ALL[name as keyof typeof own]).length;
  });

  return { open, read, show, showOnly, showAll, filterCount };
}
