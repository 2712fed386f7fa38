import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type {
  AlignedPair,
  AlignmentState,
  AlignmentView,
  LearnedPairs,
} from '../../service/contract/index.ts';
import { changePairs, learnPairs, readAlignment, readPairs } from '../api/alignments.ts';
import type { PairChange } from '../api/alignments.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';

const PAGE = 200;

/** The pairs of one alignment, as far as they are read, and what a person does to them. */
export const useAlignedPairs = defineStore('aligned-pairs', () => {
  const connection = useConnection();
  const alignment = shallowRef<AlignmentView>();
  const pairs = shallowRef<readonly AlignedPair[]>([]);
  const state = ref<AlignmentState>();
  const cursor = ref<string>();
  /** Place of the current pair among those that are shown. */
  const at = ref(0);
  const problem = ref<string>();
  const learned = shallowRef<LearnedPairs>();
  const busy = ref(false);
  /** What the last changes replaced, newest last. */
  const before = shallowRef<readonly (readonly PairChange[])[]>([]);
  const current = computed(() => pairs.value[at.value]);

  let turn = Promise.resolve();

  /** One after the other: keys come faster than answers. */
  function attempt(action: () => Promise<void>): Promise<void> {
    turn = turn.then(() => tryOut(action));
    return turn;
  }

  async function tryOut(action: () => Promise<void>): Promise<void> {
    busy.value = true;
    problem.value = undefined;
    try {
      await action();
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
    }
    busy.value = false;
  }

  async function readFirst(id: string): Promise<void> {
    alignment.value = await readAlignment(id);
    const page = await readPairs(id, { state: state.value, limit: PAGE });
    pairs.value = page.pairs;
    cursor.value = page.next_cursor;
    alignment.value = { ...alignment.value, revision: page.revision };
  }

  async function open(id: string): Promise<void> {
    if (alignment.value?.id !== id) {
      alignment.value = undefined;
      pairs.value = [];
      before.value = [];
      at.value = 0;
      learned.value = undefined;
    }
    await attempt(() => readFirst(id));
  }

  async function show(wanted: AlignmentState | undefined): Promise<void> {
    state.value = wanted;
    at.value = 0;
    const id = alignment.value?.id;
    if (id !== undefined) await attempt(() => readFirst(id));
  }

  async function more(): Promise<void> {
    await attempt(async () => {
      const id = alignment.value?.id;
      if (id === undefined || cursor.value === undefined) return;
      const page = await readPairs(id, { state: state.value, limit: PAGE, cursor: cursor.value });
      pairs.value = [...pairs.value, ...page.pairs];
      cursor.value = page.next_cursor;
    });
  }

  /** Changes the pair that is current now, wherever it is once its turn comes. */
  function change(how: (place: number, pair: AlignedPair) => Promise<void>): Promise<void> {
    const [key] = current.value ? keysOf(current.value) : [];
    if (key === undefined) return Promise.resolve();
    return attempt(async () => {
      const place = pairs.value.findIndex((pair) => keysOf(pair).includes(key));
      if (place !== -1) await how(place, pairs.value[place]!);
    });
  }

  /** Replaces pairs of the list that stand together, from `first` on. */
  async function replace(
    first: number,
    count: number,
    changes: readonly PairChange[],
    isUndo = false,
  ): Promise<void> {
    const view = alignment.value;
    if (view?.revision === undefined) return;
    const old = pairs.value.slice(first, first + count);
    try {
      const { changed, ...counts } = await changePairs(view.id, changes, view.revision);
      const moved = changed.length - old.length;
      const after = pairs.value.slice(first + count);
      pairs.value = [
        ...pairs.value.slice(0, first),
        ...changed,
        ...(moved === 0 ? after : after.map((pair) => ({ ...pair, index: pair.index + moved }))),
      ];
      alignment.value = { ...view, ...counts };
      if (!isUndo) before.value = [...before.value, old.map(plain)];
    } catch (error) {
      // Another window has changed them.
      await readFirst(view.id);
      throw error;
    }
  }

  /** The pair beside one of the list, if the list has it. */
  function beside(place: number, by: 1 | -1): AlignedPair | undefined {
    const [one, other] = [pairs.value[place], pairs.value[place + by]];
    return one && other?.index === one.index + by ? other : undefined;
  }

  async function mark(wanted: AlignmentState): Promise<void> {
    const pair = current.value;
    if (!pair || (wanted === 'accepted' && isOneSided(pair))) return;
    const changed = change((place, present) =>
      replace(place, 1, [{ ...plain(present), state: isOneSided(present) ? 'open' : wanted }]),
    );
    if (at.value < pairs.value.length - 1) at.value++;
    await changed;
  }

  function join(): Promise<void> {
    return change(async (place, one) => {
      const other = beside(place, 1);
      if (!other) return;
      const joined = {
        source_at: [...one.source_at, ...other.source_at],
        target_at: [...one.target_at, ...other.target_at],
      };
      await replace(place, 2, [withState(joined)]);
    });
  }

  /** Into pairs of one text each; the longer side's last ones stay alone. */
  function split(): Promise<void> {
    return change(async (place, pair) => {
      const count = Math.max(pair.source_at.length, pair.target_at.length);
      if (count < 2) return;
      const parts = Array.from({ length: count }, (_, n) =>
        withState({ source_at: pair.source_at.slice(n, n + 1), target_at: pair.target_at.slice(n, n + 1) }),
      );
      await replace(place, 1, parts);
    });
  }

  /** Moves the last text of the target to the next pair, or the first one to the previous pair. */
  function shift(way: 'down' | 'up'): Promise<void> {
    return change(async (place, pair) => {
      const isDown = way === 'down';
      const other = beside(place, isDown ? 1 : -1);
      if (!other || pair.target_at.length === 0) return;
      const [left, moved] = isDown
        ? [pair.target_at.slice(0, -1), pair.target_at.slice(-1)]
        : [pair.target_at.slice(1), pair.target_at.slice(0, 1)];
      const mine = withState({ source_at: pair.source_at, target_at: left });
      const theirs = withState({
        source_at: other.source_at,
        target_at: isDown ? [...moved, ...other.target_at] : [...other.target_at, ...moved],
      });
      const both = isDown ? [mine, theirs] : [theirs, mine];
      await replace(isDown ? place : place - 1, 2, both.filter(hasTexts));
    });
  }

  function undo(): Promise<void> {
    return attempt(async () => {
      const last = before.value.at(-1);
      if (!last) return;
      const places = new Set(last.flatMap(keysOf));
      const isOfThese = (pair: AlignedPair) => keysOf(pair).some((key) => places.has(key));
      const first = pairs.value.findIndex(isOfThese);
      const count = pairs.value.filter(isOfThese).length;
      before.value = before.value.slice(0, -1);
      if (first === -1) return;
      await replace(first, count, last, true);
      at.value = first;
    });
  }

  async function learn(): Promise<void> {
    const id = alignment.value?.id;
    if (id === undefined) return;
    await attempt(async () => {
      learned.value = await learnPairs(id);
    });
  }

  return {
    alignment,
    pairs,
    state,
    cursor,
    at,
    problem,
    learned,
    busy,
    before,
    current,
    open,
    show,
    more,
    mark,
    join,
    split,
    shift,
    undo,
    learn,
  };
});

function plain({ source_at, target_at, state }: PairChange): PairChange {
  return { source_at, target_at, state };
}

function isOneSided({ source_at, target_at }: Pick<PairChange, 'source_at' | 'target_at'>): boolean {
  return source_at.length === 0 || target_at.length === 0;
}

/** What a person has put together is accepted. */
function withState(pair: Pick<PairChange, 'source_at' | 'target_at'>): PairChange {
  return { ...pair, state: isOneSided(pair) ? 'open' : 'accepted' };
}

function hasTexts({ source_at, target_at }: PairChange): boolean {
  return source_at.length + target_at.length > 0;
}

function keysOf({ source_at, target_at }: Pick<PairChange, 'source_at' | 'target_at'>): string[] {
  return [...source_at.map((place) => `s${place}`), ...target_at.map((place) => `t${place}`)];
}
