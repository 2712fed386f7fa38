import { computed, shallowRef } from 'vue';
import type { ComputedRef } from 'vue';

/** Undo and redo over whole states, which share unchanged parts. */
export interface History<T> {
  readonly canUndo: ComputedRef<boolean>;
  readonly canRedo: ComputedRef<boolean>;
  /**
   * Records the state before a change. Changes with the same `merge` and none between them are one step, as from
   * typing, if each follows the last within `mergeMs`.
   */
  record(before: T, merge?: string, mergeMs?: number): void;
  /** The state before the last change, in exchange for the current one. */
  undo(present: T): T | undefined;
  redo(present: T): T | undefined;
  /** Clears the history. */
  clear(): void;
}

const MAX_STEPS = 200;
/** Maximum milliseconds between changes of one step. */
const MERGE_MS = 1_000;

export function createHistory<T>(now: () => number = () => performance.now()): History<T> {
  const past = shallowRef<readonly T[]>([]);
  const future = shallowRef<readonly T[]>([]);
  let last: { merge: string | undefined; at: number } | undefined;

  return {
    canUndo: computed(() => past.value.length > 0),
    canRedo: computed(() => future.value.length > 0),
    record(before, merge, mergeMs = MERGE_MS) {
      const at = now();
      const isSame =
        merge !== undefined && past.value.length > 0 && last?.merge === merge && at - last.at < mergeMs;
      last = { merge, at };
      future.value = [];
      if (!isSame) past.value = [...past.value, before].slice(-MAX_STEPS);
    },
    undo(present) {
      const before = past.value.at(-1);
      if (before === undefined) return undefined;
      past.value = past.value.slice(0, -1);
      future.value = [...future.value, present];
      last = undefined;
      return before;
    },
    redo(present) {
      const after = future.value.at(-1);
      if (after === undefined) return undefined;
      future.value = future.value.slice(0, -1);
      past.value = [...past.value, present];
      last = undefined;
      return after;
    },
    clear() {
      past.value = [];
      future.value = [];
      last = undefined;
    },
  };
}
