import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { useHistory } from './history.ts';
import { useJobs } from './jobs.ts';

/**
 * The selected rows of the list, by the ids of their jobs or runs, to be saved, deleted or counted together.
 */
export const useSelection = defineStore('selection', () => {
  const history = useHistory();
  const known = useJobs();
  const ids = shallowRef<ReadonlySet<string>>(new Set());
  /** The row where a Shift selection starts. */
  let anchor: string | undefined;

  /** Selected jobs that are still shown; for a batch its parts. */
  const jobs = computed(() => history.shown.filter(({ id }) => ids.value.has(rowOf(id))));
  /** The number of their rows. */
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

  /** Selects from the last selected row to this one. `order`: the ids as listed. */
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
