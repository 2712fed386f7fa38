import { readonly, shallowRef } from 'vue';

export type Dialog =
  'palette' | 'keys' | 'quote' | 'terms' | 'page' | 'server' | 'goTo' | 'notes' | 'versions';

const dialog = shallowRef<{ name: Dialog; opening: number }>();
let openings = 0;

/** The open dialog, with a number per opening: reopening the same dialog is a change. */
export const openedDialog = readonly(dialog);

export function openDialog(name: Dialog | undefined): void {
  if (name === dialog.value?.name) return;
  dialog.value = name && { name, opening: openings++ };
}

/**
 * Ctrl/⌘+K opens the palette anywhere, `?` the key list outside text fields. Returns a function that stops.
 */
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
      openDialog(dialog.value?.name === wanted ? undefined : wanted);
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
