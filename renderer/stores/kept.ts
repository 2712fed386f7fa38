import { defineStore } from 'pinia';
import { watch } from 'vue';
import { readKept, writeKept } from '../api/drafts.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import type { Keeper } from '../lib/keeper.ts';
import { openKept } from '../lib/kept-text.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

/** Between two tries to read or to send while the service does not answer. */
const AGAIN_MS = 2_000;

/** What the window keeps in the service: choices, what is being typed, what was saved. */
export const useKept = defineStore('kept', () => {
  const connection = useConnection();
  const toasts = useToasts();
  let keeper: Keeper | undefined;
  /** Why the service did not take something, as it was told. */
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves once all is read, or nobody is signed in. Until then the window has nothing to show that it could not lose. */
  async function open(): Promise<void> {
    while (connection.state === 'ready' && !keeper) {
      try {
        keeper = await openKept({ read: readKept, send: writeKept, onFailed, onSent: () => (told = '') });
      } catch (error) {
        connection.note(error);
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
    }
  }

  function onFailed(error: unknown): void {
    connection.note(error);
    if (error instanceof ServiceUnreachable) {
      clearTimeout(timer);
      timer = setTimeout(resend, AGAIN_MS);
      return;
    }
    // Whoever is signed out reads that all over the window.
    if (error instanceof ServiceProblem && error.code === 'unauthorized') return;
    const why = words.sentence(error);
    if (why !== told) toasts.tell(words.t('kept.onlyHere', { why }));
    told = why;
  }

  /** What could not be sent, if the service can be expected to answer. */
  function resend(): void {
    if (connection.usable) keeper?.flush(false);
  }

  watch(() => connection.usable, resend);

  return { open };
});
