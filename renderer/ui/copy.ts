import { ref } from 'vue';
import type { Ref } from 'vue';

/** A copy action and whether it has just been done, for a button that says so for two seconds. */
export function useCopy(): { copied: Ref<boolean>; copy: (text: string) => Promise<void> } {
  const copied = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function copy(text: string): Promise<void> {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    clearTimeout(timer);
    timer = setTimeout(() => (copied.value = false), 2_000);
  }

  return { copied, copy };
}
