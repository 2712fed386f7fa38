import { ref, shallowRef } from 'vue';
import type { ShallowRef } from 'vue';
import type { Job, SegmentResource, SegmentVersion } from '../../service/contract/index.ts';
import { ALL, countLacking, segmentHistory } from '../api/review.ts';
import type { JobRef, SegmentFilter, SegmentNotes } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { plainOf } from '../lib/offers.ts';
import { remembered } from '../lib/remembered.ts';

interface ReviewDeskParts {
  readonly reviewed: Readonly<ShallowRef<JobRef | undefined>>;
  readonly job: () => Job | undefined;
  /** Stores comments; resolves to whether that succeeded. */
  readonly note: (to: JobRef, segment: SegmentResource, notes: SegmentNotes) => Promise<boolean>;
  /** Awaited before comments are stored. */
  readonly flush: () => Promise<void>;
  readonly show: (filter: Partial<SegmentFilter>) => Promise<void>;
  readonly onError: (of: JobRef, error: unknown) => void;
  readonly say: (text: string) => void;
}

/** Segments that an action concerns without changing them: what they are, and the filter that shows them. */
interface FoundOthers {
  readonly text: string;
  readonly shownBy: Partial<SegmentFilter>;
}

/** Characters of a text that a filter takes. */
const MAX_FILTER_TEXT = 200;

/** What a reviewer does beside translating: comments, the check of a new term, and a hint given once. */
export function createReviewDesk(parts: ReviewDeskParts) {
  const { reviewed, job, note, flush, show, onError, say } = parts;
  const found = shallowRef<FoundOthers>();
  const areSpacesShown = remembered<boolean>('spaces', false, isBoolean);
  /** Whether the user is to be told what confirming does, and has been. */
  const isConfirmingNew = ref(false);
  const isTold = remembered<boolean>('confirm-told', false, isBoolean);

  async function saveNotes(segment: SegmentResource, notes: SegmentNotes): Promise<boolean> {
    const of = reviewed.value;
    if (!of) return false;
    await flush();
    const isStored = await note(of, segment, notes);
    if (isStored) say(words.t('notes.saved', { n: words.number(segment.index + 1) }));
    return isStored;
  }

  /** Checks a new term against the whole file. */
  async function checkTerm(missing: { term: string; translation: string }): Promise<void> {
    const of = reviewed.value;
    if (!of) return;
    try {
      await flush();
      const count = await countLacking(of, missing);
      if (job()?.id === of.id)
        found.value =
          count === 0
            ? undefined
            : { text: words.counted('review.lackTerm', count, missing), shownBy: { missing } };
    } catch (error) {
      onError(of, error);
    }
  }
  /** Notes that segments with the same source were confirmed with other translations. */
  function noteDiffering(source: string, count: number): void {
    const text = words.counted('review.differing', count);
    const plain = job()?.kind === 'document' ? plainOf(source) : source;
    found.value = { text, shownBy: { source: plain.slice(0, MAX_FILTER_TEXT) } };
  }
  async function showFound(): Promise<void> {
    const { shownBy } = found.value ?? {};
    found.value = undefined;
    if (shownBy) await show({ ...ALL, ...shownBy });
  }

  /** The first edit that is left unconfirmed is the time to say that the memory does not learn it. */
  function noteStored(changed: readonly SegmentResource[]): void {
    if (isTold.value || job()?.options.memory === 'off') return;
    if (changed.some(({ state }) => state === 'confirmed')) isTold.value = true;
    else if (changed.some(({ edited, state }) => edited && state === 'draft')) {
      isTold.value = true;
      isConfirmingNew.value = true;
    }
  }

  /** A segment's earlier translations, newest first, with what is on its way to be stored. */
  async function readVersions(index: number): Promise<readonly SegmentVersion[]> {
    const of = reviewed.value;
    if (!of) return [];
    await flush();
    return (await segmentHistory(of, index)).versions;
  }

  function toggleSpaces(): void {
    areSpacesShown.value = !areSpacesShown.value;
    say(words.t(areSpacesShown.value ? 'review.spacesShown' : 'review.spacesHidden'));
  }

  function forget(): void {
    found.value = undefined;
  }

  return {
    found,
    areSpacesShown,
    isConfirmingNew,
    saveNotes,
    readVersions,
    checkTerm,
    noteDiffering,
    showFound,
    noteStored,
    toggleSpaces,
    forget,
  };
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
