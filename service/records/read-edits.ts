import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { parseEdits } from './edits.ts';
import type { EditsRecord } from './edits.ts';

/** The edits of a job, from `edits.ndjson` and earlier versions' files; undefined for none. */
export async function readEdits(path: string): Promise<EditsRecord | undefined> {
  const [log, former, formerUnlearned] = await Promise.all(editFilesOf(path).map(readIfThere));
  return parseEdits({ log, former: former?.toString(), formerUnlearned: formerUnlearned?.toString() });
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file of that path, and those of earlier versions. */
export function editFilesOf(path: string): string[] {
  return [path, ...['edits.json', 'unlearned.json'].map((name) => join(dirname(path), name))];
}
