import { readFile } from 'node:fs/promises';
import { errorCode } from '../lib/error-code.ts';
import { parseEdits } from './edits.ts';
import type { EditsRecord } from './edits.ts';

/** The edits of a job, from the `edits.ndjson` at `path`; undefined for none. */
export async function readEdits(path: string): Promise<EditsRecord | undefined> {
  try {
    return parseEdits(await readFile(path));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
