import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFile, syncFolder, writeAtomically } from '../lib/atomic-file.ts';
import { storing } from '../lib/storage-error.ts';
import { encodeLearned } from '../records/edits.ts';
import { readEdits } from '../records/read-edits.ts';
import { encodeSecondOpinion, parseSecondOpinions } from '../records/second-opinions.ts';
import { appendLines } from './append-lines.ts';
import type { FileStore } from './store-port.ts';

/** Beside the jobs' folders: listing that one directory tells a start which jobs to read. */
const NOTE = '.edited-';

type EditFiles = Pick<
  FileStore,
  'readEdits' | 'appendEdits' | 'readSeconds' | 'addSecond' | 'markLearned' | 'notedIds' | 'forgetNote'
>;

/** Reads and writes the jobs' edits. `folderOf` names a job's folder, all of them in `jobs`. */
export function editFiles(jobs: string, folderOf: (id: string) => string): EditFiles {
  const logOf = (id: string): string => join(folderOf(id), 'edits.ndjson');
  const secondsOf = (id: string): string => join(folderOf(id), 'second.ndjson');
  const noteOf = (id: string): string => join(jobs, `${NOTE}${id}`);
  /** Jobs whose note and `edits.ndjson` are on disk: each further edit is one line and one fsync. */
  const begun = new Set<string>();
  return {
    readEdits: (id) => readEdits(logOf(id)),
    async appendEdits(id, line, { isWhole }) {
      const isFirst = !begun.has(id);
      if (isFirst) {
        await storing(writeFile(noteOf(id), '', { mode: 0o600 }));
        await storing(syncFolder(jobs));
      }
      if (isWhole) await writeAtomically(logOf(id), line);
      else await appendLines(logOf(id), line, true);
      if (!isFirst) return;
      await storing(syncFolder(folderOf(id)));
      begun.add(id);
    },
    async readSeconds(id) {
      const bytes = await readFile(secondsOf(id)).catch(() => undefined);
      return bytes ? parseSecondOpinions(bytes) : [];
    },
    async addSecond(id, second) {
      await appendLines(secondsOf(id), Buffer.from(encodeSecondOpinion(second)), true);
      await storing(syncFolder(folderOf(id)));
    },
    async markLearned(id, at) {
      // Not synced: learning twice is harmless.
      await appendLines(logOf(id), Buffer.from(encodeLearned(at)), false);
    },
    async notedIds() {
      return (await readdir(jobs)).flatMap((name) =>
        name.startsWith(NOTE) ? [name.slice(NOTE.length)] : [],
      );
    },
    async forgetNote(id) {
      begun.delete(id);
      await removeFile(noteOf(id));
    },
  };
}
