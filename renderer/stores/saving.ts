import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { isDesktop } from '../api/connect.ts';
import { openSaved, showInFolder } from '../api/files.ts';
import { saveAll, saveAllBeside, withOriginal } from '../api/save-all.ts';
import type { SavedAll } from '../api/save-all.ts';
import { words } from '../i18n/words.ts';
import { useAnnouncer } from './announcer.ts';
import { useHistory } from './history.ts';
import { useJobs } from './jobs.ts';

/** Saves many translations at once, and beside their originals if their paths are known. */
export const useSaving = defineStore('saving', () => {
  const announcer = useAnnouncer();
  const history = useHistory();
  const jobs = useJobs();
  const beside = shallowReactive(new Set<string>());
  /** Progress of a running save. */
  const progress = ref<{ done: number; total: number }>();

  /** The finished documents of the list as currently searched and filtered, also those further down. */
  const finished = computed(() => history.wanted.filter(isFinished));
  const unsaved = computed(() => finished.value.filter((job) => jobs.savedOf(job) === undefined));

  /** Runs one save at a time; errors of a file are shown in its row. */
  async function run(
    chosen: readonly Job[],
    save: (jobs: readonly Job[], onFile: (done: number) => void) => Promise<SavedAll>,
  ): Promise<void> {
    if (progress.value !== undefined || chosen.length === 0) return;
    const total = chosen.length;
    progress.value = { done: 0, total };
    for (const { id } of chosen) jobs.troubles.delete(id);
    try {
      const { saved, failed } = await save(chosen, (done) => (progress.value = { done, total }));
      for (const job of chosen) {
        const file = saved.get(job.id);
        if (file) jobs.noteSaved(job, file);
        if (failed.has(job.id)) jobs.noteTrouble(job.id, failed.get(job.id));
      }
      if (saved.size > 0) announcer.say(words.counted('announce.saved', saved.size));
      if (failed.size > 0) announcer.say(words.counted('announce.notSaved', failed.size));
    } catch (error) {
      for (const { id } of chosen) jobs.noteTrouble(id, error);
    } finally {
      progress.value = undefined;
    }
  }

  const saveUnsaved = (): Promise<void> => run(unsaved.value, saveAll);
  const saveChosen = (chosen: readonly Job[]): Promise<void> => run(chosen.filter(isFinished), saveAll);
  const saveBeside = (chosen: readonly Job[]): Promise<void> =>
    run(
      chosen.filter((job) => beside.has(job.id)),
      saveAllBeside,
    );
  const open = (job: Job, path: string): Promise<void> => jobs.act(job.id, () => openSaved(path));

  // A job of this window gets its original soon after it is known, and long before it is done.
  watch(
    () => (isDesktop() ? finished.value.map((job) => job.id).join() : ''),
    async () => {
      const unknown = finished.value.map((job) => job.id).filter((id) => !beside.has(id));
      if (unknown.length > 0) for (const id of await withOriginal(unknown)) beside.add(id);
    },
    { immediate: true },
  );

  return { unsaved, beside, progress, saveUnsaved, saveChosen, saveBeside, open, showInFolder };
});

function isFinished(job: Job): boolean {
  return job.kind === 'document' && job.status === 'done';
}
