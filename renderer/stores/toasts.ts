import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { useAnnouncer } from './announcer.ts';

/** Something that was done and can be undone for a while: only then is it done for good. */
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
  /** Absent where there is nothing to undo. */
  undo?(): void;
}

/** How long a toast stays, in milliseconds, while nobody is at it. */
const SHOWN_MS = 8_000;
/** How long it stays while somebody is: a pointer that rests there by chance delays a deletion no longer. */
const MAX_PAUSED_MS = 30_000;

/** Notes at the foot of the window that offer to undo what was done. */
export const useToasts = defineStore('toasts', () => {
  const announcer = useAnnouncer();
  const toasts = shallowRef<readonly Toast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;

  /** Offers to undo something. Returns the two ways to decide before its time is over. */
  function offer(undoable: Undoable): Offered {
    const toast = show(undoable);
    return { undo: () => undo(toast), commit: () => commit(toast) };
  }
  /** Says something that belongs to no row or field. */
  const tell = (text: string): void => void show({ text, commit: () => undefined });

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

  /** While the pointer or the focus is on a toast, it has more time. */
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

  // Nobody is at a toast of a window that cannot be seen, and no pointer tells that it leaves it.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) for (const toast of toasts.value) resume(toast);
  });

  // The window goes: what was done is done.
  window.addEventListener('pagehide', () => {
    for (const toast of toasts.value) commit(toast);
  });

  return { toasts, offer, tell, undo, commit, pause, resume };
});
