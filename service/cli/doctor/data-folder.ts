import { constants } from 'node:fs';
import { access, readFile, readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseIndex } from '../../records/job-entry.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import { lockHolder } from '../../store/lock-holder.ts';
import type { LockHolder } from '../../store/lock-holder.ts';

const DAY_MS = 86_400_000;

/** Facts about the data folder that can be read without opening it. No document names, no content. */
export interface DataFolder {
  path: string;
  exists: boolean;
  /** Whether the folder, or else the one it would be created in, is writable. */
  writable: boolean;
  /** Bytes. */
  free: number;
  files: number;
  /** Bytes of all files. */
  size: number;
  job_folders: number;
  /** Counts of the jobs in the index's main file: running and newest ones. */
  jobs: Record<string, number>;
  /** Warnings and failures of jobs that changed in the last 24 hours. */
  recent: { warnings: number; failed: number };
  /** Damaged files of glossaries and translation memory that a start has replaced. */
  set_aside: string[];
  holder?: LockHolder;
}

/** See memory/damaged-database.ts; without logs. */
const SET_ASIDE = /^lexicon\.db\.damaged-[\dTZ-]+$/;

export async function lookAtDataFolder(path: string): Promise<DataFolder> {
  const present = await nearestFolder(path);
  const exists = present === path;
  const { bavail, bsize } = await statfs(present);
  const holder = exists ? await lockHolder(path) : undefined;
  return {
    path,
    exists,
    writable: await access(present, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
    free: bavail * bsize,
    ...(await measure(path)),
    set_aside: (await readdir(path).catch(() => [])).filter((name) => SET_ASIDE.test(name)).sort(),
    job_folders: (await readdir(join(path, 'jobs')).catch(() => [])).length,
    ...(await countJobs(path)),
    ...(holder ? { holder } : {}),
  };
}

/** The nearest existing folder: the first start creates those below it. */
async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function measure(path: string): Promise<{ files: number; size: number }> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const sum = { files: 0, size: 0 };
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    // A running service may remove files at any time.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    sum.files += found ? 1 : 0;
    sum.size += found?.size ?? 0;
  }
  return sum;
}

/** From the index file, which is replaced as a whole: readable while a service runs. */
async function countJobs(path: string): Promise<Pick<DataFolder, 'jobs' | 'recent'>> {
  const counts: Pick<DataFolder, 'jobs' | 'recent'> = { jobs: {}, recent: { warnings: 0, failed: 0 } };
  for (const { status, updated_at, warnings } of await readIndex(path)) {
    counts.jobs[status] = (counts.jobs[status] ?? 0) + 1;
    if (Date.now() - Date.parse(updated_at) > DAY_MS) continue;
    counts.recent.warnings += warnings.length;
    if (status === 'failed') counts.recent.failed++;
  }
  return counts;
}

async function readIndex(path: string): Promise<JobEntry[]> {
  try {
    const stored = JSON.parse(await readFile(join(path, 'jobs.json'), 'utf8')) as { data?: unknown };
    return Object.values(parseIndex(stored.data ?? stored)?.entries ?? {});
  } catch {
    return [];
  }
}
