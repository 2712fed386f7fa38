/** Runs in the only thread that has the SQLite files of glossaries and translation memories open. */
import { serveTasks } from '../tasks/serve-tasks.ts';
import { isDamage } from './database.ts';
import type { Recovered } from './database.ts';
import { DESK_TASKS } from './thread/desk-tasks.ts';
import { GLOSSARY_TASKS } from './thread/glossary-tasks.ts';
import { LEARNING_TASKS } from './thread/learning-tasks.ts';
import { NAMED_TASKS } from './thread/named-tasks.ts';
import { closeDamaged, finish, open, takeRecovered } from './thread/opened.ts';
import type { Common } from './thread/opened.ts';
import { UNIT_TASKS } from './thread/unit-tasks.ts';

export type { Common } from './thread/opened.ts';

/** Tasks by the name the host uses. */
export const MEMORY_TASKS = {
  ...UNIT_TASKS,
  ...DESK_TASKS,
  ...LEARNING_TASKS,
  ...NAMED_TASKS,
  ...GLOSSARY_TASKS,
};

/** A task's result. `recovered`: damaged or missing files that were replaced since the last one. */
export interface ThreadAnswer<Value> {
  readonly value: Value;
  readonly recovered: readonly Recovered[];
}

type Task = (own: Common) => unknown;

/**
 * If a page has become unreadable since the file was opened, opens it again, which checks and recovers it.
 */
function recovering(task: Task): Task {
  return async (own) => {
    open(own);
    try {
      return answer(await task(own));
    } catch (error) {
      if (!isDamage(error)) throw error;
      closeDamaged(own);
      open(own);
      return answer(await task(own));
    }
  };
}

function answer(value: unknown): ThreadAnswer<unknown> {
  return { value, recovered: takeRecovered() };
}

/** The folder of the file will be removed: unwritten changes are lost with it. */
function release(own: Common): ThreadAnswer<unknown> {
  closeDamaged(own);
  return answer(null);
}

serveTasks({
  ...Object.fromEntries(
    Object.entries({ ...MEMORY_TASKS, finish }).map(([name, task]) => [name, recovering(task as Task)]),
  ),
  release,
});
