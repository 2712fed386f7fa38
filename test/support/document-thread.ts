/** The built document thread, asked directly: what the product has around it is left out. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { root } from '../../scripts/lib/steps.mjs';
import type {
  AssembleResult,
  AssembleTask,
  ExtractResult,
  ExtractTask,
  RefusedFile,
} from '../../service/worker/document-port.ts';
import type { Outcome } from '../../service/tasks/wire-error.ts';

/** Processor time of this process, all threads together: a busy machine gives it little in a second. */
const HANG_MS = 20_000;
/** One that waits uses none. */
const SILENT_MS = 300_000;
/** As the product gives it. */
const LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

/** A thread that died, or said nothing for too long. It is of no more use. */
export class ThreadError extends Error {
  override readonly name: 'hang' | 'thread_died';

  constructor(name: 'hang' | 'thread_died', message: string) {
    super(message);
    this.name = name;
  }
}

export class DocumentThread {
  readonly #worker = new Worker(join(root, 'out', 'service', 'document-thread.js'), {
    resourceLimits: LIMITS,
    // Not with this process's loader.
    execArgv: [],
  });

  constructor() {
    // One that dies while nobody asks it says nothing to the next task.
    this.#worker.on('error', () => undefined);
  }

  /** A file that is refused once its type is known is an error here too. */
  async extract(task: ExtractTask): Promise<Outcome<ExtractResult>> {
    const outcome = (await this.#run('extract', task)) as Outcome<ExtractResult | RefusedFile>;
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    return 'refused' in value ? { ok: false, error: value.refused } : { ok: true, value };
  }

  assemble(task: AssembleTask): Promise<Outcome<AssembleResult>> {
    return this.#run('assemble', task) as Promise<Outcome<AssembleResult>>;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Rejects with a ThreadError. */
  #run(name: string, task: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const before = process.cpuUsage();
      const asked = performance.now();
      const done = () => {
        clearInterval(timer);
        this.#worker.off('message', onMessage).off('error', onError);
      };
      const onMessage = (outcome: unknown) => {
        done();
        resolve(outcome);
      };
      const onError = (error: unknown) => {
        done();
        reject(new ThreadError('thread_died', String(error)));
      };
      const timer = setInterval(() => {
        const { user, system } = process.cpuUsage(before);
        const worked = (user + system) / 1_000;
        const waited = performance.now() - asked;
        if (worked < HANG_MS && waited < SILENT_MS) return;
        done();
        const times = `${Math.round(waited / 1_000)} s, ${Math.round(worked / 1_000)} s of the processor`;
        reject(new ThreadError('hang', `no answer in ${times}`));
      }, 1_000);
      this.#worker.on('message', onMessage).on('error', onError);
      this.#worker.postMessage({ name, task });
    });
  }
}
