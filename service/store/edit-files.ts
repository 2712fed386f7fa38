import { randomUUID } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeFile, renameWithRetry, syncFolder, writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { storing } from '../lib/storage-error.ts';
import { parseEdits } from '../records/edits.ts';
import { encodeUnlearned, parseUnlearned } from '../records/unlearned.ts';
import type { FileStore, JobPaths } from './port.ts';

/** Beside the folders of jobs: one look at the names there tells which have to be read at a start. */
const NOTE = '.edited-';

type EditFiles = Pick<
  FileStore,
  | 'readEdits'
  | 'draftEdits'
  | 'commitEdits'
  | 'discardEdits'
  | 'notedIds'
  | 'forgetNote'
  | 'readUnlearned'
  | 'writeUnlearned'
>;

/** The edits of jobs in their folders, which `folderOf` names; all are in `jobs`. */
export function editFiles(jobs: string, folderOf: (id: string) => string): EditFiles {
  const unlearnedOf = (id: string): string => join(folderOf(id), 'unlearned.json');
  return {
    async readEdits(id) {
      const text = await readIfThere(join(folderOf(id), 'edits.json'));
      return text === undefined ? undefined : parseEdits(text);
    },
    async readUnlearned(id) {
      const text = await readIfThere(unlearnedOf(id));
      return text === undefined ? [] : parseUnlearned(text);
    },
    async writeUnlearned(id, edits) {
      if (edits.length > 0) await writeAtomically(unlearnedOf(id), encodeUnlearned(edits));
      else await removeFile(unlearnedOf(id));
    },
    async draftEdits(id) {
      const folder = folderOf(id);
      await storing(writeFile(join(jobs, `${NOTE}${id}`), '', { mode: 0o600 }));
      await syncFolder(jobs);
      // Names that `clearTemporary` knows.
      return {
        edits: join(folder, `edits.json.${randomUUID()}.tmp`),
        result: join(folder, `result.${randomUUID()}.tmp`),
      };
    },
    commitEdits: (paths, draft, { simple }) => storing(commitEdits(paths, draft, simple)),
    async discardEdits({ edits, result }) {
      for (const path of [edits, result]) await removeFile(path);
    },
    async notedIds() {
      return (await readdir(jobs)).flatMap((name) =>
        name.startsWith(NOTE) ? [name.slice(NOTE.length)] : [],
      );
    },
    forgetNote: (id) => removeFile(join(jobs, `${NOTE}${id}`)),
  };
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The edits count from their rename on. What can be told to be old by them may still stand then: the result, whose fingerprint they
 * hold. The simple document cannot, and goes first: it is built again when it is asked for.
 */
async function commitEdits(
  paths: JobPaths,
  draft: { edits: string; result: string },
  simple: boolean,
): Promise<void> {
  const folder = dirname(paths.edits);
  await removeFile(paths.simple);
  await syncFolder(folder);
  await renameWithRetry(draft.edits, paths.edits);
  await syncFolder(folder);
  await renameWithRetry(draft.result, simple ? paths.simple : paths.result);
  await syncFolder(folder);
}
