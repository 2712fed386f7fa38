import { shallowRef } from 'vue';
import type { ExportFormat, ImportedSegments, Job } from '../../service/contract/index.ts';
import { exportJob, importInto } from '../api/review.ts';
import type { EditQueue } from './edit-queue.ts';

interface ReviewExchangeParts {
  readonly job: () => Job | undefined;
  readonly edits: Pick<EditQueue, 'sendAgain'>;
  readonly onStart: () => void;
  /** Awaited once a file's translations have been imported. */
  readonly onImported: (of: Job, report: ImportedSegments) => Promise<unknown>;
  readonly onError: (of: Job, error: unknown) => void;
}

/** Exports the open job for other programs, and imports their files. */
export function createReviewExchange({ job, edits, onStart, onImported, onError }: ReviewExchangeParts) {
  /** The changes of the last import. */
  const report = shallowRef<ImportedSegments>();

  async function exportAs(format: ExportFormat, options: { hasPrivateNotes?: boolean } = {}): Promise<void> {
    const of = job();
    if (!of) return;
    onStart();
    await edits.sendAgain();
    try {
      await exportJob(of, format, options);
    } catch (error) {
      onError(of, error);
    }
  }

  async function importFile(file: File): Promise<void> {
    const of = job();
    if (!of) return;
    onStart();
    report.value = undefined;
    await edits.sendAgain();
    try {
      const found = await importInto(of, file);
      if (job()?.id === of.id) report.value = found;
      await onImported(of, found);
    } catch (error) {
      onError(of, error);
    }
  }

  return { report, exportAs, importFile };
}
