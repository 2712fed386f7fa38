import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseJournal, parseSegments } from './plan.ts';
import type { Journal } from './plan.ts';
import { WorkerError } from './port.ts';
import type { SegmentLine } from './port.ts';

/** The segments of a job. Rejects with a WorkerError when the file is gone or damaged. */
export async function readSegments(path: string): Promise<SegmentLine[]> {
  try {
    return parseSegments(await readFile(path));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WorkerError('internal_error', `The job's segments cannot be read: ${reason}`, false);
  }
}

/** The journal of a job, as far as it can be believed; empty where there is none yet. */
export async function readJournal(path: string, segmentCount: number): Promise<Journal> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isMissing(error)) return new Uint8Array();
    throw error;
  });
  return parseJournal(bytes, segmentCount);
}

/**
 * Puts a complete file in place or leaves what was there: temporary file beside it, fsync, rename, fsync of the folder
 * (a rename is only durable once its folder is, POSIX `fsync`). A document thread can be killed at any point of this.
 */
export async function replaceFile(path: string, bytes: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its file systems journal the rename themselves.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
