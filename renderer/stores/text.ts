import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { ServiceUnreachable } from '../api/errors.ts';
import { detectLanguages, translateTexts } from '../api/text.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { keptText, onDesk } from '../lib/kept-text.ts';
import { createSplitter, gapIn, placesAfter } from '../lib/sentences.ts';
import { useCatalog } from './catalog.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';

/** Milliseconds of quiet before a change is sent, and before the language is detected. */
const QUIET_MS = 250;
const DETECT_MS = 500;
/** Letters needed to detect a language, and the certainty needed to contradict the user. */
const MIN_LETTERS = 12;
const MIN_CONFIDENCE = 0.5;
/** Translations kept for sentences that come back, for example by undo. */
const MAX_KEPT = 2_000;

/** A sentence's translation, or while that is pending the previous text at its place. */
export interface ShownSentence {
  readonly gap: string;
  readonly text: string;
  readonly isWaiting: boolean;
}

/** A text that is translated while it is typed, sentence by sentence: only changes are sent. */
export const useText = defineStore('text', () => {
  const catalog = useCatalog();
  const connection = useConnection();
  const options = useJobOptions();
  const kept = keptText('text');
  const source = ref(kept.read() ?? '');
  /** Why the last request was refused, if it was. */
  const problem = ref<string>();
  const detected = ref<string>();

  const splitter = computed(() => createSplitter(options.choices.from));
  const split = computed(() => splitter.value(source.value));
  const asked = computed(() => JSON.stringify(options.request));
  const hasEngine = computed(() => {
    const { from, to, engine } = options.choices;
    return catalog.loaded && catalog.isReady(from, to, engine);
  });
  const isReady = computed(() => connection.usable && hasEngine.value);

  /** Translations of the current request, by sentence. */
  const answers = shallowRef<ReadonlyMap<string, string>>(new Map());
  /** The previous text at the place of a sentence that has no translation yet. */
  const places = shallowRef<readonly (string | undefined)[]>([]);

  const shown = computed((): ShownSentence[] =>
    split.value.sentences.map(({ gap, text }, index) => {
      const answer = answers.value.get(text);
      return {
        gap: gapIn(options.choices.to, gap, index === 0),
        // Without an engine for the pair there is no placeholder: the old translation is in another language.
        text: answer ?? (hasEngine.value ? places.value[index] : undefined) ?? '',
        isWaiting: answer === undefined,
      };
    }),
  );
  const target = computed(() => shown.value.map(({ gap, text }) => gap + text).join('') + split.value.rest);
  const missing = computed(() => [
    ...new Set(split.value.sentences.map(({ text }) => text).filter((text) => !answers.value.has(text))),
  ]);
  /** Whether all of it is translated. */
  const isWhole = computed(() => missing.value.length === 0);
  /** Whether a sentence shows another text's translation. */
  const isStale = computed(() => shown.value.some(({ text, isWaiting }) => isWaiting && text !== ''));

  const typing = createDebounce(QUIET_MS);
  let asking: { abort: AbortController; texts: readonly string[] } | undefined;

  /**
   * Sends a request once typing pauses. A request for text that has since changed is cancelled immediately.
   */
  function plan(wait?: number): void {
    problem.value = undefined;
    const wanted = new Set(missing.value);
    if (asking?.texts.some((text) => !wanted.has(text))) giveUp();
    typing.plan(ask, wait);
  }

  function giveUp(): void {
    asking?.abort.abort();
    asking = undefined;
  }

  async function ask(): Promise<void> {
    if (asking || !isReady.value) return;
    const abort = new AbortController();
    try {
      while (missing.value.length > 0) {
        const own = (asking = { abort, texts: missing.value.slice(0, LIMITS.textsSegments) });
        const { segments } = await translateTexts(options.request, own.texts, abort.signal);
        const found = segments.map(({ translated_text: text }, index) => [own.texts[index]!, text] as const);
        answers.value = new Map([...recent(answers.value), ...found]);
      }
    } catch (error) {
      if (abort.signal.aborted) return;
      connection.note(error);
      // Repeated once the service answers.
      if (error instanceof ServiceUnreachable) return;
      problem.value = words.sentence(error);
      // The placeholder of a refused sentence is of an earlier text or language.
      places.value = [];
    } finally {
      if (asking?.abort === abort) asking = undefined;
    }
  }

  function recent(known: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
    if (known.size < MAX_KEPT) return [...known];
    const wanted = new Set(split.value.sentences.map(({ text }) => text));
    return [...known].filter(([text]) => wanted.has(text));
  }

  let looking: AbortController | undefined;
  const waiting = createDebounce(DETECT_MS);
  /** Examines the beginning: a text is rarely in two languages. */
  function look(): void {
    waiting.cancel();
    looking?.abort();
    const text = source.value.slice(0, 2_000);
    if ((text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) {
      detected.value = undefined;
      return;
    }
    waiting.plan(() => detect(text));
  }
  async function detect(text: string): Promise<void> {
    if (!connection.usable) return;
    const { signal } = (looking = new AbortController());
    try {
      const [best] = await detectLanguages(text, signal);
      detected.value = best && best.confidence >= MIN_CONFIDENCE ? best.code : undefined;
    } catch (error) {
      if (!signal.aborted) connection.note(error);
    }
  }

  /** The detected language, if it is not the selected one. */
  const otherLanguage = computed(() => {
    const found = detected.value;
    const { from } = options.choices;
    if (found === undefined || baseOf(found) === baseOf(from)) return undefined;
    return catalog.byCode.has(found) ? found : undefined;
  });

  // Immediately, so that the previous text of a sentence's place is known before rendering.
  watch(
    split,
    ({ sentences }, { sentences: before }) => {
      places.value = placesAfter(before, sentences, (index) => {
        const text = before[index]?.text ?? '';
        return answers.value.get(text) ?? places.value[index];
      });
    },
    { flush: 'sync' },
  );
  watch(
    asked,
    () => {
      places.value = hasEngine.value ? shown.value.map(({ text }) => text) : [];
      answers.value = new Map();
      giveUp();
    },
    { flush: 'sync' },
  );
  onDesk({
    enter() {
      source.value = kept.read() ?? '';
      // Another client's translation is not shown, not even while this one's is on its way.
      answers.value = new Map();
      places.value = [];
    },
  });
  watch([source, asked], () => {
    kept.write(() => source.value);
    plan();
  });
  watch(isReady, (ready) => ready && plan(0), { immediate: true });
  onAnswer(() => isReady.value && plan(0));
  watch(source, look, { immediate: true });
  onAnswer(look);

  return {
    source,
    split,
    shown,
    target,
    isWhole,
    isStale,
    isReady,
    problem,
    otherLanguage,
    again: () => plan(0),
  };
});

function baseOf(code: string): string {
  return code.split('-')[0]!;
}
