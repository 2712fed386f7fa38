import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { Effort } from '../../service/contract/index.ts';
import { exportEffort, readEffort } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { createDebounce } from '../lib/debounce.ts';
import { useReview } from './review.ts';

/** Milliseconds without another confirmation before the effort is asked for. */
const QUIET_MS = 2_000;

/** What confirming the reviewed job has cost so far: words changed, and time. */
export const useEffort = defineStore('effort', () => {
  const review = useReview();
  const effort = shallowRef<Effort>();
  const asking = createDebounce(QUIET_MS);

  async function load(): Promise<void> {
    const { job } = review;
    if (!job) return;
    try {
      const found = await readEffort(job);
      if (review.job?.id === job.id) effort.value = found;
    } catch {
      // It is only told, and asked for again after the next confirmation.
    }
  }

  watch(
    () => [review.job?.id, review.job?.confirmed_segments] as const,
    ([id, confirmed], before) => {
      if (id !== before?.[0]) effort.value = undefined;
      if (confirmed) asking.plan(load, effort.value ? undefined : 0);
    },
    { immediate: true },
  );

  /** In words; empty before anything is confirmed. */
  const told = computed(() => {
    const { words: all, words_changed: changed, active_seconds: seconds } = effort.value ?? { words: 0 };
    if (all === 0 || changed === undefined || seconds === undefined) return '';
    const share = words.number(Math.min(100, Math.round((100 * changed) / all)));
    const minutes = Math.round(seconds / 60);
    const text = words.t('effort.changed', { share });
    return minutes === 0 ? text : `${text} · ${words.counted('effort.minutes', minutes)}`;
  });

  async function save(): Promise<void> {
    const { job } = review;
    if (job) await exportEffort(job, job.file_name ?? job.id);
  }

  return { told, save };
});
