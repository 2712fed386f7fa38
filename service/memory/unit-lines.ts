/** Units in transit from the TMX reader's process to the storing thread: one line of JSON each. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { MemoryUnit } from './stored-units.ts';
import { NO_CONTEXT } from './unit-context.ts';

interface Texts {
  readonly source: string;
  readonly target: string;
}

/** UTF-16 units of a source or target: a longer one would hardly be reused. */
const MAX_LENGTH = 10_000;

export function isTooLong({ source, target }: Texts): boolean {
  return source.length > MAX_LENGTH || target.length > MAX_LENGTH;
}

/** The library ends a text at its first NUL: it would be stored, and found, as another one. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

/** Much longer than any line: four texts of 10,000 characters, each escaped. */
const CHUNK_BYTES = 1_048_576;

export function encodeUnitLine({
  source,
  target,
  context,
  created_at,
  created_by,
  updated_at,
}: MemoryUnit): string {
  const { pre, post } = context ?? NO_CONTEXT;
  return `${JSON.stringify([source, target, pre, post, created_at, created_by, updated_at])}\n`;
}

type Line = [string, string, string | null, string | null, string | null, string | null, string | null];

/** The units from `offset` on, for one step, each with the next one's offset. Ends at the file's end. */
export function* unitsFrom(path: string, offset: number): Generator<{ unit: MemoryUnit; end: number }> {
  const chunk = readAt(path, offset);
  for (let start = 0; ;) {
    const end = chunk.indexOf(0x0a, start) + 1;
    if (end === 0) return;
    const [source, target, pre, post, created_at, created_by, updated_at] = JSON.parse(
      chunk.toString('utf8', start, end),
    ) as Line;
    const unit: MemoryUnit = {
      ...{ source, target, context: { pre, post } },
      created_at: created_at ?? undefined,
      created_by: created_by ?? undefined,
      updated_at: updated_at ?? undefined,
    };
    yield { unit, end: offset + end };
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
