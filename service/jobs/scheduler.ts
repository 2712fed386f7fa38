import type { TranslatedChunk } from '../worker/port.ts';
import { createDeck } from './deck.ts';
import type { Chunk, DeckLimits, Item } from './deck.ts';

export interface SchedulerTasks {
  translate(jobId: string, indexes: number[]): Promise<TranslatedChunk>;
  /** Makes a translated chunk durable. Not called for a job that was removed meanwhile. */
  store(chunk: Chunk, translated: TranslatedChunk): Promise<void>;
  /** The chunk waits until `wake`, unless the job is removed. `begun`: performance.now() when it was dealt. */
  failed(chunk: Chunk, error: unknown, begun: number): void;
}

/** Keeps engines busy with chunks of all running jobs in turn. */
export interface Scheduler {
  add(jobId: string, engine: string, pending: Item[]): void;
  remove(jobId: string): void;
  wake(jobId: string): void;
  setSuspect(jobId: string, suspect: boolean): void;
  /** Deals no more; what is still under way is dropped when it comes. */
  stop(): void;
}

export function createScheduler(limits: DeckLimits, tasks: SchedulerTasks): Scheduler {
  const deck = createDeck(limits);
  const present = new Set<string>();
  let stopped = false;

  const deal = (): void => {
    for (let chunk = stopped ? undefined : deck.next(); chunk; chunk = deck.next()) void work(chunk);
  };

  const work = async (chunk: Chunk): Promise<void> => {
    const begun = performance.now();
    let translated: TranslatedChunk;
    try {
      const indexes = chunk.items.map(({ index }) => index);
      translated = await tasks.translate(chunk.jobId, indexes);
    } catch (error) {
      deck.putBack(chunk);
      if (present.has(chunk.jobId) && !stopped) tasks.failed(chunk, error, begun);
      deal();
      return;
    }
    // The slot is free before the disk is done: storing overlaps with the next chunk.
    deck.translated(chunk, performance.now() - begun);
    deal();
    if (present.has(chunk.jobId) && !stopped) await tasks.store(chunk, translated);
    deck.stored(chunk);
    deal();
  };

  return {
    add(jobId, engine, pending) {
      present.add(jobId);
      deck.add(jobId, engine, pending);
      deal();
    },
    remove(jobId) {
      present.delete(jobId);
      deck.remove(jobId);
      deal();
    },
    wake(jobId) {
      deck.wake(jobId);
      deal();
    },
    setSuspect: (jobId, suspect) => deck.setSuspect(jobId, suspect),
    stop() {
      stopped = true;
    },
  };
}
