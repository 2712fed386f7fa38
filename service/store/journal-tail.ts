import { open } from 'node:fs/promises';
import { errorCode } from '../lib/error-code.ts';
import { parseJournalEnd } from '../records/journal.ts';
import type { JournalEnd } from '../records/journal.ts';

const BLOCK = 64 * 1024;
const NEWLINE = 0x0a;

/** A journal's end line. Read backwards in growing blocks: a journal may have megabytes. */
export async function readJournalEnd(path: string): Promise<JournalEnd> {
  for (let window = BLOCK; ; window *= 4) {
    const tail = await readTail(path, window);
    if (tail === undefined) return {};
    const found = parseJournalEnd(tail.bytes);
    if (found.end || tail.whole) return found;
  }
}

/** The last `window` bytes without their first line, which may be cut, unless the file begins there. */
async function readTail(
  path: string,
  window: number,
): Promise<{ bytes: Uint8Array; whole: boolean } | undefined> {
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
    const whole = length === size;
    const start = whole ? 0 : buffer.indexOf(NEWLINE) + 1;
    return { bytes: buffer.subarray(start, bytesRead), whole };
  } finally {
    await file.close();
  }
}
