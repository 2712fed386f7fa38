import { ref, watch } from 'vue';
import type { Ref } from 'vue';

/**
 * A value that outlives a reload. `window` keeps it for this window only (drafts, texts), `machine` for good (choices). A
 * stored value that no longer has the shape of the default is dropped.
 */
export function remembered<T>(
  name: string,
  where: 'window' | 'machine',
  initial: T,
  isValid: (value: unknown) => value is T,
): Ref<T> {
  const storage = where === 'window' ? sessionStorage : localStorage;
  const item = `interlinear.${name}`;
  const value = ref(read(storage, item, isValid) ?? initial) as Ref<T>;
  watch(value, (now) => storage.setItem(item, JSON.stringify(now)), { deep: true });
  return value;
}

function read<T>(storage: Storage, item: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(item) ?? 'null');
    return isValid(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}
