import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { Problem } from '../../../service/contract/index.ts';
import { numbered } from './free-name.ts';

/** The service, and how to fetch its downloads. */
export interface Source {
  readonly baseUrl: string;
  fetch(path: string): Promise<Response>;
}

/** Why there is nothing to save: in the service's words, if it gave any. */
export interface Refused {
  readonly isRunning: boolean;
  readonly problem: Problem | undefined;
}

/** Whether to replace an existing file of the name, or to keep it and number the new one. */
export type Placing = 'replace' | 'beside';

/** This many files of one name must be a mistake. */
const MAX_NUMBERED = 1_000;

/**
 * Streams a download of the service to a temporary file beside `path` and renames it when complete, so that a
 * failure leaves an older file unchanged. Resolves with the final path, or with the service's refusal.
 * Rejects with errors of the disk.
 */
export async function download(
  source: Source,
  url: string,
  path: string,
  placing: Placing,
): Promise<{ path: string } | Refused> {
  const { pathname, search } = new URL(url);
  const response = await source.fetch(pathname + search);
  if (response.status !== 200 || !response.body) return refusalOf(response);
  // Short, as the target's name may already be as long as the disk allows.
  const temporary = join(dirname(path), `.interlinear-${randomBytes(6).toString('hex')}.part`);
  const file = await open(temporary, 'wx');
  try {
    // The DOM's and Node's types of the same stream differ only in name.
    await pipeline(
      Readable.fromWeb(response.body as ReadableStream),
      file.createWriteStream({ flush: true }),
    );
    if (placing === 'beside') return { path: await placeBeside(temporary, path) };
    await rename(temporary, path);
    return { path };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Under the first free name. Copies, since a rename replaces files and not every disk supports links. */
async function placeBeside(temporary: string, path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const place = numbered(path, number);
    try {
      await copyFile(temporary, place, constants.COPYFILE_EXCL);
      return place;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || number === MAX_NUMBERED) throw error;
    }
  }
}

async function refusalOf(response: Response): Promise<Refused> {
  const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
  const problem = typeof body.detail === 'string' ? (body as Problem) : undefined;
  return { isRunning: response.status === 202, problem };
}
