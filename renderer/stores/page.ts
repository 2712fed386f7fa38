import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { markPlaceOf, piecesOf } from '../../service/contract/preview.ts';
import type { PreviewSide, SegmentResource } from '../../service/contract/index.ts';
import { fetchPreview } from '../api/preview.ts';
import type { PreviewCopy } from '../api/preview.ts';
import { ALL, segmentPages } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { pageChange } from '../lib/page-change.ts';
import { remembered } from '../lib/remembered.ts';
import type { Change, SentenceState } from '../preview/messages.ts';
import { useConnection } from './connection.ts';
import { useReview } from './review.ts';

/** After this pause in typing the copy is fetched again where a change did not fit in its place. */
const PAUSE_MS = 2_000;
const NARROWEST = 20;
const WIDEST = 70;
const USUAL = 45;

interface Kept {
  readonly open: boolean;
  readonly marks: boolean;
  readonly zoom: number;
  /** Percent of the width, by kind of file. */
  readonly widths: Readonly<Record<string, number>>;
}
const KEPT: Kept = { open: false, marks: true, zoom: 1, widths: {} };

/** What is on the page, and how: the frame that draws it is PagePane's. */
export const usePage = defineStore('page', () => {
  const review = useReview();
  const connection = useConnection();
  const kept = remembered<Kept>('page', KEPT, isKept);
  const side = ref<PreviewSide>('target');
  const copy = shallowRef<PreviewCopy & { texts: readonly string[] }>();
  const state = ref<'loading' | 'drawing' | 'drawn' | 'failed' | 'late' | 'refused'>('loading');
  /** Why there is no page. */
  const refusal = ref('');
  /** Segments with a place on the page that is drawn. */
  const placed = shallowRef<ReadonlySet<number>>();

  const fileType = computed(() => review.job?.file_type);
  const isPossible = computed(() => review.job?.kind === 'document' && fileType.value !== undefined);
  const isOpen = computed({
    get: () => kept.value.open && isPossible.value,
    set: (open) => change({ open }),
  });
  const width = computed({
    get: () => kept.value.widths[fileType.value ?? ''] ?? USUAL,
    set(percent) {
      const within = Math.min(WIDEST, Math.max(NARROWEST, percent));
      change({ widths: { ...kept.value.widths, [fileType.value ?? '']: within } });
    },
  });
  const look = computed(() => ({ marks: kept.value.marks, zoom: kept.value.zoom }));
  function change(some: Partial<Kept>): void {
    kept.value = { ...kept.value, ...some };
  }

  /** All segments of the job, whatever the filter shows. */
  const known = new Map<number, SegmentResource>();
  /** Texts as they are typed, ahead of what is stored. */
  const typed = new Map<number, string>();
  /** What was fetched last of each side: turning the page over does not make it again. */
  const fetched = new Map<PreviewSide, PreviewCopy>();
  let reading: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isMoved = false;

  const isGone = (): boolean => state.value === 'late';

  async function load(): Promise<void> {
    const { job } = review;
    reading?.abort();
    clearTimeout(pause);
    if (!job || !isOpen.value) return;
    const { signal } = (reading = new AbortController());
    if (state.value !== 'drawn') state.value = 'loading';
    isMoved = false;
    try {
      // The texts first: where one changes meanwhile, the page has it sooner than its row says, and gets it again.
      for await (const { segments } of segmentPages(job, ALL, signal))
        for (const segment of segments) known.set(segment.index, segment);
      const found = await fetchPreview(job, side.value, signal, fetched.get(side.value));
      fetched.set(side.value, found);
      const texts = [...known.values()].map((segment) =>
        side.value === 'source' ? segment.text : (segment.translated_text ?? segment.text),
      );
      copy.value = { ...found, texts };
      // A frame that was taken away waits for another try.
      if (!isGone()) state.value = 'drawing';
    } catch (error) {
      if (signal.aborted) return;
      connection.note(error);
      state.value = 'refused';
      refusal.value = words.sentence(error);
    }
  }
  watch(
    [isOpen, () => review.job?.id, () => review.job?.status, () => review.job?.total_segments, side] as const,
    ([open, id], [, before]) => {
      if (id !== before) {
        known.clear();
        typed.clear();
        side.value = 'target';
      }
      if (id !== before || !open) {
        copy.value = undefined;
        fetched.clear();
        placed.value = undefined;
        state.value = 'loading';
      }
      if (!open) reading?.abort();
      else void load();
    },
    { immediate: true },
  );

  const place = computed(() => (fileType.value ? markPlaceOf(fileType.value) : 'around'));
  const textOf = (segment: SegmentResource): string =>
    typed.get(segment.index) ?? review.wordOf(segment.index) ?? segment.translated_text ?? segment.text;
  function stateOf(segment: SegmentResource): SentenceState {
    const stored = segment.state ?? 'translated';
    const state =
      review.stateOf(segment.index) ?? (review.wordOf(segment.index) === undefined ? stored : 'draft');
    if (state === 'confirmed') return 'confirmed';
    const codes = segment.flags.map(({ code }) => code).filter((code) => code !== 'edited');
    if (segment.translated_text === null || codes.includes('untranslated')) return 'untranslated';
    return codes.length > 0 ? 'flagged' : segment.origin === 'copied' ? 'confirmed' : 'open';
  }

  /** What a frame needs to draw the copy. */
  function drawing(): { states: SentenceState[]; pieces: number[] } {
    const all = [...known.values()];
    return {
      states: all.map(stateOf),
      pieces: (copy.value?.texts ?? []).map((text) => piecesOf(text, place.value).size),
    };
  }

  /** What the page does not show yet, since the last time. */
  const shownStates = new Map<number, SentenceState>();
  const shownTexts = new Map<number, string>();
  function changes(): { states: [number, SentenceState][]; changes: Change[] } {
    const states: [number, SentenceState][] = [];
    const found: Change[] = [];
    for (const one of review.segments) known.set(one.index, one);
    for (const segment of known.values()) {
      const { index } = segment;
      const state = stateOf(segment);
      if ((shownStates.get(index) ?? state) !== state) states.push([index, state]);
      shownStates.set(index, state);
      const text = textOf(segment);
      const before = copy.value?.texts[index];
      if (side.value === 'source' || before === undefined || (shownTexts.get(index) ?? before) === text)
        continue;
      shownTexts.set(index, text);
      const made = pageChange(before, text, place.value);
      if (!made.inPlace) isMoved = true;
      found.push({ segment: index, ...made });
    }
    if (isMoved) {
      clearTimeout(pause);
      pause = setTimeout(() => void load(), PAUSE_MS);
    }
    return { states, changes: found };
  }
  watch(copy, () => {
    shownStates.clear();
    shownTexts.clear();
  });
  /** Changes whenever the page may have to. */
  const ticks = ref(0);
  watch(
    // While the page is closed, an edit in a long document needs no look at all of its segments.
    () =>
      isOpen.value
        ? review.segments.map((one) => [one, review.wordOf(one.index), review.stateOf(one.index)])
        : [],
    (list) => {
      for (const [one] of list as [SegmentResource][])
        if (typed.get(one.index) === (review.wordOf(one.index) ?? one.translated_text))
          typed.delete(one.index);
      ticks.value++;
    },
  );
  function noteTyped(index: number, text: string): void {
    typed.set(index, text);
    ticks.value++;
  }

  /** Another window may have changed the job: what differs is put onto the page. */
  let since: ReturnType<typeof setTimeout> | undefined;
  watch(
    () => review.job?.revision,
    () => {
      clearTimeout(since);
      since = setTimeout(() => void readAgain(), PAUSE_MS);
    },
  );
  async function readAgain(): Promise<void> {
    const { job } = review;
    if (!job || state.value !== 'drawn' || review.writing) return;
    try {
      for await (const { segments } of segmentPages(job, ALL, AbortSignal.timeout(30_000)))
        for (const segment of segments) known.set(segment.index, segment);
      if (review.job?.id === job.id) ticks.value++;
    } catch (error) {
      connection.note(error);
    }
  }

  function noteDrawn(found: readonly number[]): void {
    placed.value = new Set(found.filter((index) => Number.isInteger(index) && index >= 0));
    state.value = 'drawn';
  }
  /** Whether a segment has words and no place on the page. */
  const isUnplaced = ({ index, text, origin }: SegmentResource): boolean =>
    isOpen.value &&
    placed.value !== undefined &&
    !placed.value.has(index) &&
    origin !== 'copied' &&
    /\p{L}/u.test(text);

  return {
    ...{ isOpen, isPossible, side, state, refusal, copy, fileType, width, look, change, ticks },
    ...{ load, drawing, changes, noteTyped, noteDrawn, isUnplaced },
    limits: { narrowest: NARROWEST, widest: WIDEST },
  };
});

function isKept(value: unknown): value is Kept {
  const { open, marks, zoom, widths } = (value ?? {}) as Partial<Kept>;
  return (
    typeof open === 'boolean' &&
    typeof marks === 'boolean' &&
    typeof zoom === 'number' &&
    typeof widths === 'object'
  );
}
