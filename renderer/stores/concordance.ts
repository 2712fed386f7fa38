import { defineStore } from 'pinia';
import { ref, shallowRef, watch } from 'vue';
import { findWords } from '../api/concordance.ts';
import type { ConcordanceHit } from '../api/concordance.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { useAnnouncer } from './announcer.ts';
import { useConnection } from './connection.ts';
import { useReview } from './review.ts';

export type { ConcordanceHit };

/** Milliseconds after the last key before the words are looked up. */
const TYPING_MS = 120;
/** The longest question. */
const MAX_CHARS = 200;

/** Words looked up in all units of the job's direction. */
export const useConcordance = defineStore('concordance', () => {
  const announcer = useAnnouncer();
  const connection = useConnection();
  const review = useReview();
  const isOpen = ref(false);
  const query = ref('');
  const side = ref<'source' | 'target'>('source');
  const hits = shallowRef<readonly ConcordanceHit[]>([]);
  /** The question that `hits` answer. */
  const answered = ref('');
  const active = ref(0);
  const typing = createDebounce(TYPING_MS);
  let reading: AbortController | undefined;

  async function find(): Promise<void> {
    reading?.abort();
    const own = (reading = new AbortController());
    const q = query.value.trim();
    const { job } = review;
    if (!job || q === '') {
      hits.value = [];
      answered.value = '';
      return;
    }
    try {
      const found = await findWords(
        { q, side: side.value, from: job.from, to: job.to, client: job.client_id },
        own.signal,
      );
      if (own.signal.aborted) return;
      hits.value = found;
      active.value = 0;
      answered.value = q;
      announcer.say(words.counted('concordance.found', found.length));
    } catch (error) {
      if (own.signal.aborted) return;
      connection.note(error);
      announcer.say(words.sentence(error));
    }
  }
  watch([query, side], () => typing.plan(find));

  /** Opens the field with words, if there are any. */
  function open(selected: string, of: 'source' | 'target'): void {
    isOpen.value = true;
    const text = Array.from(selected.replace(/\s+/g, ' ').trim()).slice(0, MAX_CHARS).join('');
    if (text === '') return;
    side.value = of;
    query.value = text;
  }
  function close(): void {
    typing.cancel();
    reading?.abort();
    isOpen.value = false;
  }
  watch(() => review.job?.id, close);

  return { isOpen, query, side, hits, answered, active, open, close };
});
