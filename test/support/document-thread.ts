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

const HANG_MS = 10_000;
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
      const done = () => {
        clearTimeout(timer);
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
      const timer = setTimeout(() => {
        done();
        reject(new ThreadError('hang', `more than ${HANG_MS / 1_000} s`));
      }, HANG_MS);
      this.#worker.on('message', onMessage).on('error', onError);
      this.#worker.postMessage({ name, task });
    });
  }
}
