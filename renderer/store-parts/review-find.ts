import { computed, reactive, ref, shallowRef, watch } from 'vue';
import type { Ref } from 'vue';
import type { SegmentResource } from '../../service/contract/index.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import type { FindPlaces, FoundSegment, ReplacedText, SegmentMatches } from '../lib/find-messages.ts';
import type { FindQuery } from '../lib/find.ts';
import { createFinder, FindTooSlowError } from '../lib/finder.ts';

interface ReviewFindParts {
  /** All segments that pass the other filters. */
  readonly segments: Readonly<Ref<readonly SegmentResource[]>>;
  readonly coded: () => boolean;
  /** The visible translation, stored or not. */
  readonly targetOf: (segment: SegmentResource) => string;
  /** Called with the number of segments when a search has ended. */
  readonly onFound: (count: number) => void;
}

type FindPlace = keyof FindPlaces;
/** One of all matches. `n`: its number within its part of the segment. */
interface CurrentMatch {
  readonly index: number;
  readonly place: FindPlace;
  readonly n: number;
}

const PLACES = ['source', 'target', 'notes'] as const;
/** Milliseconds of typing pause before a search. */
const TYPING_MS = 200;

/** Finds texts in the segments of a job, and replaces them in translations. */
export function createReviewFind({ segments, coded, targetOf, onFound }: ReviewFindParts) {
  const finder = createFinder();
  const typing = createDebounce(TYPING_MS);
  const asked = reactive({
    text: '',
    matchCase: false,
    wholeWord: false,
    regex: false,
    source: true,
    target: true,
    notes: true,
    /** Whether rows without a match are hidden. */
    onlyFound: true,
  });
  /** Undefined without a search. */
  const found = shallowRef<readonly FoundSegment[]>();
  const problem = ref('');
  /** The shown rows: an edited row stays, even if it no longer matches. */
  const kept = shallowRef<ReadonlySet<number>>();
  /** Counted over all matches. */
  const ordinal = ref(-1);
  let searches = 0;

  const query = (): FindQuery => {
    const { text, matchCase, wholeWord, regex } = asked;
    return { text, matchCase, wholeWord, regex };
  };
  const places = (): FindPlaces => ({ source: asked.source, target: asked.target, notes: asked.notes });
  const texts = () =>
    segments.value.map((segment) => ({
      index: segment.index,
      source: segment.text,
      target: targetOf(segment),
      notes: [
        segment.id ?? '',
        segment.key ?? '',
        segment.note ?? '',
        segment.comment ?? '',
        segment.private_note ?? '',
      ],
    }));

  const total = computed(() => (found.value ?? []).reduce((sum, one) => sum + countOf(one), 0));
  const current = computed<CurrentMatch | undefined>(() => {
    let left = ordinal.value;
    if (left < 0) return undefined;
    for (const one of found.value ?? []) {
      for (const place of PLACES) {
        if (left < one[place]) return { index: one.index, place, n: left };
        left -= one[place];
      }
    }
    return undefined;
  });

  /** `isNew`: another query than before; else the same over changed texts. */
  async function look(isNew: boolean): Promise<void> {
    typing.cancel();
    const search = ++searches;
    if (asked.text === '') {
      clear();
      return;
    }
    try {
      const indexes = segments.value.map(({ index }) => index);
      const next = await finder.ask<'search'>(texts(), {
        kind: 'search',
        ...{ indexes, query: query(), places: places(), coded: coded() },
      });
      if (search !== searches) return;
      found.value = next;
      problem.value = '';
      if (!isNew) return;
      ordinal.value = -1;
      kept.value = new Set(next.map(({ index }) => index));
      onFound(next.length);
    } catch (error) {
      if (search !== searches) return;
      found.value = undefined;
      kept.value = undefined;
      ordinal.value = -1;
      problem.value =
        error instanceof FindTooSlowError
          ? words.t('find.tooSlow')
          : words.t('find.invalid', { why: error instanceof Error ? error.message : '' });
    }
  }

  function clear(): void {
    typing.cancel();
    searches += 1;
    asked.text = '';
    found.value = undefined;
    kept.value = undefined;
    problem.value = '';
    ordinal.value = -1;
  }

  /** While typing: searches after a pause. */
  function type(text: string): void {
    asked.text = text;
    typing.plan(() => look(true));
  }

  /** Goes to the next or previous match, at first from the segment with the index `from`; wraps around. */
  async function step(by: 1 | -1, from = -1): Promise<CurrentMatch | undefined> {
    if (found.value === undefined) await look(true);
    if (total.value === 0) return undefined;
    if (ordinal.value === -1) ordinal.value = by === 1 ? before(from) : before(from + 1) - 1;
    else ordinal.value += by;
    ordinal.value = (ordinal.value + total.value) % total.value;
    return current.value;
  }

  /** Number of matches in the segments before one. */
  function before(index: number): number {
    return (found.value ?? []).reduce((sum, one) => sum + (one.index < index ? countOf(one) : 0), 0);
  }

  /** The matches in some segments, for highlighting. */
  async function matchesOf(indexes: readonly number[]): Promise<readonly SegmentMatches[]> {
    if (found.value === undefined) return [];
    const wanted = new Set(found.value.map(({ index }) => index));
    return finder
      .ask<'matches'>(texts(), {
        kind: 'matches',
        ...{ query: query(), places: places(), coded: coded() },
        indexes: indexes.filter((index) => wanted.has(index)),
      })
      .catch(() => []);
  }

  /** The translations with their matches replaced: all, or the current one. */
  async function replaced(replacement: string, only?: CurrentMatch): Promise<readonly ReplacedText[]> {
    const indexes = only
      ? [only.index]
      : (found.value ?? []).filter(({ target }) => target > 0).map(({ index }) => index);
    return finder.ask<'replace'>(texts(), {
      kind: 'replace',
      ...{ indexes, query: query(), coded: coded(), with: replacement, ...(only ? { only: only.n } : {}) },
    });
  }

  const isLookingFor = computed(() => found.value !== undefined);
  const targets = computed(() => (found.value ?? []).reduce((sum, { target }) => sum + target, 0));
  /** The rows to show; undefined for all. */
  const rows = computed(() => (asked.onlyFound && isLookingFor.value ? kept.value : undefined));

  watch(
    () => [asked.matchCase, asked.wholeWord, asked.regex, asked.source, asked.target, asked.notes],
    () => void look(true),
  );
  watch(segments, () => {
    if (isLookingFor.value) typing.plan(() => look(false), 0);
  });

  function close(): void {
    clear();
    finder.close();
  }

  return {
    ...{ asked, problem, total, targets, current, ordinal, rows, found },
    ...{ look, type, step, clear, matchesOf, replaced, close, stopTyping: () => typing.cancel() },
  };
}

export type ReviewFind = ReturnType<typeof createReviewFind>;

function countOf({ source, target, notes }: FoundSegment): number {
  return source + target + notes;
}
