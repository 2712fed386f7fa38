import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { MemoryMatches, OfferResource, SegmentResource } from '../../service/contract/index.ts';
import { changeGlossary, readGlossary } from '../api/glossaries.ts';
import type { GlossaryContent } from '../api/glossaries.ts';
import { clientIn } from '../api/client-scope.ts';
import { similarUnits } from '../api/memory.ts';
import { segmentOffers } from '../api/review.ts';
import { translateTexts } from '../api/text.ts';
import { createDebounce } from '../lib/debounce.ts';
import { dictionaryFor } from '../lib/dictionaries.ts';
import { wayFor } from '../lib/pairs.ts';
import { grammarFlags, withReplacement } from '../lib/grammar.ts';
import { codedOf, markupOf } from '../lib/markup.ts';
import { fitted, plainOf, termsIn } from '../lib/offers.ts';
import { words } from '../i18n/words.ts';
import { useAnnouncer } from './announcer.ts';
import { useCatalog } from './catalog.ts';
import { useConnection } from './connection.ts';
import { useReview } from './review.ts';

/** Milliseconds that a row has the focus before its offers are requested. */
const QUIET_MS = 120;
/** The maximum length of a query to the memory. */
const MAX_CHARS = 2_000;

interface Range {
  readonly at: number;
  readonly length: number;
}

/** A suggestion for the target of the focused row. */
export type Offer =
  | {
      kind: 'memory';
      text: string;
      source: string;
      match: number;
      memory: string;
      changedAt: string;
      /** Words of `text` that will need a change, where they are known. */
      changes: readonly Range[];
    }
  /** A similar translation with the words that differ replaced, or the segment's with earlier corrections. */
  | { kind: 'repair'; text: string; source: string; match: number; changes: readonly Range[] }
  | { kind: 'correction'; text: string; changes: readonly Range[] }
  | { kind: 'term'; text: string; source: string; isMissing: boolean }
  | { kind: 'engine'; text: string; engine: string; changes?: readonly Range[] }
  /**
   * The segment's text with a replacement that a checker of grammar has for `found`. `of`: the text that it checked; `why`:
   * at its first replacement.
   */
  | {
      kind: 'grammar';
      text: string;
      of: string;
      found: string;
      replacement: string;
      why: string;
      changes: readonly Range[];
    };

/** Offers of memory and glossary for one segment. */
export const useOffers = defineStore('offers', () => {
  const connection = useConnection();
  const review = useReview();
  const announcer = useAnnouncer();
  const catalog = useCatalog();
  const segment = shallowRef<SegmentResource>();
  const matches = shallowRef<MemoryMatches['matches']>([]);
  /** What the service makes of earlier work for the segment. */
  const made = shallowRef<readonly OfferResource[]>([]);
  const glossary = shallowRef<{ id: string; content: GlossaryContent }>();
  /** Whether the memory has not answered yet. */
  const isAsking = ref(false);
  const waiting = createDebounce(QUIET_MS);
  let reading: AbortController | undefined;

  /**
   * Answers of engines for the segment, in the order of the list of engines; undefined while one is pending.
   */
  const answers = shallowRef<readonly { engine: string; text: string | undefined; why?: string }[]>([]);
  const entries = computed(() => {
    const { job } = review;
    if (!job || glossary.value?.id !== job.options.glossary_id) return [];
    return dictionaryFor(glossary.value?.content.dictionaries ?? [], job.from, job.to)?.entries ?? [];
  });
  const terms = computed(() => {
    const { job } = review;
    const text = segment.value?.text;
    if (!job || text === undefined) return [];
    return termsIn(job.kind === 'document' ? plainOf(text) : text, entries.value);
  });

  /** Of the stored text: while another is typed, nothing is known of it. */
  const replacements = computed((): Offer[] => {
    const { index } = segment.value ?? {};
    const { translated_text: of, flags = [] } = review.segments.find((one) => one.index === index) ?? {};
    if (of === undefined || of === null || index === undefined || review.wordOf(index) !== undefined)
      return [];
    return grammarFlags(flags).flatMap((flag) =>
      flag.details.replacements.map((replacement, n): Offer => {
        const { text, change } = withReplacement(of, flag, replacement, review.job?.kind === 'document');
        const { found } = flag.details;
        return {
          kind: 'grammar',
          text,
          of,
          found,
          replacement,
          why: n === 0 ? flag.message : '',
          changes: [change],
        };
      }),
    );
  });

  const offers = computed((): Offer[] => {
    const of = segment.value;
    if (!of) return [];
    const isCoded = review.job?.kind === 'document';
    const known = matches.value.map(
      ({ unit_id, source, target, match, memory, updated_at: changedAt }): Offer => ({
        ...{ kind: 'memory', text: fitted(target, of.text, isCoded) },
        ...{ source: plainOf(source), match, memory: memory.name, changedAt },
        changes: made.value.find((one) => one.kind === 'fuzzy' && one.unit_id === unit_id)?.changes ?? [],
      }),
    );
    const second = made.value.flatMap(({ kind, text, engine = '', changes = [] }): Offer[] =>
      kind === 'second'
        ? [{ kind: 'engine', engine: catalog.engineById(engine)?.name ?? engine, text, changes }]
        : [],
    );
    const worked = made.value.flatMap(
      ({ kind, text, source = '', match = 0, changes = [], learned }): Offer[] =>
        kind === 'fuzzy' || kind === 'second'
          ? []
          : kind === 'repair'
            ? [{ kind, text, source: plainOf(source), match, changes }]
            : [{ kind: 'correction', text, changes: learned ?? changes }],
    );
    // The same text is no better than a repaired one of another; the segment's own text is no suggestion: most often
    // the memory learned it from this segment.
    const isWhole = (offer: Offer): boolean => offer.kind === 'memory' && offer.match >= 100;
    const earlier = [
      ...known.filter(isWhole),
      ...worked.filter(({ kind }) => kind === 'repair'),
      ...known.filter((offer) => !isWhole(offer)),
      ...worked.filter(({ kind }) => kind !== 'repair'),
    ];
    const texts = new Set([of.translated_text]);
    return [
      ...replacements.value,
      ...earlier.filter(({ text }) => !texts.has(text) && texts.add(text)),
      ...terms.value.map(({ term, translation }): Offer => ({
        kind: 'term',
        text: translation,
        source: term,
        isMissing: !plainOf(review.wordOf(of.index) ?? of.translated_text ?? '')
          .toLowerCase()
          .includes(translation.toLowerCase()),
      })),
      ...second,
      ...answers.value.flatMap(({ engine, text }): Offer[] =>
        text === undefined ? [] : [{ kind: 'engine', engine, text }],
      ),
    ];
  });

  /** Looks up suggestions for a segment; undefined clears them. */
  function look(next: SegmentResource | undefined): void {
    if (next?.text !== segment.value?.text) {
      matches.value = [];
      made.value = [];
      comparing?.abort();
      answers.value = [];
    }
    segment.value = next;
    waiting.cancel();
    reading?.abort();
    isAsking.value = next !== undefined;
    if (next) waiting.plan(() => find(next));
  }

  /** Asks each ready engine for its translation of the segment. */
  async function compare(): Promise<void> {
    const { job } = review;
    const of = segment.value;
    if (!job || !of) return;
    comparing?.abort();
    const { signal } = (comparing = new AbortController());
    const engines = catalog.engines.filter(
      (engine) => engine.ready && wayFor(engine.pairs, job.from, job.to)?.ready === true,
    );
    answers.value = engines.map(({ name }) => ({ engine: name, text: undefined }));
    const isCoded = job.kind === 'document';
    await Promise.all(
      engines.map(async ({ id, name }) => {
        const request = {
          ...{ from: job.from, to: job.to, engine: id, memory: 'off' as const },
          // What its client forbids is refused, and nothing sent.
          ...clientIn(job.client_id),
          ...(isCoded ? { markup: 'xml' as const } : {}),
          ...(job.options.glossary_id === undefined ? {} : { glossary_id: job.options.glossary_id }),
        };
        try {
          const { segments } = await translateTexts(request, [isCoded ? markupOf(of.text) : of.text], signal);
          const answer = segments[0]?.translated_text ?? '';
          note(name, { text: isCoded ? codedOf(answer, of.text) : answer });
        } catch (error) {
          if (!signal.aborted) note(name, { text: undefined, why: words.sentence(error) });
        }
      }),
    );
    function note(engine: string, said: { text: string | undefined; why?: string }): void {
      if (!signal.aborted)
        answers.value = answers.value.map((one) => (one.engine === engine ? { engine, ...said } : one));
    }
    if (!signal.aborted)
      announcer.say(
        words.counted('offers.answered', answers.value.filter(({ text }) => text !== undefined).length),
      );
  }
  let comparing: AbortController | undefined;

  /** Adds a term to the glossary of the job. */
  async function addTerm(term: string, translation: string): Promise<boolean> {
    const { job } = review;
    const id = job?.options.glossary_id;
    if (!job || id === undefined) return false;
    try {
      const content = await changeGlossary(id, (now) => {
        const own = dictionaryFor(now.dictionaries, job.from, job.to);
        const entry = { term, translation };
        const dictionaries = own
          ? now.dictionaries.map((one) =>
              one === own
                ? { ...one, entries: [...one.entries.filter((other) => other.term !== term), entry] }
                : one,
            )
          : [...now.dictionaries, { from: job.from, to: job.to, entries: [entry] }];
        return { ...now, dictionaries };
      });
      glossary.value = { id, content };
      announcer.say(words.t('offers.termAdded', { term, name: content.name }));
      void review.checkTerm({ term, translation });
      return true;
    } catch (error) {
      connection.note(error);
      announcer.say(words.sentence(error));
      return false;
    }
  }

  async function find(of: SegmentResource): Promise<void> {
    const own = (reading = new AbortController());
    try {
      const [found, worked] = await Promise.all([remembered(of, own.signal), workedOut(of, own.signal)]);
      if (!own.signal.aborted) [matches.value, made.value] = [found, worked];
    } catch (error) {
      if (!own.signal.aborted) connection.note(error);
    }
    if (!own.signal.aborted) isAsking.value = false;
  }

  async function workedOut(
    { index }: SegmentResource,
    signal: AbortSignal,
  ): Promise<readonly OfferResource[]> {
    const { job } = review;
    if (!job || !connection.usable || job.status !== 'done') return [];
    return segmentOffers(job, index, signal);
  }

  /** The texts before and behind a segment, where both are known; '' at an end of the file. */
  function neighboursOf(index: number): { pre: string; post: string } | undefined {
    const all = review.job?.total_segments ?? 0;
    const textOf = (n: number): string | undefined =>
      n < 0 || n >= all
        ? ''
        : review.segments.find((segment) => segment.index === n)?.text.slice(0, MAX_CHARS);
    const [pre, post] = [textOf(index - 1), textOf(index + 1)];
    return pre === undefined || post === undefined ? undefined : { pre, post };
  }

  async function remembered(
    { text: whole, index }: SegmentResource,
    signal: AbortSignal,
  ): Promise<MemoryMatches['matches']> {
    const { job } = review;
    const text = whole.slice(0, MAX_CHARS);
    if (!job || !connection.usable || text.trim() === '' || job.options.memory === 'off') return [];
    return similarUnits(job, text, signal, neighboursOf(index));
  }

  watch(
    () => review.job?.options.glossary_id,
    async (id) => {
      if (id === undefined) return;
      try {
        glossary.value = { id, content: await readGlossary(id) };
      } catch (error) {
        // Deleted since: it offers nothing.
        connection.note(error);
      }
    },
    { immediate: true },
  );

  const glossaryName = computed(() => glossary.value?.content.name ?? '');
  const source = computed(() => segment.value?.text ?? '');
  return { offers, answers, source, entries, isAsking, glossaryName, look, compare, addTerm };
});
