import { WorkerError } from '../tasks/worker-error.ts';

const TRIES = 3;

/**
 * Does again what leaves nothing half done, where a process dies under it. Not without end: a document that kills
 * its process would do so forever.
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
