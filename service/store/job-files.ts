import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FileType } from '../contract/index.ts';
import { fileTypeSchema, resultTypeOf } from '../contract/index.ts';
import {
  clearTemporary,
  removeFile,
  renameWithRetry,
  syncFile,
  syncFolder,
  writeAtomically,
  writeDurably,
  writeNew,
} from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { storing } from '../lib/storage-error.ts';
import { encodeJobRecord, parseJobRecord } from '../records/job-record.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import { encodeBuilt, parseBuilt } from '../records/built-result.ts';
import { appendLines } from './append-lines.ts';
import { editFiles } from './edit-files.ts';
import { readJournalEnd } from './journal-tail.ts';
import type { FileStat, FileStore, JobDraft, JobPaths } from './store-port.ts';

const NEW = '.new-';
const REMOVED = '.removed-';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Jobs as folders in `<data>/jobs`, uploads in `<data>/uploads`. Clears an earlier run's leftovers. */
export async function openJobFiles(dataFolder: string): Promise<FileStore> {
  const jobs = join(dataFolder, 'jobs');
  const uploads = join(dataFolder, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  await clearUploads(uploads);
  await mkdir(jobs, { recursive: true, mode: 0o700 });
  await clearLeftovers(jobs);
  await syncFolder(dataFolder);

  const folderOf = (id: string): string => {
    // Ids also come from URLs: only a valid id may become part of a path.
    if (!ID.test(id)) throw new Error(`Not a job id: ${JSON.stringify(id)}`);
    return join(jobs, id);
  };
  const journalOf = (id: string): string => join(folderOf(id), 'journal.ndjson');
  const newUploadPath = (): string => join(uploads, randomUUID());
  const edits = editFiles(jobs, folderOf);

  return {
    newUploadPath,
    removeUpload: removeFile,
    async writeUpload(content) {
      const path = newUploadPath();
      try {
        await storing(writeNew(path, content));
      } catch (error) {
        await removeFile(path).catch(() => undefined);
        throw error;
      }
      return path;
    },
    async copyToUpload(path) {
      const copy = newUploadPath();
      await storing(copyFile(path, copy));
      return copy;
    },
    draft: async (id) => openDraft(jobs, folderOf(id), id),
    paths: ({ id, kind, file_type }) => pathsIn(folderOf(id), kind === 'batch' ? 'json' : file_type),
    async ids() {
      return (await readdir(jobs)).filter((name) => ID.test(name)).sort();
    },
    async readJob(id) {
      const text = await readIfThere(join(folderOf(id), 'job.json'));
      const record = text === undefined ? undefined : parseJobRecord(text);
      return record?.id === id ? record : undefined;
    },
    inspect: async (id) => inspectFolder(folderOf(id)),
    async remove(id) {
      await removeFolder(jobs, folderOf(id), id);
      await edits.forgetNote(id);
    },
    ...edits,
    stat: statIfThere,
    async readBuilt(path) {
      const text = await readIfThere(builtOf(path));
      return text === undefined ? undefined : parseBuilt(text);
    },
    writeChecks: (id, ignored) => writeAtomically(join(folderOf(id), 'checks.json'), ignored),
    writeBuilt: (path, built) => writeAtomically(builtOf(path), encodeBuilt(built), { durable: false }),
    fingerprint,
    count: async (id) => (await readdir(folderOf(id)).catch(() => [])).length,
    size: async (id) => sizeOf(folderOf(id)),
    clearTemporary: async (id) => clearTemporary(folderOf(id)),
    readJournalEnd: async (id) => readJournalEnd(journalOf(id)),
    appendJournal: async (id, data, { durable } = { durable: true }) =>
      appendLines(journalOf(id), data, durable),
    syncJournal: async (id) => storing(syncFile(journalOf(id))),
  };
}

function pathsIn(folder: string, type: FileType | 'json' | undefined): JobPaths {
  const extension = type === undefined || type === 'json' ? (type ?? 'bin') : resultTypeOf(type);
  return {
    job: join(folder, 'job.json'),
    source: join(folder, `source.${type ?? 'bin'}`),
    converted: join(folder, `converted.${extension}`),
    layout: join(folder, 'layout.json.gz'),
    segments: join(folder, 'segments.ndjson'),
    journal: join(folder, 'journal.ndjson'),
    edits: join(folder, 'edits.ndjson'),
    checks: join(folder, 'checks.json'),
    result: join(folder, `result.${extension}`),
    simple: join(folder, `result.simple.${extension}`),
  };
}

function builtOf(resultPath: string): string {
  return `${resultPath}.built`;
}

async function openDraft(jobs: string, final: string, id: string): Promise<JobDraft> {
  const folder = join(jobs, `${NEW}${id}`);
  await storing(mkdir(folder, { mode: 0o700 }));
  const paths = pathsIn(folder, undefined);
  return {
    paths,
    async takeSource(uploadPath, fileType) {
      const taken = pathsIn(folder, fileType);
      await storing(rename(uploadPath, taken.source));
      if (taken.converted !== paths.converted) await storing(renameIfThere(paths.converted, taken.converted));
    },
    commit: (record) => storing(commitDraft(jobs, folder, final, record)),
    async discard() {
      await rm(folder, { recursive: true, force: true });
      await removeFolder(jobs, final, id);
    },
  };
}

/** Renames first: a crash while files are removed must not leave half a job behind. */
async function removeFolder(jobs: string, folder: string, id: string): Promise<void> {
  const gone = join(jobs, `${REMOVED}${id}`);
  try {
    await renameWithRetry(folder, gone);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  await syncFolder(jobs);
  await rm(gone, { recursive: true, force: true });
}

/**
 * Writes everything in the folder, concurrently, then renames the folder: after a crash there is the whole
 * job or none. When it rejects no work is pending: the folder can be removed.
 */
async function commitDraft(jobs: string, folder: string, final: string, record: JobRecord): Promise<void> {
  const { segments, source, converted, layout, job, journal } = pathsIn(
    folder,
    record.kind === 'batch' ? 'json' : record.file_type,
  );
  const written = await Promise.allSettled([
    writeDurably(job, encodeJobRecord(record)),
    writeDurably(journal, ''),
    syncFile(segments),
    ...(record.kind === 'document' ? [syncFile(source)] : []),
    ...(record.converted ? [syncFile(converted), syncFile(layout)] : []),
  ]);
  for (const result of written) if (result.status === 'rejected') throw result.reason;
  await syncFolder(folder);
  await renameWithRetry(folder, final);
  await syncFolder(jobs);
}

async function renameIfThere(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/** Removes only names that we give: anything else belongs to somebody. */
async function clearUploads(uploads: string): Promise<void> {
  for (const name of await readdir(uploads)) if (ID.test(name)) await removeFile(join(uploads, name));
}

async function clearLeftovers(jobs: string): Promise<void> {
  for (const name of await readdir(jobs)) {
    const id = [NEW, REMOVED].map((mark) => (name.startsWith(mark) ? name.slice(mark.length) : '')).join('');
    if (ID.test(id)) {
      await rm(join(jobs, name), { recursive: true, force: true });
    }
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function statIfThere(path: string): Promise<FileStat | undefined> {
  try {
    const { size, mtimeNs, ino } = await stat(path, { bigint: true });
    return { bytes: Number(size), version: `${ino.toString(36)}-${mtimeNs.toString(36)}` };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function fingerprint(path: string): Promise<Fingerprint | undefined> {
  const found = { bytes: 0, crc32: 0 };
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      found.bytes += chunk.length;
      found.crc32 = crc32(chunk, found.crc32);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  return found;
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const stats = await Promise.all(names.map((name) => statIfThere(join(folder, name))));
  return stats.reduce((sum, found) => sum + (found?.bytes ?? 0), 0);
}

async function inspectFolder(folder: string): Promise<{ fileType?: FileType; createdAt: string }> {
  const source = (await readdir(folder)).find((name) => name.startsWith('source.'));
  const fileType = fileTypeSchema.safeParse(source?.slice('source.'.length));
  const { birthtime, mtime } = await stat(folder);
  const created = birthtime.getTime() > 0 ? birthtime : mtime;
  return { ...(fileType.success ? { fileType: fileType.data } : {}), createdAt: created.toISOString() };
}
