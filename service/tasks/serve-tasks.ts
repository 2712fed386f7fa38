import { parentPort } from 'node:worker_threads';
import type { TaskMessage } from './task-runner.ts';
import { toErrorWire } from './wire-error.ts';
import type { Outcome } from './wire-error.ts';

/** Runs the owner's tasks. Answers with outcomes: a thrown Error would lose its code in transit. */
export function serveTasks(tasks: Readonly<Record<string, (task: never) => unknown>>): void {
  parentPort?.on('message', ({ name, task }: TaskMessage) => {
    void outcomeOf(() => tasks[name]?.(task as never)).then((outcome) => parentPort?.postMessage(outcome));
  });
}

async function outcomeOf(work: () => unknown): Promise<Outcome<unknown>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toErrorWire(error) };
  }
}
