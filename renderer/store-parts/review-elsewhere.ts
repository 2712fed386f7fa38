import { watch } from 'vue';
import type { ShallowRef } from 'vue';
import type { Job, SegmentResource } from '../../service/contract/index.ts';
import { segmentPages } from '../api/review.ts';
import type { JobRef } from '../api/review.ts';
import type { EditQueue } from './edit-queue.ts';
import type { FollowedSegment } from './review-changes.ts';
import type { ReviewRevisions } from './review-revisions.ts';
import type { ReviewSegments } from './review-segments.ts';

/** Milliseconds before changes made elsewhere are read: several in a row are read together. */
const GATHER_MS = 1_000;

interface ReviewElsewhereParts {
  readonly reviewed: Readonly<ShallowRef<JobRef | undefined>>;
  readonly job: () => Job | undefined;
  readonly revisions: Pick<ReviewRevisions, 'revision' | 'lastOf' | 'noteRead'>;
  readonly list: Pick<ReviewSegments, 'loaded' | 'filter' | 'state' | 'load' | 'noteStored'>;
  readonly edits: Pick<EditQueue, 'unsaved' | 'writing'>;
  /** Called with untouched segments that follow what was learned from edits. */
  readonly onFollowed: (followed: readonly FollowedSegment[]) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Shows what another window or program changed in the open job, soon after the stream of changes says so. The
 * segment with the focus and those not stored yet are left to the comparison that storing them makes. Untouched
 * segments that follow what was learned are told; the one with the focus follows once it is left.
 */
export function createReviewElsewhere(parts: ReviewElsewhereParts): { look: () => void } {
  const { reviewed, job, revisions, list, edits, onFollowed, onError } = parts;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether there are changes that the revision does not tell. */
  let isDue = false;

  const isBehind = (): boolean => {
    const [seen, now] = [revisions.revision(), job()?.revision];
    if (seen === undefined || now === undefined || list.state.value !== 'ready') return false;
    return isDue || seen !== now;
  };
  function plan(): void {
    clearTimeout(timer);
    if (isBehind()) timer = setTimeout(() => void read(), GATHER_MS);
  }

  async function read(): Promise<void> {
    const of = reviewed.value;
    if (!of || !isBehind()) return;
    if (edits.writing.value || edits.unsaved.size > 0) {
      plan();
      return;
    }
    const [filter, before, seen] = [list.filter.value, list.loaded.value, revisions.revision()];
    try {
      const found: SegmentResource[] = [];
      let revision: string | undefined;
      for await (const page of segmentPages(of, filter, new AbortController().signal)) {
        revision ??= page.revision;
        found.push(...page.segments);
      }
      // Edited, filtered or read again meanwhile.
      if (reviewed.value !== of || list.loaded.value !== before || revisions.revision() !== seen) {
        plan();
        return;
      }
      take(found, before, revision);
    } catch (error) {
      onError(error);
    }
  }

  function take(
    found: readonly SegmentResource[],
    before: readonly SegmentResource[],
    revision: string | undefined,
  ): void {
    const isSame = found.length === before.length && found.every(({ text }, at) => text === before[at]?.text);
    isDue = false;
    if (!isSame) {
      void list.load();
      return;
    }
    const followed = new Map<number, FollowedSegment>();
    const changed = found.filter((one, at) => JSON.stringify(one) !== JSON.stringify(before[at]));
    for (const after of changed) {
      const earlier = revisions.lastOf(after.index);
      if (earlier && hasFollowed(earlier, after))
        followed.set(after.index, { before: earlier.translated_text ?? '', after });
    }
    const focused = Number(focusedSegment() ?? -1);
    if (changed.some(({ index }) => index === focused) && !followed.has(focused)) {
      look();
      return;
    }
    if (followed.delete(focused)) document.addEventListener('focusout', look, { once: true });
    const shown = changed.filter(({ index }) => index !== focused);
    revisions.noteRead(shown, revision);
    list.noteStored(shown);
    if (followed.size > 0) onFollowed([...followed.values()]);
  }

  function look(): void {
    isDue = true;
    plan();
  }

  watch(() => job()?.revision, plan);
  watch(
    () => reviewed.value,
    () => (isDue = false),
  );
  return { look };
}

/** Whether a segment has another translation although nobody has edited it. */
function hasFollowed(before: SegmentResource, after: SegmentResource): boolean {
  return (
    !before.edited &&
    !after.edited &&
    after.state === 'translated' &&
    before.state === 'translated' &&
    before.translated_text !== after.translated_text
  );
}

/** The key of the row with the focus. */
function focusedSegment(): string | undefined {
  return document.activeElement?.closest('[data-row]')?.getAttribute('data-row') ?? undefined;
}
