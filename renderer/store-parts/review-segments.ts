import { nextTick, ref, shallowRef } from 'vue';
import type { ShallowRef } from 'vue';
import type { SegmentResource } from '../../service/contract/index.ts';
import { isNotFound } from '../api/errors.ts';
import { ALL, segmentPages } from '../api/review.ts';
import type { JobRef, SegmentFilter } from '../api/review.ts';
import type { ReviewRevisions } from './review-revisions.ts';

interface ReviewSegmentsParts {
  readonly reviewed: Readonly<ShallowRef<JobRef | undefined>>;
  readonly revisions: ReviewRevisions;
  /** Called before they are read. */
  readonly onStart: () => void;
  /** Awaited once all have been read. */
  readonly onLoaded: () => unknown;
  readonly onError: (of: JobRef, error: unknown) => void;
}

/** The segments of the open job that pass its filter, read page by page. */
export function createReviewSegments({
  reviewed,
  revisions,
  onStart,
  onLoaded,
  onError,
}: ReviewSegmentsParts) {
  const loaded = shallowRef<readonly SegmentResource[]>([]);
  const filter = shallowRef<SegmentFilter>(ALL);
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  /** Whether the job or its segments could not be read: they are read again once the service answers. */
  const unread = ref(false);
  let reading: AbortController | undefined;
  let isReading = false;
  /** Segments stored since the read began: a page in flight has their old text. */
  const storedSince = new Map<number, SegmentResource>();

  /** The latest read. */
  let latest = Promise.resolve();
  /**
   * Reads the segments that pass the filter. An earlier read in flight is abandoned: who waits for it waits for this
   * one.
   */
  function load(): Promise<void> {
    return (latest = readAll());
  }

  async function readAll(): Promise<void> {
    const of = reviewed.value;
    if (!of) return;
    reading?.abort();
    const { signal } = (reading = new AbortController());
    storedSince.clear();
    isReading = true;
    onStart();
    unread.value = false;
    try {
      let found: SegmentResource[] = [];
      for await (const page of segmentPages(of, filter.value, signal)) {
        if (signal.aborted) break;
        // The revision of the first page: a change made before the later ones were read is then found when it
        // is overwritten.
        const known = found.length === 0 ? undefined : revisions.revision();
        revisions.noteRead(page.segments, known ?? page.revision);
        found = [...found, ...page.segments];
        loaded.value = withStored(found);
        state.value = 'ready';
      }
      if (!signal.aborted) {
        isReading = false;
        await onLoaded();
      }
    } catch (error) {
      if (!signal.aborted) noteFailed(of, error);
    }
    if (signal.aborted) await latest;
  }

  function noteFailed(of: JobRef, error: unknown): void {
    isReading = false;
    if (isNotFound(error)) state.value = 'gone';
    else unread.value = true;
    onError(of, error);
  }

  function withStored(read: readonly SegmentResource[]): SegmentResource[] {
    return read.map((one) => storedSince.get(one.index) ?? one);
  }

  /** Shows segments as they are stored now. */
  function noteStored(changed: readonly SegmentResource[]): void {
    for (const one of changed) storedSince.set(one.index, one);
    loaded.value = withStored(loaded.value);
  }

  /** Shows which segments keep their source in the file, as a build has found. */
  const readKept = (): Promise<void> => readFlagged('kept_source');
  /** Shows what a checker has found. */
  const readGrammar = (): Promise<void> => readFlagged('grammar');

  async function readFlagged(flag: 'kept_source' | 'grammar'): Promise<void> {
    const of = reviewed.value;
    if (!of) return;
    const flagged = new Map<number, SegmentResource>();
    try {
      const pages = segmentPages(of, { ...ALL, flag }, new AbortController().signal);
      for await (const page of pages) for (const one of page.segments) flagged.set(one.index, one);
    } catch {
      // They are flagged when the segments are read again.
      return;
    }
    if (reviewed.value !== of) return;
    const marked = loaded.value.flatMap((one) => {
      const found = flagged.get(one.index);
      if (found) return found.translated_text === one.translated_text ? [{ ...one, flags: found.flags }] : [];
      const flags = one.flags.filter(({ code }) => code !== flag);
      return flags.length < one.flags.length ? [{ ...one, flags }] : [];
    });
    noteStored(marked);
  }

  /** Segments got other indexes, which pages in flight do not have. */
  function noteMoved(): void {
    storedSince.clear();
    if (isReading) void nextTick(load);
  }

  return { loaded, filter, state, unread, load, noteStored, readKept, readGrammar, noteMoved };
}

export type ReviewSegments = ReturnType<typeof createReviewSegments>;
