import { builtFile } from '../lib/built-file.ts';
import { createTaskPool } from '../tasks/task-pool.ts';
import { startThread } from '../tasks/task-runner.ts';
import type { DetectedLanguage } from './detect-languages.ts';

/** Tells the language of texts, offline. */
export interface Detector {
  /**
   * Best first, at most five; none for a text without letters. `account`: for whom, since accounts take
   * turns. Rejects with an AbortError where the signal aborts before its turn. After that it is finished: who
   * types asks and goes away again and again, and would end the thread each time before it has its table.
   * `among`: tags of the languages it may be.
   */
  detect(
    text: string,
    account: string,
    signal?: AbortSignal,
    among?: readonly string[],
  ): Promise<DetectedLanguage[]>;
  close(): Promise<void>;
}

/** A text takes some milliseconds; the first one a second or two more, for the table. */
const LIMIT_MS = 30_000;
const HEAP_MB = 512;
const YOUNG_HEAP_MB = 32;
/** The table takes 150 MB: it is given back in a pause. */
const IDLE_MS = 10 * 60_000;

/** In a thread of its own, started at the first question: a table of 4 MB is no work for the host's. */
export function openDetector(threadPath: () => string = () => builtFile('detect-thread.js')): Detector {
  const pool = createTaskPool({
    start: () => startThread(threadPath(), { heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB }),
    permits: 1,
    each: 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  return {
    detect: (text, account, signal, among) =>
      /\p{L}/u.test(text)
        ? pool.run({
            account,
            name: 'detect',
            task: { text, among },
            limitMs: LIMIT_MS,
            signal,
            finishes: true,
          })
        : Promise.resolve([]),
    close: () => pool.close(),
  };
}
