import { ref, watch } from 'vue';
import type { Ref } from 'vue';

/**
 * A value that outlives the window. A stored value that no longer has the shape of the default is dropped.
 */
export function remembered<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Ref<T> {
  const item = `interlinear.${name}`;
  const value = ref(read(item, isValid) ?? initial) as Ref<T>;
  watch(value, (now) => localStorage.setItem(item, JSON.stringify(now)), { deep: true });
  return value;
}

function read<T>(item: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(item) ?? 'null');
    return isValid(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}
