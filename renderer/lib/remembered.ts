import { ref, toRaw, watch } from 'vue';
import type { Ref } from 'vue';
import { keptText, onDesk } from './kept-text.ts';
import type { KeptName } from './kept-text.ts';

/**
 * A value that outlives the window, for each client where it is of a client's work. A stored value without the shape of
 * the default is dropped.
 * @param prepare changes a value that was just read
 */
export function remembered<T>(
  name: KeptName,
  initial: T,
  isValid: (value: unknown) => value is T,
  prepare: (read: T) => T = (read) => read,
): Ref<T> {
  const kept = keptText(name);
  const read = (): T => prepare(kept.parse(isValid) ?? structuredClone(initial));
  const value = ref(read()) as Ref<T>;
  watch(value, (now) => kept.write(() => JSON.stringify(toRaw(now)), 'now'), { deep: true });
  if (kept.isOfClient) onDesk({ enter: () => (value.value = read()) });
  return value;
}
