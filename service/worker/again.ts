import { WorkerError } from '../tasks/worker-error.ts';

const TRIES = 3;

/**
 * Repeats work that leaves nothing half done if its process dies. Bounded: a document that kills its process
 * would do so forever.
 */
export async function again<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isCrash = error instanceof WorkerError && error.code === 'crashed';
      if (!isCrash || attempt === TRIES) throw error;
    }
  }
}
