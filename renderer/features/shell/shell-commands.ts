import { watch } from 'vue';
import { followShell } from '../../api/shell.ts';
import type { WindowCommand } from '../../api/shell.ts';
import { openDialog } from '../palette/open-dialog.ts';
import { useCatalog } from '../../stores/catalog.ts';
import { useJobs } from '../../stores/jobs.ts';
import { useUploads } from '../../stores/uploads.ts';

/** Runs the desktop shell's commands once ready: a file opened with the app needs a direction first. */
export function obeyShell(): void {
  const catalog = useCatalog();
  const jobs = useJobs();
  const uploads = useUploads();

  function obey(command: WindowCommand): void {
    switch (command.command) {
      case 'open-files':
        if (command.files.length > 0) uploads.add(command.files);
        for (const { name, message } of command.refused) uploads.addRefused(name, message);
        window.location.hash = 'documents';
        break;
      case 'show-view':
        window.location.hash = command.view;
        break;
      case 'show-dialog':
        openDialog(command.dialog);
        break;
      case 'show-job':
        void jobs.adopt({ id: command.jobId, kind: command.kind });
        window.location.hash = command.kind === 'document' ? 'documents' : 'batch';
    }
  }
  const stop = watch(
    () => catalog.loaded,
    (loaded) => {
      if (!loaded) return;
      followShell(obey);
      queueMicrotask(() => stop());
    },
    { immediate: true },
  );
}
