import { ref, toRaw, watch } from 'vue';
import type { Ref } from 'vue';
import { keptText } from './kept-text.ts';
import type { KeptName } from './kept-text.ts';

/** A value that outlives the window. A stored value without the shape of the default is dropped. */
export function remembered<T>(name: KeptName, initial: T, isValid: (value: unknown) => value is T): Ref<T> {
  const kept = keptText(name);
  const value = ref(kept.parse(isValid) ?? initial) as Ref<T>;
  watch(value, (now) => kept.write(() => JSON.stringify(toRaw(now)), 'now'), { deep: true });
  return value;
}
