import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../lib/error-code.ts';
import { parseEdits } from './edits.ts';
import type { EditsRecord } from './edits.ts';

/** The edits of a job, from its `edits.ndjson` and what earlier versions left beside it; undefined where there are none. */
export async function readEdits(path: string): Promise<EditsRecord | undefined> {
  const folder = dirname(path);
  const [log, former, formerUnlearned] = await Promise.all([
    readIfThere(path),
    readIfThere(join(folder, 'edits.json')),
    readIfThere(join(folder, 'unlearned.json')),
  ]);
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
