import { defineStore } from 'pinia';
import { watch } from 'vue';
import { readUsage } from '../api/catalog.ts';
import { readKept, writeKept } from '../api/drafts.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import type { MessageKey } from '../i18n/messages.ts';
import { words } from '../i18n/words.ts';
import type { Keeper } from '../lib/keeper.ts';
import { damaged, openKept } from '../lib/kept-text.ts';
import type { KeptName } from '../lib/kept-text.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

/** The purpose of each, in the terms of the views. */
const KEPT_FOR = {
  choices: 'options.show',
  client: 'clients.label',
  'also-into': 'options.show',
  'format-choices': 'options.show',
  'recent-pairs': 'options.show',
  'asks-first': 'options.show',
  segmentation: 'options.show',
  context: 'options.show',
  glossary: 'options.show',
  rows: 'rail.settings',
  language: 'rail.settings',
  'glossary-terms': 'rail.glossaries',
  text: 'rail.text',
  'batch-jobs': 'documents.title',
  'batch-rows': 'rail.batch',
  'batch-run': 'rail.batch',
  saved: 'rail.documents',
  refused: 'rail.documents',
  places: 'rail.documents',
  spelling: 'rail.settings',
  repeats: 'rail.review',
  'side-panel': 'rail.review',
  page: 'page.title',
  'key-set': 'rail.settings',
  spaces: 'rail.review',
  'confirm-told': 'rail.review',
  'review-places': 'rail.review',
} as const satisfies Record<KeptName, MessageKey>;

/** Between two tries to read or to send while the service does not answer. */
const AGAIN_MS = 2_000;

/** The window's data in the service: choices, unfinished typing, places of saved files. */
export const useKept = defineStore('kept', () => {
  const connection = useConnection();
  const toasts = useToasts();
  let keeper: Keeper | undefined;
  /** The reason the service gave for its last refusal. */
  let told = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Resolves once everything is read, or nobody is signed in. Before, edits in the window could be lost. */
  async function open(): Promise<void> {
    while (connection.state === 'ready' && !keeper) {
      try {
        keeper = await openKept({
          account: async () => (await readUsage()).account_id,
          read: (names) => readKept(names, (name) => damaged.add(name as KeptName)),
          send: writeKept,
          onFailed,
          onSent: () => (told = ''),
        });
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
    // A signed-out user sees that message across the window.
    if (error instanceof ServiceProblem && error.code === 'unauthorized') return;
    const why = words.sentence(error);
    if (why !== told) toasts.tell(words.t('kept.onlyHere', { why }));
    told = why;
  }

  /** Sends failed requests again, if the service can be expected to answer. */
  function resend(): void {
    if (connection.usable) keeper?.flush(false);
  }

  watch(() => connection.usable, resend);

  /** Reports unreadable entries, now and later. Call it once the window has its language. */
  function tellDamaged(): void {
    watch(
      () => [...damaged],
      (names, before = []) => {
        const found = names.filter((name) => !before.includes(name)).map((name) => words.t(KEPT_FOR[name]));
        if (found.length > 0) toasts.tell(words.t('kept.damaged', { what: words.list([...new Set(found)]) }));
      },
      { immediate: true },
    );
  }

  return { open, tellDamaged };
});
