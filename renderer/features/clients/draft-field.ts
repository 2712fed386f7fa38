import { ref, watch } from 'vue';
import type { Ref } from 'vue';

/** A text that is stored when its field is left; what was not stored shows the stored one again. */
export function draftField(
  stored: () => string,
  store: (typed: string) => Promise<boolean>,
): { typed: Ref<string>; save: () => Promise<void> } {
  const typed = ref(stored());
  watch(stored, (now) => (typed.value = now));
  return {
    typed,
    async save() {
      const wanted = typed.value;
      if (wanted === stored()) return;
      await store(wanted);
      // Unless typing has gone on.
      if (typed.value === wanted) typed.value = stored();
    },
  };
}
