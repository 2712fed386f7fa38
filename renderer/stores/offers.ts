import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { MemoryMatches, SegmentResource } from '../../service/contract/index.ts';
import { readGlossary } from '../api/glossaries.ts';
import type { GlossaryContent } from '../api/glossaries.ts';
import { similarUnits } from '../api/memory.ts';
import { createDebounce } from '../lib/debounce.ts';
import { dictionaryFor } from '../lib/dictionaries.ts';
import { fitted, plainOf, termsIn } from '../lib/offers.ts';
import { useConnection } from './connection.ts';
import { useReview } from './review.ts';

/** Milliseconds that a row has the focus before its offers are asked for. */
const QUIET_MS = 120;
/** Characters that the memory can be asked for. */
const MOST_CHARS = 2_000;

/** Something that can be taken over into the target of the row with the focus. */
export type Offer =
  | { kind: 'memory'; text: string; source: string; match: number; changedAt: string }
  | { kind: 'term'; text: string; source: string };

/** What memory and glossary offer for one segment. */
export const useOffers = defineStore('offers', () => {
  const connection = useConnection();
  const review = useReview();
  const segment = shallowRef<SegmentResource>();
  const matches = shallowRef<MemoryMatches['matches']>([]);
  const glossary = shallowRef<{ id: string; content: GlossaryContent }>();
  /** Whether the memory has not answered yet. */
  const isAsking = ref(false);
  const waiting = createDebounce(QUIET_MS);
  let reading: AbortController | undefined;

  const terms = computed(() => {
    const { job } = review;
    const text = segment.value?.text;
    if (!job || text === undefined || glossary.value?.id !== job.options.glossary_id) return [];
    const dictionary = dictionaryFor(glossary.value?.content.dictionaries ?? [], job.from, job.to);
    return termsIn(job.kind === 'document' ? plainOf(text) : text, dictionary?.entries ?? []);
  });

  const offers = computed((): Offer[] => {
    const of = segment.value;
    if (!of) return [];
    const isCoded = review.job?.kind === 'document';
    const known = matches.value.map(({ source, target, match, updated_at: changedAt }): Offer => ({
      kind: 'memory',
      text: fitted(target, of.text, isCoded),
      source: plainOf(source),
      match,
      changedAt,
    }));
    return [
      // What the segment says already is no offer: most often it was learned from it.
      ...known.filter(({ text }) => text !== of.translated_text),
      ...terms.value.map(({ term, translation }): Offer => ({
        kind: 'term',
        text: translation,
        source: term,
      })),
    ];
  });

  /** Looks for what goes with a segment; undefined: for nothing. */
  function look(next: SegmentResource | undefined): void {
    if (next?.text !== segment.value?.text) matches.value = [];
    segment.value = next;
    waiting.cancel();
    reading?.abort();
    isAsking.value = next !== undefined;
    if (next) waiting.plan(() => find(next));
  }

  async function find(of: SegmentResource): Promise<void> {
    const own = (reading = new AbortController());
    try {
      const found = await remembered(of, own.signal);
      if (!own.signal.aborted) matches.value = found;
    } catch (error) {
      if (!own.signal.aborted) connection.note(error);
    }
    if (!own.signal.aborted) isAsking.value = false;
  }

  async function remembered(
    { text: whole }: SegmentResource,
    signal: AbortSignal,
  ): Promise<MemoryMatches['matches']> {
    const { job } = review;
    const text = whole.slice(0, MOST_CHARS);
    if (!job || !connection.usable || text.trim() === '' || job.options.memory === 'off') return [];
    return similarUnits({ from: job.from, to: job.to }, text, signal);
  }

  watch(
    () => review.job?.options.glossary_id,
    async (id) => {
      if (id === undefined) return;
      try {
        glossary.value = { id, content: await readGlossary(id) };
      } catch (error) {
        // It was deleted since: nothing is offered from it.
        connection.note(error);
      }
    },
    { immediate: true },
  );

  const glossaryName = computed(() => glossary.value?.content.name ?? '');
  return { offers, isAsking, glossaryName, look };
});
