import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { AlignmentView, LearnedPairs } from '../../service/contract/index.ts';
import { createAlignments, deleteAlignment, learnPairs, listAlignments } from '../api/alignments.ts';
import { words } from '../i18n/words.ts';
import type { Pair } from '../lib/pairs.ts';
import { useClients } from './clients.ts';
import { useConnection } from './connection.ts';

/** Milliseconds between looks at running alignments. */
const LOOK_MS = 1_000;

/** The alignments of old documents with their translations, and the files that are chosen for the next. */
export const useAlignments = defineStore('alignments', () => {
  const connection = useConnection();
  const clients = useClients();
  const all = shallowRef<readonly AlignmentView[]>();
  const sources = shallowRef<readonly File[]>([]);
  const targets = shallowRef<readonly File[]>([]);
  const unmatched = shallowRef<readonly string[]>([]);
  const problem = ref<string>();
  const sending = ref(false);
  const learned = shallowRef<LearnedPairs>();
  let looking: ReturnType<typeof setTimeout> | undefined;

  async function attempt(action: () => Promise<void>): Promise<void> {
    problem.value = undefined;
    try {
      await action();
    } catch (error) {
      connection.note(error);
      problem.value = words.sentence(error);
    }
  }

  /** Reads the list, and again while any of them runs. */
  async function load(): Promise<void> {
    clearTimeout(looking);
    const client = clients.chosen;
    await attempt(async () => {
      const listed = await listAlignments(client);
      if (client === clients.chosen) all.value = listed;
    });
    if (client !== clients.chosen) return;
    if (all.value?.some(({ status }) => status === 'running'))
      looking = setTimeout(() => void load(), LOOK_MS);
  }

  function stopLooking(): void {
    clearTimeout(looking);
  }

  async function send(pair: Pair): Promise<void> {
    if (sending.value) return;
    sending.value = true;
    await attempt(async () => {
      unmatched.value = await createAlignments(
        { sources: sources.value, targets: targets.value },
        pair,
        clients.chosen,
      );
      sources.value = [];
      targets.value = [];
    });
    sending.value = false;
    if (problem.value === undefined) await load();
  }

  /** Teaches the memory the accepted pairs of all that are done, one after the other. */
  async function learnAll(): Promise<void> {
    if (sending.value) return;
    sending.value = true;
    const sum = { added: 0, skipped: 0, contradicted: 0 };
    await attempt(async () => {
      for (const { id, accepted = 0 } of all.value ?? []) {
        if (accepted === 0) continue;
        const { added, skipped, contradicted } = await learnPairs(id);
        sum.added += added;
        sum.skipped += skipped;
        sum.contradicted += contradicted;
      }
      learned.value = sum;
    });
    sending.value = false;
  }

  /** A running one is cancelled. */
  async function remove(id: string): Promise<void> {
    await attempt(async () => {
      await deleteAlignment(id);
      all.value = all.value?.filter((one) => one.id !== id);
    });
  }

  watch(
    () => clients.chosen,
    () => {
      // Files that were chosen for another client are not sent for this one.
      [all.value, sources.value, targets.value, unmatched.value] = [undefined, [], [], []];
      void load();
    },
  );

  return {
    all,
    sources,
    targets,
    unmatched,
    problem,
    sending,
    learned,
    load,
    stopLooking,
    send,
    learnAll,
    remove,
  };
});
