import { shallowRef } from 'vue';
import type { ShallowRef } from 'vue';
import type { JobRef } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { keptText } from '../lib/kept-text.ts';

/** Documents whose places are kept; the ones left longest ago go first. */
const MAX_JOBS = 200;
/** Bookmarks of a document. */
const MAX_MARKS = 200;

/** A document's place: the segment left last, and the bookmarks, by index. */
type Place = readonly [id: string, at: number, marks: readonly number[]];

interface ReviewPlacesParts {
  readonly reviewed: Readonly<ShallowRef<JobRef | undefined>>;
  readonly say: (text: string) => void;
}

/** Where the reviewer was in each document, and its bookmarks. They outlive the window. */
export function createReviewPlaces({ reviewed, say }: ReviewPlacesParts) {
  const kept = keptText('review-places');
  const places = new Map(kept.items(isPlace).map((place) => [place[0], place]));
  /** Bookmarks of the open document, in its order. */
  const marks = shallowRef<readonly number[]>([]);

  function placeOf(id: string): Place {
    return places.get(id) ?? [id, -1, []];
  }
  function note(id: string, at: number, own: readonly number[]): void {
    // The newest last.
    places.delete(id);
    places.set(id, [id, at, own]);
    kept.write(() => JSON.stringify([...places.values()].slice(-MAX_JOBS)));
  }
  function show(own: readonly number[]): void {
    marks.value = own;
  }

  /** Shows the bookmarks of the open document. */
  function open(): void {
    show(placeOf(reviewed.value?.id ?? '')[2]);
  }
  /** The index of the segment left last; undefined if there is none. */
  function leftAt(): number | undefined {
    const [, at] = placeOf(reviewed.value?.id ?? '');
    return at === -1 ? undefined : at;
  }
  function stay(index: number): void {
    const id = reviewed.value?.id;
    if (id !== undefined && index >= 0) note(id, index, placeOf(id)[2]);
  }
  function toggleMark(index: number): void {
    const id = reviewed.value?.id;
    if (id === undefined || index < 0) return;
    const has = marks.value.includes(index);
    const own = has ? marks.value.filter((one) => one !== index) : [...marks.value, index];
    const next = [...own].sort((a, b) => a - b).slice(0, MAX_MARKS);
    note(id, index, next);
    show(next);
    say(words.t(has ? 'places.removed' : 'places.set', { n: words.number(index + 1) }));
  }
  /** The next or previous bookmark, wrapping around; undefined without one. */
  function markFrom(index: number, step: 1 | -1): number | undefined {
    const inOrder = step === 1 ? marks.value : [...marks.value].reverse();
    return inOrder.find((mark) => (mark - index) * step > 0) ?? inOrder[0];
  }
  /** Gives bookmarks their new indexes after a split or a join; those of the segments that it made stay there. */
  function move(newIndex: (index: number) => number | undefined, made: readonly { index: number }[]): void {
    const id = reviewed.value?.id;
    if (id === undefined) return;
    const first = made[0]?.index ?? 0;
    const next = new Set(marks.value.map((index) => newIndex(index) ?? first));
    const [, at] = placeOf(id);
    note(id, at === -1 ? at : (newIndex(at) ?? first), [...next]);
    show([...next]);
  }

  return { marks, open, leftAt, stay, toggleMark, markFrom, move };
}

function isPlace(value: unknown): value is Place {
  if (!Array.isArray(value)) return false;
  const [id, at, marks] = value as unknown[];
  const areMarks = Array.isArray(marks) && marks.every((mark) => Number.isInteger(mark));
  return typeof id === 'string' && Number.isInteger(at) && areMarks;
}
