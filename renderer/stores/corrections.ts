import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import type { CorrectionResource } from '../../service/contract/index.ts';
import {
  acceptTerm,
  changeCorrection,
  deleteCorrection,
  listCorrections,
  listTerms,
  refuseTerm,
} from '../api/corrections.ts';
import type { ProposedTerm } from '../api/corrections.ts';
import { listGlossaries } from '../api/glossaries.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import type { Pair } from '../lib/pairs.ts';
import { useConnection } from './connection.ts';
import { useToasts } from './toasts.ts';

/** Milliseconds after the last key before a search is sent. */
const TYPING_MS = 120;

/** What the memory learned from edits in a direction, and the terms that it proposes. */
export const useCorrections = defineStore('corrections', () => {
  const connection = useConnection();
  const { tell } = useToasts();
  const pair = shallowRef<Pair>();
  const query = ref('');
  const found = shallowRef<readonly CorrectionResource[]>([]);
  const cursor = ref<string>();
  const terms = shallowRef<readonly ProposedTerm[]>([]);
  const glossaries = shallowRef<readonly { id: string; name: string }[]>([]);
  const isKnown = ref(false);
  const typing = createDebounce(TYPING_MS);
  let reading = new AbortController();

  async function read(of: Pair, after?: string): Promise<void> {
    reading.abort();
    const { signal } = (reading = new AbortController());
    try {
      const page = await listCorrections(of, { q: query.value, cursor: after }, signal);
      found.value = after === undefined ? page.corrections : [...found.value, ...page.corrections];
      cursor.value = page.next_cursor;
      terms.value = await listTerms(of, signal);
      isKnown.value = true;
    } catch (error) {
      if (!signal.aborted) connection.note(error);
    }
  }

  /** Shows a direction's. */
  async function show(of: Pair): Promise<void> {
    pair.value = of;
    found.value = [];
    isKnown.value = false;
    await read(of);
    try {
      glossaries.value = (await listGlossaries()).map(({ id, name }) => ({ id, name }));
    } catch (error) {
      connection.note(error);
    }
  }

  async function more(): Promise<void> {
    if (pair.value && cursor.value !== undefined) await read(pair.value, cursor.value);
  }

  /** Tells a failure; else reads the list again, which is another one now. */
  async function change(work: () => Promise<unknown>, told?: string): Promise<void> {
    try {
      await work();
      if (told !== undefined) tell(told);
    } catch (error) {
      connection.note(error);
      tell(words.sentence(error));
    }
    if (pair.value) await read(pair.value);
  }

  watch(query, () =>
    typing.plan(() => {
      if (pair.value) void read(pair.value);
    }),
  );

  return {
    ...{ query, found, cursor, terms, glossaries, isKnown, show, more },
    decide: (id: string, state: 'active' | 'refused' | 'always') => change(() => changeCorrection(id, state)),
    forget: (id: string) => change(() => deleteCorrection(id)),
    accept: ({ id, term }: ProposedTerm, glossary: { id: string; name: string }) =>
      change(() => acceptTerm(id, glossary.id), words.t('offers.termAdded', { term, name: glossary.name })),
    refuse: ({ id }: ProposedTerm) => change(() => refuseTerm(id)),
  };
});
