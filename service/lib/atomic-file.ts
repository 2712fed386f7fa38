import { randomUUID } from 'node:crypto';
import { open, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from './backoff.ts';
import { errorCode } from './error-code.ts';
import { asStorageError } from './storage-error.ts';

/** Whole, or piece by piece. */
export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

const RENAME_TRIES = 8;
const RENAME_BACKOFF = { firstMs: 20, maxMs: 2_000 };
const TEMPORARY = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/**
 * Writes a file so that a reader, or a start after a crash, finds either the old content or the new, never a
 * part. With `backup` the old content stays beside it as `.bak`. Without `durable`, which saves two waits for
 * the disk, a power cut may lose or empty the file: for files that a power cut invalidates anyway, or that
 * are verified by checksum and recreated.
 */
export async function writeAtomically(
  path: string,
  content: FileContent,
  { backup = false, durable = true }: { backup?: boolean; durable?: boolean } = {},
): Promise<void> {
  // A unique name for each write: two writers sharing one would publish a mixture of both.
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await (durable ? writeDurably : writeNew)(temporary, content);
    if (backup) await renameIfThere(path, `${path}.bak`);
    await renameWithRetry(temporary, path);
  } catch (error) {
    await removeFile(temporary).catch(() => undefined);
    throw asStorageError(error);
  }
  if (durable) await syncFolder(dirname(path));
}

/** Writes a new file that only this user can read. Rejects if it exists. */
export function writeNew(path: string, content: FileContent): Promise<void> {
  return writeFile(path, content, { flag: 'wx', mode: 0o600 });
}

/** Removes files of killed writers from a folder where nobody else writes now. */
export async function clearTemporary(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (TEMPORARY.test(name)) await removeFile(join(folder, name));
  }
}

/** Removes a file if it exists, in a third of the system calls of `rm`. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/** Writes a new file and waits until it is on the disk itself. */
export async function writeDurably(path: string, content: FileContent): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeFile(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes names in a folder durable: fsync(2) of a file does not cover its directory entry. */
export async function syncFolder(path: string): Promise<void> {
  // Windows can neither open a folder for this nor needs it: NTFS journals names.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** On Windows a virus scanner or indexer that has just opened the file makes a rename fail briefly. */
export async function renameWithRetry(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const passing = ['EPERM', 'EACCES', 'EBUSY'].includes(errorCode(error) ?? '');
      if (process.platform !== 'win32' || !passing || tries === RENAME_TRIES) throw error;
      await pause(backoffMs(tries, RENAME_BACKOFF));
    }
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await renameWithRetry(from, to);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
