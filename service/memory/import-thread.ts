/** Runs in a separate process, apart from the host and the thread that has the database open. */
import { closeSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { readTable, writeTable } from '../bilingual/read-table.ts';
import { readTmx, readTmxLanguages } from '../bilingual/read-tmx.ts';
import type { TmxUnit } from '../bilingual/read-tmx.ts';
import { serveTasks } from '../tasks/serve-tasks.ts';
import { readEntries, readGlossaryFile } from './glossary-files.ts';
import { contextIn } from './unit-context.ts';
import { isSdltm, readSdltm, readSdltmLanguages } from './read-sdltm.ts';
import { encodeUnitLine, isTooLong } from './unit-lines.ts';
import type { AskedEntries, Direction, TableFile } from './memory-port.ts';

const CHUNK_BYTES = 1_048_576;

/** Tasks by the name the host uses. */
export const IMPORT_TASKS = {
  /** Writes the units of a TMX file to `unitsPath`. Returns the number of units that cannot be used. */
  readUnits: ({ path, unitsPath, direction }: { path: string; unitsPath: string; direction: Direction }) => {
    let skipped = 0;
    let lines: string[] = [];
    let length = 0;
    // Left by a first try that was killed.
    rmSync(unitsPath, { force: true });
    const file = openSync(unitsPath, 'wx', 0o600);
    const flush = (): void => {
      // Writes everything, in as many calls as needed.
      const bytes = Buffer.from(lines.join(''));
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
      lines = [];
      length = 0;
    };
    try {
      for (const unit of unitsIn(path, direction)) {
        if (!unit || isTooLong(unit)) {
          skipped++;
          continue;
        }
        const line = encodeUnitLine({ ...unit, context: contextIn(unit.context ?? {}) });
        lines.push(line);
        length += line.length;
        if (length > CHUNK_BYTES) flush();
      }
      flush();
    } finally {
      closeSync(file);
    }
    return { skipped };
  },
  readLanguages: ({ path }: { path: string }) =>
    isSdltm(path) ? readSdltmLanguages(path) : readTmxLanguages(chunksOf(path)),
  readGlossary: ({ path, direction }: { path: string; direction: Direction }) =>
    readGlossaryFile(readFileSync(path), direction),
  readEntries: ({ asked }: { asked: readonly AskedEntries[] }) => asked.map(readEntries),
  readTable: ({ path, ...options }: TableFile) => readTable(readFileSync(path), options),
  writeTable: async ({ path, ...options }: TableFile) => {
    const { rows } = await readTable(readFileSync(path), options);
    return writeTable(rows);
  },
};

function unitsIn(path: string, { from, to }: Direction): Iterable<TmxUnit | undefined> {
  return isSdltm(path) ? readSdltm(path, from, to) : readTmx(chunksOf(path), from, to);
}

function* chunksOf(path: string): Generator<Uint8Array> {
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk);
      if (length === 0) return;
      yield chunk.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

serveTasks(IMPORT_TASKS);
