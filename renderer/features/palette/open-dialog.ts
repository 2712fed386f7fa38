import { readonly, ref } from 'vue';

export type Dialog = 'palette' | 'keys';

const dialog = ref<Dialog>();

/** Which of the window's two dialogs is open. */
export const openedDialog = readonly(dialog);

export function openDialog(name: Dialog | undefined): void {
  dialog.value = name;
}

/** Ctrl/⌘+K opens the palette from anywhere, `?` the list of keys where nothing is being typed. Returns how to stop. */
export function listenForKeys(): () => void {
  const controller = new AbortController();
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.altKey) return;
      const isControl = event.ctrlKey || event.metaKey;
      const wanted =
        isControl && event.key.toLowerCase() === 'k' ? 'palette' : event.key === '?' ? 'keys' : undefined;
      if (wanted === undefined || (wanted === 'keys' && (isControl || isTyping(event.target)))) return;
      event.preventDefault();
      openDialog(dialog.value === wanted ? undefined : wanted);
    },
    { signal: controller.signal },
  );
  return () => controller.abort();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
