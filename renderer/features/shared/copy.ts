import { ref } from 'vue';
import type { Ref } from 'vue';
import { words } from '../../i18n/words.ts';
import { useToasts } from '../../stores/toasts.ts';

/** A copy action and whether it was just done, for a button that shows it for two seconds. */
export function useCopy(): { copied: Ref<boolean>; copy: (text: string) => Promise<void> } {
  const toasts = useToasts();
  const copied = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function copy(text: string): Promise<void> {
    clearTimeout(timer);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      copied.value = false;
      toasts.tell(words.t('action.notCopied'));
      return;
    }
    copied.value = true;
    timer = setTimeout(() => (copied.value = false), 2_000);
  }

  return { copied, copy };
}
