/** Units in transit from the TMX reader's process to the storing thread: one line of JSON each. */
import { closeSync, openSync, readSync } from 'node:fs';

interface Unit {
  readonly source: string;
  readonly target: string;
}

/** UTF-16 units of a source or target: a longer one would hardly be reused. */
const MAX_LENGTH = 10_000;

export function isTooLong({ source, target }: Unit): boolean {
  return source.length > MAX_LENGTH || target.length > MAX_LENGTH;
}

/** Much longer than any line: texts of 10,000 characters, each escaped. */
const CHUNK_BYTES = 1_048_576;

export function encodeUnitLine({ source, target }: Unit): string {
  return `${JSON.stringify([source, target])}\n`;
}

/** The units from `offset` on, for one step, each with the next one's offset. Ends at the file's end. */
export function* unitsFrom(path: string, offset: number): Generator<{ unit: Unit; end: number }> {
  const chunk = readAt(path, offset);
  for (let start = 0; ;) {
    const end = chunk.indexOf(0x0a, start) + 1;
    if (end === 0) return;
    const [source, target] = JSON.parse(chunk.toString('utf8', start, end)) as [string, string];
    yield { unit: { source, target }, end: offset + end };
    start = end;
  }
}

function readAt(path: string, offset: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    return chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, offset));
  } finally {
    closeSync(file);
  }
}
