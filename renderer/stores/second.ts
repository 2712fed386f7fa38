import { defineStore } from 'pinia';
import { computed, reactive, ref, shallowRef, watch } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { askSecond, secondOffers } from '../api/review.ts';
import type { SecondOffer } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';
import { useReview } from './review.ts';

/** Which segments another engine translates: shares of the doubtful ones, or all that are not confirmed. */
const SECOND_SHARES = { tenth: 0.1, quarter: 0.25, unconfirmed: undefined } as const;
type Share = keyof typeof SECOND_SHARES;

/** Which of its answers are taken. */
const TAKE_RULES = {
  flagged: ({ isFlagged }: SecondOffer) => isFlagged,
  untouched: ({ isEdited }: SecondOffer) => !isEdited,
  onePlace: ({ changes }: SecondOffer) => changes === 1,
  all: () => true,
} as const;
type Rule = keyof typeof TAKE_RULES;

/** A second opinion on the reviewed file: another engine's answers, offered, and taken by rule. */
export const useSecond = defineStore('second', () => {
  const review = useReview();
  const jobs = useJobs();
  const connection = useConnection();
  const isOpen = ref(false);
  const choices = reactive<{ engine: string; share: Share; rule: Rule }>({
    ...{ engine: '', share: 'tenth', rule: 'flagged' },
  });
  const problem = ref('');
  /** The batch in which the other engine works. */
  const batchId = ref<string>();
  /** Undefined before it has answered. */
  const answers = shallowRef<readonly SecondOffer[]>();
  let reading: AbortController | undefined;

  const batch = computed(() => (batchId.value === undefined ? undefined : jobs.byId.get(batchId.value)));
  const isRunning = computed(() => batchId.value !== undefined && answers.value === undefined);
  const hasDoubt = computed(() => review.segments.some((segment) => segment.doubt !== undefined));
  const open = computed(() =>
    review.segments.filter(
      ({ index, state, origin }) => origin !== 'copied' && (review.stateOf(index) ?? state) !== 'confirmed',
    ),
  );
  const taken = computed(() => (answers.value ?? []).filter(TAKE_RULES[choices.rule]));

  async function show(): Promise<void> {
    reset();
    await review.showAll();
    choices.share = hasDoubt.value ? 'tenth' : 'unconfirmed';
    isOpen.value = true;
  }
  function reset(): void {
    reading?.abort();
    reading = undefined;
    [problem.value, batchId.value, answers.value] = ['', undefined, undefined];
  }
  function close(): void {
    if (batch.value?.status === 'running') void jobs.cancel(batch.value);
    reset();
    isOpen.value = false;
  }
  watch(() => review.job?.id, close);

  async function run(): Promise<void> {
    const { job } = review;
    if (!job || isRunning.value) return;
    reset();
    const { signal } = (reading = new AbortController());
    const share = SECOND_SHARES[choices.share];
    const which =
      share === undefined
        ? inParts(open.value.map(({ index }) => index)).map((indexes) => ({ indexes }))
        : [{ order: 'doubt' as const, share }];
    try {
      for (const part of which) {
        const id = await askSecond(job, { engine: choices.engine, ...part });
        signal.throwIfAborted();
        batchId.value = id;
        await jobs.adopt({ id, kind: 'batch' });
        const status = await endOf(id, signal);
        signal.throwIfAborted();
        if (status !== 'done') {
          problem.value = batch.value?.error
            ? words.said('job', batch.value.error)
            : words.t('second.stopped');
          batchId.value = undefined;
          return;
        }
      }
      const found = await secondOffers(job, choices.engine, signal);
      signal.throwIfAborted();
      answers.value = found;
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  /** How a batch ends; undefined if it is gone, or nobody waits any more. */
  function endOf(id: string, signal: AbortSignal): Promise<string | undefined> {
    return new Promise((resolve) => {
      const stop = watch(
        () => jobs.byId.get(id)?.status,
        (status) => {
          if (status !== 'running') settle(status);
        },
      );
      const settle = (status: string | undefined): void => {
        stop();
        resolve(status);
      };
      signal.addEventListener('abort', () => settle(undefined), { once: true });
      const now = jobs.byId.get(id)?.status;
      if (now !== 'running') settle(now);
    });
  }
  function fail(error: unknown): void {
    connection.note(error);
    problem.value = words.sentence(error);
    batchId.value = undefined;
  }

  /** Takes the answers that the rule means, as one step that can be undone. */
  function take(): void {
    const { job } = review;
    if (!job) return;
    review.putAll(job, new Map(taken.value.map(({ index, text }) => [index, text])));
    close();
  }

  return {
    ...{ isOpen, choices, problem, batch, isRunning, hasDoubt, open, answers, taken },
    ...{ show, close, run, take },
  };
});

/** As many as a request may name. */
function inParts(indexes: readonly number[]): number[][] {
  const parts: number[][] = [];
  for (let at = 0; at < indexes.length; at += LIMITS.batchSegments)
    parts.push(indexes.slice(at, at + LIMITS.batchSegments));
  return parts;
}
