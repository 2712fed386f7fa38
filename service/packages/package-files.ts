import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { clearTemporary, removeFile, syncFile, syncFolder, writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { storing } from '../lib/storage-error.ts';
import { encodePackage, encodeUnfinished, parsePackage, parseUnfinished } from '../records/package-record.ts';
import type { PackageRecord, UnfinishedPackage } from '../records/package-record.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Packages as folders in `<data>/packages`: the upload, `package.json`, and `unfinished.json` meanwhile. */
export interface PackageFiles {
  /** All whole packages, and what is left of unfinished ones. */
  readonly records: readonly PackageRecord[];
  readonly unfinished: ReadonlyMap<string, UnfinishedPackage>;
  /** Makes a package's folder with its upload. Resolves with the folder. */
  begin(id: string, uploadPath: string, unfinished: UnfinishedPackage): Promise<string>;
  note(id: string, unfinished: UnfinishedPackage): Promise<void>;
  /** From here on the package is whole. */
  commit(record: PackageRecord): Promise<void>;
  /** Changes a whole package. */
  write(record: PackageRecord): Promise<void>;
  /** From here on it is gone, after a crash too. */
  undo(id: string, unfinished: UnfinishedPackage): Promise<void>;
  discard(id: string): Promise<void>;
  pathOf(id: string): string;
  /** Of the package as it was sent. */
  bytesOf(id: string): Promise<number>;
}

export async function openPackageFiles(folder: string): Promise<PackageFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const folderOf = (id: string): string => join(folder, id);
  const recordOf = (id: string): string => join(folderOf(id), 'package.json');
  const noteOf = (id: string): string => join(folderOf(id), 'unfinished.json');
  const pathOf = (id: string): string => join(folderOf(id), 'package.zip');
  const records: PackageRecord[] = [];
  const unfinished = new Map<string, UnfinishedPackage>();
  for (const id of (await readdir(folder)).filter((name) => ID.test(name)).sort()) {
    await clearTemporary(folderOf(id));
    const text = await readIfThere(recordOf(id));
    const record = text === undefined ? undefined : parsePackage(text);
    if (record?.id === id) records.push(record);
    // A damaged package.json is no reason to remove its jobs.
    else if (text === undefined) {
      const note = await readIfThere(noteOf(id));
      const known = note === undefined ? undefined : parseUnfinished(note);
      unfinished.set(id, known ?? { owner: '', memories: [] });
    }
  }
  const note: PackageFiles['note'] = (id, left) =>
    storing(writeAtomically(noteOf(id), encodeUnfinished(left)));
  const write: PackageFiles['write'] = (record) =>
    storing(writeAtomically(recordOf(record.id), encodePackage(record)));
  return {
    records,
    unfinished,
    async begin(id, uploadPath, left) {
      await storing(mkdir(folderOf(id), { mode: 0o700 }));
      await note(id, left);
      await storing(rename(uploadPath, pathOf(id)));
      return folderOf(id);
    },
    note,
    async commit(record) {
      await storing(syncFile(pathOf(record.id)));
      await write(record);
      await syncFolder(folder);
      await removeFile(noteOf(record.id)).catch(() => undefined);
    },
    write,
    async undo(id, left) {
      await note(id, left);
      await removeFile(recordOf(id));
      await syncFolder(folderOf(id));
    },
    discard: (id) => rm(folderOf(id), { recursive: true, force: true }),
    pathOf,
    bytesOf: async (id) => (await stat(pathOf(id)).catch(() => undefined))?.size ?? 0,
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
