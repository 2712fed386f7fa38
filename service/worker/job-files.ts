import { readFile } from 'node:fs/promises';
import { errorCode } from '../lib/storage-error.ts';
import { parseJournal } from '../records/journal.ts';
import type { Journal } from '../records/journal.ts';
import { parseSegments } from '../records/segments.ts';
import type { SegmentLine } from '../records/segments.ts';
import { damagedJob } from './port.ts';

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
