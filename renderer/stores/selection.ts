import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import { useHistory } from './history.ts';

/** The jobs of the list that are selected, to be saved, deleted or counted together. */
export const useSelection = defineStore('selection', () => {
  const history = useHistory();
  const ids = shallowRef<ReadonlySet<string>>(new Set());
  /** From where Shift selects. */
  let anchor: string | undefined;

  /** Those that are still shown. */
  const jobs = computed(() => history.shown.filter(({ id }) => ids.value.has(id)));

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

  return { ids, jobs, toggle, extend, all, clear };
});
