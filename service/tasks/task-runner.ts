import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { scriptEnvironment } from '../lib/child-environment.ts';

/** A thread or a process that does one task at a time for its owner. */
export interface TaskRunner {
  /** Resolves to the task's answer. After the runner's end all tasks reject with a RunnerDiedError. */
  run(name: string, task: unknown): Promise<unknown>;
  /** Ends it at once, even in the middle of a task. */
  kill(): void;
}

export interface TaskMessage {
  name: string;
  task: unknown;
}

/**
 * Why a runner ended: `memory`: it exceeded its limit; `killed`: by its owner, someone else or a system out
 * of memory; `broken`: by a bug of ours.
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
}

/** A thread. Bounds its JavaScript heap; V8's own fatal errors in it end the whole process. */
export function startThread(path: string, { heapMb, youngHeapMb }: ThreadLimits): TaskRunner {
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

/** Exit code of a process whose thread needed more memory than its limit. */
export const MEMORY_EXIT_CODE = 75;

/** A process: even a fatal error of V8 does not reach its owner. `args` are its command line. */
export function startProcess(path: string, args: readonly string[]): TaskRunner {
  const child = fork(path, [...args], {
    serialization: 'advanced',
    execArgv: [],
    env: scriptEnvironment(),
    // V8 prints a report before it aborts, which does not belong in our log.
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

/** Signals by which V8, libc or the processor end a process that cannot go on. */
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

/** The bookkeeping of a runner: the pending task, and the error of all tasks after its end. */
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
