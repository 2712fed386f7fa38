import { defineStore } from 'pinia';
import { nextTick, ref, shallowRef, watch } from 'vue';
import type { CheckProfile, JobChecks } from '../../service/contract/index.ts';
import { checkProfile, ignoreFinding, jobChecks, saveReport, setCheckProfile } from '../api/checks.ts';
import { words } from '../i18n/words.ts';
import { useReview } from './review.ts';

/** The checks before delivery of the reviewed file. */
export const useChecks = defineStore('checks', () => {
  const review = useReview();
  const isOpen = ref(false);
  const isRunning = ref(false);
  /** Of the last run. */
  const found = shallowRef<JobChecks>();
  const problem = ref('');
  /** Of the file's client. */
  const profile = shallowRef<CheckProfile>({});

  watch(
    () => review.job?.id,
    () => {
      [isOpen.value, found.value, problem.value, profile.value] = [false, undefined, '', {}];
    },
  );
  // Beside the file that is being saved, which does not wait for it.
  review.$onAction(({ name }) => {
    if (name === 'save') void run();
  });

  /** Shows what a request answers, unless another file is open by then. */
  async function take(answer: (id: string) => Promise<JobChecks>): Promise<void> {
    const id = review.job?.id;
    if (id === undefined || isRunning.value) return;
    [isRunning.value, problem.value] = [true, ''];
    try {
      const checks = await answer(id);
      if (review.job?.id === id) found.value = checks;
    } catch (error) {
      if (review.job?.id === id) problem.value = words.sentence(error);
    } finally {
      isRunning.value = false;
    }
  }

  /** Checks the texts as they were typed last. */
  async function run(): Promise<void> {
    await written();
    await take(jobChecks);
  }
  const ignore = (finding: string, reason: string | null): Promise<void> =>
    take((id) => ignoreFinding(id, finding, reason));

  /** Until no edit is on its way. */
  function written(): Promise<void> {
    return new Promise((resolve) => {
      const stop = watch(
        () => review.writing,
        (isWriting) => {
          if (isWriting) return;
          resolve();
          void nextTick(() => stop());
        },
        { immediate: true },
      );
    });
  }

  async function open(): Promise<void> {
    isOpen.value = true;
    const client = review.job?.client_id;
    if (client !== undefined)
      checkProfile(client).then(
        (checks) => {
          if (review.job?.client_id === client) profile.value = checks;
        },
        (error: unknown) => (problem.value = words.sentence(error)),
      );
    await run();
  }

  /** Changes some checks of the client's profile, and checks again. */
  async function choose(change: CheckProfile): Promise<void> {
    const client = review.job?.client_id;
    if (client === undefined) return;
    try {
      profile.value = await setCheckProfile(client, { ...profile.value, ...change });
      await run();
    } catch (error) {
      problem.value = words.sentence(error);
    }
  }

  async function report(): Promise<void> {
    const { job } = review;
    if (!job) return;
    problem.value = '';
    try {
      await saveReport(job.id, `${job.file_name ?? 'translation'} – checks ${job.to}.xlsx`);
    } catch (error) {
      problem.value = words.sentence(error);
    }
  }

  return { isOpen, isRunning, found, problem, profile, open, choose, run, ignore, report };
});
