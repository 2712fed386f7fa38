import { fork } from 'node:child_process';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '../lib/child-environment.ts';

/** Does one task at a time for its owner, apart from it: a thread, or a process. */
export interface TaskRunner {
  /** What the task answers with. Rejects with a RunnerDiedError, also of later tasks, once the runner has ended. */
  run(name: string, task: unknown): Promise<unknown>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

/** What crosses to a runner. */
export interface TaskMessage {
  name: string;
  task: unknown;
}

/**
 * Why a runner ended: it wanted more `memory` than it may have; it was `killed`, by its owner, by someone else or by a system
 * that is out of memory; it is `broken`, with a bug of ours to blame.
 */
export class RunnerDiedError extends Error {
  readonly reason: 'memory' | 'killed' | 'broken';
  constructor(reason: RunnerDiedError['reason'], how: string) {
    super(`It ended (${how}).`);
    this.name = 'RunnerDiedError';
    this.reason = reason;
  }
}

export interface ThreadLimits {
  /** JavaScript heap, in MB. */
  readonly heapMb: number;
  readonly youngHeapMb: number;
  /**
   * Whether it has all its room for new objects at once. V8 begins with 1 MB and doubles it, collecting and copying a dozen times while the
   * first documents wait: these take a quarter longer without.
   */
  readonly youngAtOnce?: boolean;
}

/** A thread. Bounds its JavaScript heap; V8's own fatal errors in it end the whole process. */
export function startThread(path: string, { heapMb, youngHeapMb, youngAtOnce }: ThreadLimits): TaskRunner {
  // Read when a heap is made, and not more than its largest. Later threads of this process have theirs at once too.
  if (youngAtOnce) setFlagsFromString(`--min-semi-space-size=${youngHeapMb}`);
  const thread = new Worker(path, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  });
  const { runner, onOutcome, onEnd } = createRunner(
    (message) => thread.postMessage(message),
    () => void thread.terminate(),
  );
  thread.on('message', onOutcome);
  thread.on('error', (error: Error & { code?: string }) => {
    const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    onEnd(new RunnerDiedError(isMemory ? 'memory' : 'broken', error.message));
  });
  thread.on('exit', (code) => onEnd(new RunnerDiedError('killed', `exit code ${code}`)));
  return runner;
}

/** How a process that hosts a thread tells that the thread wanted too much memory. */
export const MEMORY_EXIT_CODE = 75;

/**
 * For glibc (mallopt(3)), in bytes: a process that reads documents gives freed memory back once there are 64 MB at the end of an arena, and has
 * blocks of up to 4 MB in arenas. Left to itself it gives all back with each document, and has the buffers of the next anew, page by page.
 */
const KEPT_FREE = { MALLOC_TRIM_THRESHOLD_: '67108864', MALLOC_MMAP_THRESHOLD_: '4194304' };

/** A process: not even a fatal error of V8 reaches its owner. `args` are its command line. */
export function startProcess(path: string, args: readonly string[]): TaskRunner {
  const child = fork(path, [...args], {
    serialization: 'advanced',
    execArgv: [],
    // Electron's binary is Node under this name only.
    env: {
      ...childEnvironment(),
      ...KEPT_FREE,
      ...('electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
    },
    // What V8 prints when it gives up is no line of our log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { runner, onOutcome, onEnd } = createRunner(
    (message) => child.send(message, () => undefined),
    () => child.kill('SIGKILL'),
  );
  child.on('message', onOutcome);
  child.on('error', (error) => onEnd(new RunnerDiedError('broken', error.message)));
  child.on('exit', (code, signal) =>
    onEnd(new RunnerDiedError(reasonOf(code, signal), signal ?? `exit code ${code}`)),
  );
  return runner;
}

/** How V8, libc or the processor end a process that cannot go on. */
const FATAL_SIGNALS: readonly (NodeJS.Signals | null)[] = [
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
];
/** The same, as Windows' exit codes: abort(), and all NTSTATUS errors. */
const WINDOWS_ABORT = 134;
const WINDOWS_FATAL = 0x80000000;

function reasonOf(code: number | null, signal: NodeJS.Signals | null): RunnerDiedError['reason'] {
  if (FATAL_SIGNALS.includes(signal) || code === MEMORY_EXIT_CODE) return 'memory';
  if (code !== null && (code === WINDOWS_ABORT || code >= WINDOWS_FATAL)) return 'memory';
  return signal === null ? 'broken' : 'killed';
}

/** The bookkeeping of a runner: the task that waits, and the end that all later ones get to hear. */
function createRunner(post: (message: TaskMessage) => void, kill: () => void) {
  let waiting: { resolve(outcome: unknown): void; reject(error: Error): void } | undefined;
  let end: RunnerDiedError | undefined;
  const runner: TaskRunner = {
    run: (name, task) =>
      new Promise((resolve, reject) => {
        if (end) {
          reject(end);
          return;
        }
        waiting = { resolve, reject };
        post({ name, task });
      }),
    kill,
  };
  return {
    runner,
    onOutcome: (outcome: unknown): void => {
      waiting?.resolve(outcome);
      waiting = undefined;
    },
    onEnd: (error: RunnerDiedError): void => {
      end ??= error;
      waiting?.reject(end);
      waiting = undefined;
    },
  };
}
