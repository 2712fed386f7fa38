import { join } from 'node:path';
import { utilityProcess } from 'electron';
import { childEnvironment, networkEnvironment } from '../../service/service.ts';
import type { SpawnWorker } from '../../service/service.ts';

/** `out/service/worker.js`, beside this file's folder `out/main/`. */
const WORKER = join(import.meta.dirname, '..', 'service', 'worker.js');

/**
 * Starts the translation process as Electron's utility process. The same file runs as a Node fork when
 * headless.
 */
export const spawnUtilityWorker: SpawnWorker = (args, execArgv = []) => {
  const child = utilityProcess.fork(WORKER, [...args], {
    serviceName: 'Interlinear translation',
    stdio: 'inherit',
    env: { ...childEnvironment(), ...networkEnvironment() },
    execArgv: [...execArgv],
  });
  // Told when V8 gives up (out of memory); without a listener it would be thrown in this process. Its exit
  // follows.
  child.on('error', () => undefined);
  return {
    get pid() {
      return child.pid;
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', (code) => listener(`exit code ${code}`)),
    // `kill` asks nicely on POSIX (SIGTERM), which the worker leaves to its parent; its process id is dead
    // for sure.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
};
