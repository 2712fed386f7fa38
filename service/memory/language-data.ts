import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fieldProblem, LIMITS } from '../contract/index.ts';
import { builtFile } from '../lib/built-file.ts';
import { createFairSemaphore } from '../lib/semaphore.ts';
import type { Log } from '../log.ts';
import { createTaskPool } from '../tasks/task-pool.ts';
import { startThread } from '../tasks/task-runner.ts';
import { hasCopy } from './damaged-database.ts';
import type { Common, MEMORY_TASKS, ThreadAnswer } from './memory-thread.ts';
import type { Direction, Glossaries, Memory } from './port.ts';

/** Glossaries and translation memory. */
export interface LanguageData {
  readonly glossaries: Glossaries;
  readonly memory: Memory;
  /** Resolves when nothing is written to the file any more. Calls that this ends, and later ones, reject with an AbortError. */
  close(): Promise<void>;
}

/** A step of an import takes a second at most; the first one reads its file. */
const LIMIT_MS = 60_000;
/** The index of 100,000 units takes 25 MB, reading a TMX of 100 MB some 500. */
const HEAP_MB = 1_024;
const YOUNG_HEAP_MB = 64;
const IDLE_MS = 30 * 60_000;

type Tasks = typeof MEMORY_TASKS;
type Name = keyof Tasks;
type Own<Task extends Name> = Omit<Parameters<Tasks[Task]>[0], keyof Common>;

/**
 * `database`: the path of the SQLite file, whose folder this process has locked. One thread has it open, so that its work holds nobody
 * up; accounts take turns. It starts when it is first needed.
 */
export function openLanguageData(
  database: string,
  {
    threadPath = () => builtFile('memory-thread.js'),
    limitMs = LIMIT_MS,
    log,
  }: { threadPath?: () => string; limitMs?: number; log?: Log } = {},
): LanguageData {
  const pool = createTaskPool({
    start: () => startThread(threadPath(), { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB }),
    permits: 1,
    each: 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  const run = async <Task extends Name>(
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
  /** The thread has memory for one file of the largest kind. Accounts take turns with whole imports. */
  const importInTurn = createFairSemaphore({ permits: 1, each: 1 });
  const keyOf = (account: string, { from, to }: Direction) => ({ account, from, to });

  return {
    memory: {
      pairs: (account) => run('pairs', account, {}),
      search: (account, direction, query) =>
        run('search', account, { key: keyOf(account, direction), ...query }),
      list: (account, direction, query) =>
        run('units', account, { key: keyOf(account, direction), ...query }),
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
        await run('learnFrom', account, { key: keyOf(account, direction), ...job, indexes: [...indexes] });
      },
      importTmx(account, direction, path, signal) {
        const key = keyOf(account, direction);
        const work = async () => {
          const sum = { added: 0, updated: 0, skipped: 0 };
          // Read to its end first: of a file that is damaged at its end nothing is taken.
          for (const isTrial of [true, false]) {
            const id = randomUUID();
            for (let isLast = false; !isLast;) {
              signal?.throwIfAborted();
              const step = await run('importStep', account, { key, id, path, isTrial });
              sum.added += step.added;
              sum.updated += step.updated;
              sum.skipped += isTrial ? 0 : step.skipped;
              ({ isLast } = step);
            }
          }
          return sum;
        };
        return importInTurn(account, work, signal);
      },
      async exportTmx(account, direction, path) {
        for (let after = 0; ;) {
          const step = await run('exportStep', account, { key: keyOf(account, direction), path, after });
          if (step.isLast) return;
          after = step.after;
        }
      },
      remove: (account, direction) => run('removeUnits', account, { key: keyOf(account, direction) }),
    },
    glossaries: {
      async list(account, { limit, cursor }) {
        const { glossaries, next } = await run('list', account, { limit, after: Number(cursor ?? 0) });
        return { glossaries, ...(next === undefined ? {} : { next: String(next) }) };
      },
      get: (account, id) => run('get', account, { id }),
      create: (account, content) => run('create', account, { content }),
      replace: (account, id, content) => run('replace', account, { id, content }),
      remove: (account, id) => run('remove', account, { id }),
      entriesFor: (account, id, direction) => run('entriesFor', account, { id, direction }),
      importFile: (account, { path, direction, name = 'Imported', glossaryId }) =>
        run('importFile', account, {
          path,
          direction,
          name: Array.from(name).slice(0, LIMITS.glossaryName).join(''),
          ...(glossaryId === undefined ? {} : { glossaryId }),
        }),
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
    close: () => pool.close(),
  };
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
