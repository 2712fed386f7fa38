import { join } from 'node:path';
import { utilityProcess } from 'electron';
import { childEnvironment, networkEnvironment } from '../../service/service.ts';
import type { SpawnWorker } from '../../service/service.ts';

/** `out/service/worker.js`, beside this file's folder `out/main/`. */
const WORKER = join(import.meta.dirname, '..', 'service', 'worker.js');

/** Starts the engine process as Electron's utility process; headless it is a Node fork. */
export const spawnUtilityWorker: SpawnWorker = (args, execArgv = []) => {
  const child = utilityProcess.fork(WORKER, [...args], {
    serviceName: 'Interlinear translation',
    stdio: 'inherit',
    env: { ...childEnvironment(), ...networkEnvironment() },
    execArgv: [...execArgv],
  });
  // V8 gave up (out of memory); without a listener this would be thrown here. The exit event follows.
  child.on('error', () => undefined);
  return {
    get pid() {
      return child.pid;
    },
    post: (message) => child.postMessage(message),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => child.once('exit', (code) => listener(`exit code ${code}`)),
    // `kill` sends SIGTERM on POSIX, which the worker ignores; killing by process id always works.
    kill: () => {
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    },
  };
};
