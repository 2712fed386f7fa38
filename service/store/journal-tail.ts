import { open } from 'node:fs/promises';
import { errorCode } from './atomic.ts';

const BLOCK = 64 * 1024;

/**
 * The complete lines at a file's end that are JSON objects without a member `i`, oldest first: those that follow the last
 * segment line. Read backwards in blocks, since a journal of long segments is megabytes and its end a few hundred bytes.
 */
export async function readTailLines(path: string): Promise<unknown[]> {
  for (let window = BLOCK; ; window *= 4) {
    const tail = await readTail(path, window);
    if (tail === undefined) return [];
    const { ended, reachedSegment } = endLines(tail.lines);
    if (reachedSegment || tail.whole) return ended;
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

function endLines(lines: string[]): { ended: unknown[]; reachedSegment: boolean } {
  const ended: unknown[] = [];
  for (const line of lines.reverse()) {
    const value = parse(line);
    if (typeof value !== 'object' || value === null || 'i' in value) return { ended, reachedSegment: true };
    ended.unshift(value);
  }
  return { ended, reachedSegment: false };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
