import { readFile } from 'node:fs/promises';
import { errorCode } from '../lib/storage-error.ts';
import { parseJournal, parseSegments } from './plan.ts';
import type { Journal } from './plan.ts';
import { damagedJob } from './port.ts';
import type { SegmentLine } from './port.ts';

/** The segments of a job. Rejects with a WorkerError when the file is gone or damaged. */
export async function readSegments(path: string): Promise<SegmentLine[]> {
  try {
    return parseSegments(await readFile(path));
  } catch (cause) {
    throw damagedJob('segments.ndjson', cause);
  }
}

/** The journal of a job, as far as it can be believed; empty where there is none yet. */
export async function readJournal(path: string, segmentCount: number): Promise<Journal> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return new Uint8Array();
    throw error;
  });
  return parseJournal(bytes, segmentCount);
}
