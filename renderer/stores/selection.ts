import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { useHistory } from './history.ts';
import { useJobs } from './jobs.ts';

/**
 * The rows of the list that are selected, by the ids of their jobs or runs, to be saved, deleted or counted
 * together.
 */
export const useSelection = defineStore('selection', () => {
  const history = useHistory();
  const known = useJobs();
  const ids = shallowRef<ReadonlySet<string>>(new Set());
  /** From where Shift selects. */
  let anchor: string | undefined;

  /** Those that are still shown; of a batch its parts. */
  const jobs = computed(() => history.shown.filter(({ id }) => ids.value.has(rowOf(id))));
  /** How many rows they are. */
  const count = computed(() => new Set(jobs.value.map(({ id }) => rowOf(id))).size);

  function rowOf(id: string): string {
    return known.runs.get(id) ?? id;
  }

  function toggle(id: string): void {
    const next = new Set(ids.value);
    if (!next.delete(id)) next.add(id);
    ids.value = next;
    anchor = id;
  }

  /** Selects from the last one to this one. `order`: the ids as they are listed. */
  function extend(id: string, order: readonly string[]): void {
    const [from, to] = [order.indexOf(anchor ?? id), order.indexOf(id)];
    if (from === -1 || to === -1) {
      toggle(id);
      return;
    }
    anchor ??= id;
    ids.value = new Set([...ids.value, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]);
  }

  function all(order: readonly string[]): void {
    ids.value = new Set(order);
  }

  function clear(): void {
    ids.value = new Set();
    anchor = undefined;
  }

  return { ids, jobs, count, toggle, extend, all, clear };
});
