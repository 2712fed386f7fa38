import { shallowRef, watch } from 'vue';
import type { ShallowRef } from 'vue';
import type { Job, SegmentResource } from '../../service/contract/index.ts';
import type { EditQueue } from './edit-queue.ts';
import { openProblemsOf } from './open-problems.ts';
import type { OpenProblem } from './open-problems.ts';

interface ReviewSaveParts {
  readonly job: () => Job | undefined;
  readonly loaded: Readonly<ShallowRef<readonly SegmentResource[]>>;
  readonly edits: Pick<EditQueue, 'sendAgain' | 'unsaved'>;
  /** Builds the file, which tells what it cannot hold, and returns the job as it is then. */
  readonly build: (job: Job) => Promise<Job>;
  readonly save: (job: Job) => Promise<void>;
  readonly onError: (of: Job, error: unknown) => void;
}

/** Saves the translated file. Problems that the user has not seen are shown first. */
export function createReviewSave({ job, loaded, edits, build, save, onError }: ReviewSaveParts) {
  /** The problems of the requested file, while the user is asked about them. */
  const openProblems = shallowRef<readonly OpenProblem[]>([]);
  /** Problems with which the file was saved already. */
  const accepted = new Set<string>();
  const keyOf = ({ index, kind, flags }: OpenProblem): string => [index, kind, ...flags].join(' ');
  watch(
    () => [...edits.unsaved.keys()],
    (unsaved) => {
      openProblems.value = openProblems.value.filter(
        ({ kind, index }) => kind !== 'unsaved' || unsaved.includes(index),
      );
    },
  );

  /** With `anyway` the visible problems are accepted, and the file is saved without another question. */
  async function saveChecked(anyway = false): Promise<void> {
    if (!job()) return;
    await edits.sendAgain();
    const of = job();
    if (!of) return;
    if (anyway) for (const problem of openProblems.value) accepted.add(keyOf(problem));
    else {
      const built = await build(of);
      const found = await openProblemsOf(built, edits.unsaved, loaded.value).catch((error: unknown) => {
        onError(of, error);
        return [];
      });
      if (job()?.id !== of.id) return;
      const isNew = (one: OpenProblem): boolean => one.kind === 'unsaved' || !accepted.has(keyOf(one));
      openProblems.value = found.some(isNew) ? found : [];
      if (openProblems.value.length > 0) return;
    }
    openProblems.value = [];
    await save(of);
  }

  function forget(): void {
    openProblems.value = [];
    accepted.clear();
  }

  return { openProblems, save: saveChecked, forget };
}
