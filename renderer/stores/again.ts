import { defineStore } from 'pinia';
import { computed, reactive, ref, watch } from 'vue';
import type { SegmentResource } from '../../service/contract/index.ts';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { clientIn } from '../api/client-scope.ts';
import { similarUnits } from '../api/memory.ts';
import { translateTexts } from '../api/text.ts';
import { words } from '../i18n/words.ts';
import { codedOf, markupOf } from '../lib/markup.ts';
import { codeProblems } from '../lib/coded.ts';
import { useAnnouncer } from './announcer.ts';
import { useReview } from './review.ts';

/** The translation memory instead of an engine. */
export const MEMORY = 'memory';
/** Concurrent requests to the memory. */
const MAX_CONCURRENT = 4;

/**
 * Retranslates the unconfirmed segments of the reviewed file: by another engine, or from the memory alone.
 */
export const useAgain = defineStore('again', () => {
  const review = useReview();
  const announcer = useAnnouncer();
  const isOpen = ref(false);
  const choices = reactive({ engine: '', glossary: '', drafts: false });
  const done = ref(0);
  const total = ref(0);
  const problem = ref('');
  let running: AbortController | undefined;
  const isRunning = ref(false);

  const wanted = computed(() =>
    review.segments.filter(
      ({ index, state, origin }) =>
        origin !== 'copied' &&
        (review.stateOf(index) ?? state) !== 'confirmed' &&
        (choices.drafts || (state !== 'draft' && review.wordOf(index) === undefined)),
    ),
  );

  async function open(engine = ''): Promise<void> {
    problem.value = '';
    choices.engine = engine;
    choices.glossary = review.job?.options.glossary_id ?? '';
    // Segments that a filter hides are translated too.
    await review.showAll();
    isOpen.value = true;
  }
  function close(): void {
    running?.abort();
    isOpen.value = false;
  }
  watch(() => review.job?.id, close);

  async function run(): Promise<void> {
    const { job } = review;
    if (!job || isRunning.value) return;
    const { signal } = (running = new AbortController());
    const segments = wanted.value;
    [done.value, total.value, problem.value, isRunning.value] = [0, segments.length, '', true];
    const texts = new Map<number, string>();
    const take = (segment: SegmentResource, text: string): void => {
      const fits = job.kind !== 'document' || codeProblems(segment.text, text).length === 0;
      if (text !== '' && text !== segment.translated_text && fits) texts.set(segment.index, text);
    };
    try {
      if (choices.engine === MEMORY) await fromMemory(segments, take, signal);
      else await fromEngine(segments, take, signal);
    } catch (error) {
      if (!signal.aborted) problem.value = words.sentence(error);
    }
    isRunning.value = false;
    // Everything translated until then stays, and can be undone as one step.
    review.putAll(job, texts);
    if (texts.size === 0 && problem.value === '' && !signal.aborted) announcer.say(words.t('again.none'));
    if (problem.value === '') isOpen.value = false;
  }

  async function fromEngine(
    segments: readonly SegmentResource[],
    take: (segment: SegmentResource, text: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { job } = review;
    if (!job) return;
    const isCoded = job.kind === 'document';
    const { tone, context } = job.options;
    const request = {
      ...{ from: job.from, to: job.to, ...clientIn(job.client_id) },
      ...(choices.engine === '' ? {} : { engine: choices.engine }),
      ...(choices.glossary === '' ? {} : { glossary_id: choices.glossary }),
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(isCoded ? { markup: 'xml' as const } : {}),
    };
    for (let at = 0; at < segments.length; at += LIMITS.textsSegments) {
      const some = segments.slice(at, at + LIMITS.textsSegments);
      const asked = some.map(({ text }) => (isCoded ? markupOf(text) : text));
      const { segments: answers } = await translateTexts(request, asked, signal);
      for (const [n, segment] of some.entries()) {
        const answer = answers[n]?.translated_text ?? '';
        take(segment, isCoded ? codedOf(answer, segment.text) : answer);
      }
      done.value += some.length;
    }
  }

  async function fromMemory(
    segments: readonly SegmentResource[],
    take: (segment: SegmentResource, text: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { job } = review;
    if (!job) return;
    const left = [...segments];
    const ask = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [best] = await similarUnits(job, next.text, signal);
        if (best?.match === 100) take(next, best.target);
        done.value += 1;
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, ask));
  }

  return { isOpen, choices, done, total, problem, isRunning, wanted, open, close, run };
});
