import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import type { StorageRoom } from '../lib/account-storage.ts';
import { removeFile } from '../lib/atomic-file.ts';
import { builtFile } from '../lib/built-file.ts';
import { createFairSemaphore } from '../lib/semaphore.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Log } from '../log.ts';
import { createTaskPool } from '../tasks/task-pool.ts';
import { startThread } from '../tasks/task-runner.ts';
import { hasCopy } from './damaged-database.ts';
import { createImportReader } from './import-reader.ts';
import type { ImportReaderOptions } from './import-reader.ts';
import type { Common, MEMORY_TASKS, ThreadAnswer } from './memory-thread.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Direction, Glossaries, Memory, MemoryEntry, MemoryHit, MemorySegment } from './memory-port.ts';
import { holderOf } from './named-memories.ts';

/** Glossaries and translation memory. */
export interface LanguageData {
  readonly glossaries: Glossaries;
  readonly memory: Memory;
  /** Their size on the disk. */
  readonly stored: { allBytes(): number; bytes(account: string): Promise<number> };
  /** Resolves when nothing is written any more. Open and later calls reject with an AbortError. */
  close(): Promise<void>;
}

/** A step takes a second at most; the first one opens, and perhaps migrates, the file. */
const LIMIT_MS = 60_000;
/** Closing writes what is left in the log, which is some megabytes. */
const FINISH_MS = 5_000;
/** Indexes of searches that are made at the same time, one an account. */
const INDEXES_MADE = 4;
/** The index of 100,000 units takes 25 MB. */
const HEAP_MB = 1_024;
const YOUNG_HEAP_MB = 64;
const IDLE_MS = 30 * 60_000;

type Tasks = typeof MEMORY_TASKS;
type Name = keyof Tasks;
type Own<Task extends Name> = Omit<Parameters<Tasks[Task]>[0], keyof Common>;

export interface LanguageDataOptions {
  readonly threadPath?: () => string;
  readonly limitMs?: number;
  /** The account's other storage, and its limit. */
  readonly roomOf?: (account: string) => Promise<StorageRoom>;
  readonly reader?: ImportReaderOptions;
  readonly log?: Log;
}

/**
 * `database`: the path of the SQLite file, whose folder this process has locked. One thread has it open, so
 * that its work holds nobody up; accounts take turns. It starts when it is first needed.
 */
export function openLanguageData(
  database: string,
  {
    threadPath = () => builtFile('memory-thread.js'),
    limitMs = LIMIT_MS,
    roomOf = () => Promise.resolve({ stored: 0, limit: Infinity }),
    reader: readerOptions,
    log,
  }: LanguageDataOptions = {},
): LanguageData {
  const start = () => startThread(threadPath(), { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB });
  const pool = createTaskPool({
    start,
    permits: 1,
    each: 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  const ask = async <Task extends Name>(
    name: Task,
    account: string,
    own: Own<Task>,
  ): Promise<Awaited<ReturnType<Tasks[Task]>>> => {
    const task = { ...own, database, account };
    const { value, recovered } = await pool.run<ThreadAnswer<Awaited<ReturnType<Tasks[Task]>>>>({
      account,
      name,
      task,
      limitMs,
    });
    for (const { setAside, copyOf, units, glossaries } of recovered) {
      const what = setAside === undefined ? 'was missing or empty' : 'was damaged and is set aside';
      const instead =
        copyOf === undefined ? 'a new, empty one serves' : 'its copy serves, without changes made since';
      log?.error(
        { set_aside: setAside, copy_of: copyOf, units, glossaries },
        `lexicon.db ${what}; ${instead}`,
      );
    }
    return value;
  };
  /** Nothing was ever stored: such jobs need no thread. */
  const isEmpty = (): boolean => !existsSync(database) && !hasCopy(database);
  const undoImport = async (account: string): Promise<void> => {
    while (!(await ask('undoStep', account, {})));
  };
  /** An import that an earlier process was killed in is taken back before anything else sees it. */
  let undone: Promise<void> | undefined;
  const run = async <Task extends Name>(
    name: Task,
    account: string,
    own: Own<Task>,
  ): Promise<Awaited<ReturnType<Tasks[Task]>>> => {
    undone ??= undoImport(account);
    try {
      await undone;
    } catch (error) {
      undone = undefined;
      throw error;
    }
    return ask(name, account, own);
  };
  const reader = createImportReader(readerOptions);
  /** Accounts take turns with whole imports. */
  const importInTurn = createFairSemaphore({ permits: 1, each: 1 });
  const indexInTurn = createFairSemaphore({ permits: INDEXES_MADE, each: 1 });
  const keyOf = (account: string, { from, to }: Direction) => ({ account, from, to });

  const importUnits = (
    account: string,
    key: MemoryKey,
    { path, direction }: { path: string; direction: Direction },
    signal?: AbortSignal,
  ): Promise<{ added: number; updated: number; skipped: number }> => {
    const unitsPath = `${path}.units`;
    const store = async () => {
      const sum = { added: 0, updated: 0, skipped: 0 };
      const at = new Date().toISOString();
      await run('beginImport', account, { key, at });
      try {
        for (let offset: number | undefined = 0; offset !== undefined;) {
          signal?.throwIfAborted();
          const room = await roomOf(account);
          const step: Awaited<ReturnType<Tasks['importStep']>> = await run('importStep', account, {
            key,
            at,
            path: unitsPath,
            offset,
            room,
          });
          sum.added += step.added;
          sum.updated += step.updated;
          sum.skipped += step.skipped;
          offset = step.next;
        }
        await run('endImport', account, {});
      } catch (error) {
        // The next start does it where the service closes.
        await undoImport(account).catch(() => undefined);
        throw error;
      }
      // The backup of overwritten units is no longer needed.
      await undoImport(account);
      return sum;
    };
    const work = async () => {
      try {
        // Read to its end first: of a file that is damaged at its end nothing is taken.
        const { skipped } = await reader.readUnits(account, { path, unitsPath, direction }, signal);
        const sum = await importInTurn(account, store, signal);
        return { ...sum, skipped: sum.skipped + skipped };
      } finally {
        await removeFile(unitsPath);
      }
    };
    return work();
  };

  /** All units that are kept under a name. */
  const removeUnits = async (account: string, holder: string): Promise<void> => {
    for (const { from, to } of await run('pairs', account, { of: holder })) {
      const key = { account: holder, from, to };
      let step = await run('removeStep', account, { key });
      while (!step.isLast) step = await run('removeStep', account, { key, last: step.last });
    }
  };

  return {
    memory: {
      pairs: (account) => run('pairs', account, {}),
      async search(account, direction, query) {
        const step = () => run('search', account, { key: keyOf(account, direction), ...query });
        const goOn = async () => {
          for (;;) {
            const found = await step();
            if (found) return found;
          }
        };
        return (await step()) ?? indexInTurn(account, goOn);
      },
      async list(account, direction, { text, limit, before }) {
        const found: MemoryEntry[] = [];
        for (let next = before; ;) {
          const step = await run('units', account, {
            key: keyOf(account, direction),
            text,
            limit: limit - found.length,
            ...(next === undefined ? {} : { before: next }),
          });
          found.push(...step.units);
          if (step.next === undefined || found.length === limit) return found;
          next = step.next;
        }
      },
      add: async (account, direction, unit) =>
        run('add', account, { key: keyOf(account, direction), ...unit, room: await roomOf(account) }),
      removeUnit: (account, id) => run('removeUnit', account, { id }),
      lookUp: async (account, direction, sources, glossary = []) =>
        isEmpty()
          ? sources.map(() => null)
          : run('lookUp', account, {
              key: keyOf(account, direction),
              sources: [...sources],
              glossary: [...glossary],
            }),
      linesFor: async (account, direction, { segmentsPath, indexes, glossary = [] }) =>
        isEmpty()
          ? { lines: new Uint8Array(), indexes: [] }
          : run('linesFor', account, {
              key: keyOf(account, direction),
              segmentsPath,
              indexes: [...indexes],
              glossary: [...glossary],
            }),
      async learnFrom(account, direction, { indexes, ...job }) {
        const { isFull } = await run('learnFrom', account, {
          key: keyOf(account, direction),
          ...job,
          indexes: [...indexes],
          room: await roomOf(account),
        });
        if (isFull)
          log?.warn(
            { account_id: account },
            'the translation memory learns nothing: max_stored_mb is reached',
          );
      },
      importTmx: (account, direction, path, signal) =>
        importUnits(account, keyOf(account, direction), { path, direction }, signal),
      async exportTmx(account, direction, path) {
        for (let after = 0; ;) {
          const step = await run('exportStep', account, { key: keyOf(account, direction), path, after });
          if (step.isLast) return;
          after = step.after;
        }
      },
      memories: (account) => (isEmpty() ? Promise.resolve([]) : run('memories', account, {})),
      memory: (account, id) => run('memory', account, { id }),
      async importMemory(account, { path, name, direction }, signal) {
        const languages = direction
          ? { from: direction.from, to: [direction.to] }
          : await reader.readLanguages(account, { path }, signal);
        const { from, to: targets } = languages;
        if (from === undefined || targets.length === 0) throw nothingUsable();
        const id = randomUUID();
        const sum = { added: 0, updated: 0, skipped: Infinity };
        try {
          for (const to of targets) {
            const { added, updated, skipped } = await importUnits(
              account,
              { account: holderOf(account, id), from, to },
              { path, direction: { from, to } },
              signal,
            );
            sum.added += added;
            sum.updated += updated;
            sum.skipped = Math.min(sum.skipped, skipped);
          }
          if (sum.added === 0) throw nothingUsable();
          signal?.throwIfAborted();
          await run('createMemory', account, { id, name, from });
        } catch (error) {
          // The next start does it where the service closes.
          await removeUnits(account, holderOf(account, id)).catch(() => undefined);
          throw error;
        }
        return { memory: await run('memory', account, { id }), ...sum };
      },
      async removeMemory(account, id) {
        const { own } = await run('memory', account, { id });
        if (own)
          throw new ProblemError(
            'conflict',
            'This is what the account has confirmed itself. DELETE /v1/memory forgets it, a direction at a time.',
          );
        await run('removeMemory', account, { id });
        await removeUnits(account, holderOf(account, id));
      },
      checkMemory: async (account, id, direction) =>
        void (await run('keyOfMemory', account, { id, direction })),
      async match(account, direction, sources, { memory, glossary = [] }) {
        const found: (MemoryHit | null)[] = [];
        while (found.length < sources.length) {
          const rest = sources.slice(found.length);
          found.push(
            ...(await run('matchStep', account, {
              memory,
              direction,
              sources: rest,
              glossary: [...glossary],
            })),
          );
        }
        return found;
      },
      async matchLines(account, direction, { segmentsPath, indexes, memory, glossary = [] }) {
        const lines: Uint8Array[] = [];
        const found: number[] = [];
        for (let at = 0; at < indexes.length;) {
          const step = await run('matchLinesStep', account, {
            ...{ memory, direction, segmentsPath },
            indexes: indexes.slice(at),
            glossary: [...glossary],
          });
          lines.push(step.lines);
          found.push(...step.indexes);
          at += step.done;
        }
        return { lines: Buffer.concat(lines), indexes: found };
      },
      async memorySegments(account, id, query) {
        const segments: MemorySegment[] = [];
        for (let { after } = query; ;) {
          const limit = query.limit - segments.length;
          const part = await run('memorySegments', account, { id, query: { ...query, after, limit } });
          segments.push(...part.segments);
          const { next } = part;
          if (part.isPart && next !== undefined) after = next;
          else return { segments, ...(next === undefined ? {} : { next }) };
        }
      },
      async exportMemory(account, id, path) {
        const { own, from, targets } = await run('memory', account, { id });
        const holder = own ? account : holderOf(account, id);
        for (const [n, to] of targets.entries()) {
          const part = { isFirst: n === 0, isLast: n === targets.length - 1 };
          for (let after = 0; ;) {
            const key = { account: holder, from, to };
            const step = await run('exportStep', account, { key, path, after, ...part });
            if (step.isLast) break;
            after = step.after;
          }
        }
      },
      async remove(account, direction) {
        const key = keyOf(account, direction);
        let step = await run('removeStep', account, { key });
        while (!step.isLast) step = await run('removeStep', account, { key, last: step.last });
      },
    },
    glossaries: {
      async list(account, { limit, cursor }) {
        const { glossaries, next } = await run('list', account, { limit, after: Number(cursor ?? 0) });
        return { glossaries, ...(next === undefined ? {} : { next: String(next) }) };
      },
      get: (account, id) => run('get', account, { id }),
      create: async (account, content) => run('create', account, { content, room: await roomOf(account) }),
      replace: async (account, id, content) =>
        run('replace', account, { id, content, room: await roomOf(account) }),
      remove: (account, id) => run('remove', account, { id }),
      entriesFor: (account, id, direction) => run('entriesFor', account, { id, direction }),
      async importFile(account, { path, direction, name = 'Imported', glossaryId }, signal) {
        // An unknown glossary first: its file need not be read.
        if (glossaryId !== undefined) await run('get', account, { id: glossaryId });
        const file = await reader.readGlossary(account, { path, direction }, signal);
        return run('importEntries', account, {
          file,
          direction,
          name: Array.from(name).slice(0, LIMITS.glossaryName).join(''),
          ...(glossaryId === undefined ? {} : { glossaryId }),
          room: await roomOf(account),
        });
      },
      async exportFile(account, id, { format, from, to }) {
        const { name, dictionaries } = await run('get', account, { id });
        const [only] = dictionaries.length === 1 ? dictionaries : [];
        const direction = { from: from ?? only?.from ?? '', to: to ?? only?.to ?? '' };
        const found = dictionaries.find((one) => one.from === direction.from && one.to === direction.to);
        if (!found) throw noDictionary(dictionaries);
        const { text } = await run('exportFile', account, { id, format, direction });
        return { text, name, ...direction };
      },
    },
    stored: {
      allBytes: () => sizeOf(database) + sizeOf(`${database}-wal`),
      bytes: async (account) => (isEmpty() ? 0 : run('bytes', account, {})),
    },
    async close() {
      await reader.close();
      const finish = { name: 'finish', task: { database }, limitMs: FINISH_MS };
      await pool.close(finish);
      // Left by a thread that had to be ended, or by a process that was killed.
      if (!existsSync(`${database}-wal`)) return;
      const thread = start();
      await withTimeLimit(FINISH_MS, thread.run(finish.name, finish.task)).catch(() => undefined);
      thread.kill();
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function noDictionary(dictionaries: readonly Direction[]): Error {
  const known = dictionaries.map(({ from, to }) => `${from} to ${to}`).join(', ');
  return fieldProblem(
    'from',
    'unsupported_pair',
    `Say by from and to which dictionary is wanted. The glossary has: ${known === '' ? 'none' : known}.`,
    { reason: 'no_dictionary' },
  );
}

function nothingUsable(): Error {
  return fieldProblem(
    'file',
    'invalid',
    'The file has no unit that can be used: a text in a language known here, and its translation.',
    { reason: 'no_entries' },
  );
}
