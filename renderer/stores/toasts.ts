import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { useAnnouncer } from './announcer.ts';

/** An action that can be undone for a while; only then it becomes permanent. */
export interface Undoable {
  /** The action, in a word or two. */
  text: string;
  undo(): void;
  commit(): void;
}

export interface Offered {
  undo(): void;
  commit(): void;
}

export interface Toast extends Omit<Undoable, 'undo'> {
  readonly id: number;
  /** Absent if there is nothing to undo. */
  undo?(): void;
}

/** How long a toast stays, in milliseconds, without focus or pointer. */
const SHOWN_MS = 8_000;
/** The maximum with focus or pointer: a pointer that rests there by chance delays a deletion no longer. */
const MAX_PAUSED_MS = 30_000;

/** Notes at the foot of the window that offer to undo an action. */
export const useToasts = defineStore('toasts', () => {
  const announcer = useAnnouncer();
  const toasts = shallowRef<readonly Toast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;

  /** Offers to undo an action. Returns the two ways to decide before its time is over. */
  function offer(undoable: Undoable): Offered {
    const toast = show(undoable);
    return { undo: () => undo(toast), commit: () => commit(toast) };
  }
  /** Shows a message that belongs to no row or field. Returns a function that removes it. */
  function tell(text: string): () => void {
    const toast = show({ text, commit: () => undefined });
    return () => commit(toast);
  }

  function show(shown: Omit<Toast, 'id'>): Toast {
    lastId += 1;
    const toast = { ...shown, id: lastId };
    toasts.value = [...toasts.value, toast];
    announcer.say(toast.text);
    resume(toast);
    return toast;
  }

  function take(toast: Toast): boolean {
    stopTimer(toast);
    const isThere = toasts.value.includes(toast);
    toasts.value = toasts.value.filter((one) => one !== toast);
    return isThere;
  }
  function undo(toast: Toast): void {
    if (take(toast)) toast.undo?.();
  }
  function commit(toast: Toast): void {
    if (take(toast)) toast.commit();
  }

  /** A toast with the pointer or the focus stays longer. */
  function pause(toast: Toast): void {
    startTimer(toast, MAX_PAUSED_MS);
  }
  function resume(toast: Toast): void {
    startTimer(toast, SHOWN_MS);
  }
  function startTimer(toast: Toast, ms: number): void {
    stopTimer(toast);
    timers.set(
      toast.id,
      setTimeout(() => commit(toast), ms),
    );
  }
  function stopTimer({ id }: Toast): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  // A hidden window has no reader, and no pointer event tells that the pointer has left.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) for (const toast of toasts.value) resume(toast);
  });

  // When the window closes, its actions become permanent.
  window.addEventListener('pagehide', () => {
    for (const toast of toasts.value) commit(toast);
  });

  return { toasts, offer, tell, undo, commit, pause, resume };
});
