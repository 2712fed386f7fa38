import { existsSync } from 'node:fs';
import { builtFile } from '../lib/built-file.ts';
import { accountOf, ownerOfHolder } from '../lib/owner.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Log } from '../log.ts';
import { createTaskPool } from '../tasks/task-pool.ts';
import { startThread } from '../tasks/task-runner.ts';
import { hasCopy } from './damaged-database.ts';
import type { Recovered } from './database.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Common, MEMORY_TASKS, ThreadAnswer } from './memory-thread.ts';

type Tasks = typeof MEMORY_TASKS;
type Name = keyof Tasks;
type Own<Task extends Name> = Omit<Parameters<Tasks[Task]>[0], keyof Common>;
export type TaskValue<Task extends Name> = Awaited<ReturnType<Tasks[Task]>>;

/** Calls the thread that has the databases open, one for each client. An owner or a holder (lib/owner.ts) tells which. */
export interface MemoryClient {
  readonly run: <Task extends Name>(name: Task, account: string, own: Own<Task>) => Promise<TaskValue<Task>>;
  /** Undoes an unfinished import, and drops the backup of a finished one. */
  readonly undoImport: (account: string) => Promise<void>;
  readonly removeUnits: (account: string, key: MemoryKey) => Promise<void>;
  /** Whether nothing was ever stored: then jobs need no thread. */
  readonly isEmpty: (owner: string) => boolean;
  /** Closes the owner's file. */
  readonly release: (owner: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A step takes at most a second; the first one opens, and perhaps migrates, the file. */
const LIMIT_MS = 60_000;
/** Closing writes the rest of the log, a few megabytes. */
const FINISH_MS = 5_000;
/** The index of 100,000 units takes 25 MB. */
const HEAP_MB = 1_024;
const YOUNG_HEAP_MB = 64;
const IDLE_MS = 30 * 60_000;

export interface MemoryClientOptions {
  readonly threadPath?: () => string;
  readonly limitMs?: number;
  readonly log?: Log;
}

/** `pathOf`: the path of an owner's database. */
export function createMemoryClient(
  pathOf: (owner: string) => string,
  { threadPath = () => builtFile('memory-thread.js'), limitMs = LIMIT_MS, log }: MemoryClientOptions = {},
): MemoryClient {
  const start = () => startThread(threadPath(), { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB });
  const pool = createTaskPool({ start, permits: 1, each: 1, idleMs: IDLE_MS, keep: 0 });

  const used = new Set<string>();
  const ask = async <Task extends Name>(
    name: Task,
    holder: string,
    own: Own<Task>,
  ): Promise<TaskValue<Task>> => {
    const owner = ownerOfHolder(holder);
    const database = pathOf(owner);
    used.add(database);
    const task = { ...own, database, account: owner };
    const { value, recovered } = await pool.run<ThreadAnswer<TaskValue<Task>>>({
      account: accountOf(owner),
      name,
      task,
      limitMs,
    });
    for (const one of recovered) logRecovered(log, one);
    return value;
  };

  const undoImport = async (account: string): Promise<void> => {
    while (!(await ask('undoStep', account, {})));
  };

  /** An import during which an earlier process was killed is undone before anything else is served. */
  const undone = new Map<string, Promise<void>>();
  const run = async <Task extends Name>(
    name: Task,
    holder: string,
    own: Own<Task>,
  ): Promise<TaskValue<Task>> => {
    const database = pathOf(ownerOfHolder(holder));
    const undoing = undone.get(database) ?? undoImport(holder);
    undone.set(database, undoing);
    try {
      await undoing;
    } catch (error) {
      if (undone.get(database) === undoing) undone.delete(database);
      throw error;
    }
    return ask(name, holder, own);
  };

  return {
    run,
    undoImport,
    async removeUnits(account, key) {
      let step = await run('removeStep', account, { key });
      while (!step.isLast) step = await run('removeStep', account, { key, last: step.last });
    },
    isEmpty: (holder) => {
      const database = pathOf(ownerOfHolder(holder));
      return !existsSync(database) && !hasCopy(database);
    },
    async release(owner) {
      const database = pathOf(owner);
      await pool.run({
        account: accountOf(owner),
        name: 'release',
        task: { database, account: owner },
        limitMs,
      });
      used.delete(database);
      undone.delete(database);
    },
    async close() {
      const tasks = [...used].map((database) => ({
        name: 'finish',
        task: { database, account: '' },
        limitMs: FINISH_MS,
      }));
      await pool.close(tasks[0]);
      // Left by a thread that was ended, or by a process that was killed.
      for (const { name, task } of tasks) {
        if (!existsSync(`${task.database}-wal`)) continue;
        const thread = start();
        await withTimeLimit(FINISH_MS, thread.run(name, task)).catch(() => undefined);
        thread.kill();
      }
    },
  };
}

function logRecovered(log: Log | undefined, { setAside, copyOf, units, glossaries }: Recovered): void {
  const what = setAside === undefined ? 'was missing or empty' : 'was damaged and is set aside';
  const instead =
    copyOf === undefined ? 'a new, empty one serves' : 'its copy serves, without changes made since';
  log?.error({ set_aside: setAside, copy_of: copyOf, units, glossaries }, `lexicon.db ${what}; ${instead}`);
}
