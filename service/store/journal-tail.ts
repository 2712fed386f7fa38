import { open } from 'node:fs/promises';
import { errorCode } from '../lib/storage-error.ts';

const BLOCK = 64 * 1024;
/** How a segment's line begins: not parsed, there can be thousands. */
const SEGMENT = '{"i":';

/**
 * The lines of a journal from the one that says how its job ended: JSON objects with a `status`, and those that follow except
 * segments'. Empty where there is none. Damaged lines are passed over, since what stands before them is still true. Read
 * backwards in growing blocks: a journal of long segments is megabytes, its end a few hundred bytes.
 */
export async function readJournalEnd(path: string): Promise<unknown[]> {
  for (let window = BLOCK; ; window *= 4) {
    const tail = await readTail(path, window);
    if (tail === undefined) return [];
    const records = tail.lines.filter((line) => !line.startsWith(SEGMENT)).flatMap(parse);
    const end = records.findIndex((record) => 'status' in record);
    if (end >= 0) return records.slice(end);
    if (tail.whole) return [];
  }
}

/** The last `window` bytes as lines; the first, which may be cut, is left out unless the file begins there. */
async function readTail(
  path: string,
  window: number,
): Promise<{ lines: string[]; whole: boolean } | undefined> {
  let file;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, window);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // What follows the last newline is torn: a line counts once its newline is on the disk.
    lines.pop();
    if (length < size) lines.shift();
    return { lines, whole: length === size };
  } finally {
    await file.close();
  }
}

function parse(line: string): object[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value] : [];
  } catch {
    return [];
  }
}
