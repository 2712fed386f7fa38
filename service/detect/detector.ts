import { builtFile } from '../lib/built-file.ts';
import { createTaskPool } from '../tasks/task-pool.ts';
import { startThread } from '../tasks/task-runner.ts';
import type { DetectedLanguage } from './detect-languages.ts';

/** Detects the language of texts, offline. */
export interface Detector {
  /**
   * Best first, at most five; empty for a text without letters. `account`: for fairness between accounts.
   * Rejects with an AbortError if the signal aborts while waiting. Once begun, detection finishes: a user who
   * types sends and aborts requests repeatedly, and would otherwise end the thread each time before its table
   * is loaded. `among`: tags that the answer is limited to.
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
/** The table takes 150 MB: released when idle. */
const IDLE_MS = 10 * 60_000;

/** In a separate thread, started on first use: a table of 4 MB is too heavy for the host. */
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
