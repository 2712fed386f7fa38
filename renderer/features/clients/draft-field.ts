import { ref, watch } from 'vue';
import type { Ref } from 'vue';

/** Stores a text when its field is left. If that fails, the field shows the stored text again. */
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
