import { fork } from 'node:child_process';
import { builtFile } from '../../lib/built-file.ts';
import { scriptEnvironment } from '../../lib/child-environment.ts';
import { networkEnvironment } from '../../lib/network-environment.ts';
import type { SpawnWorker } from './spawn.ts';

/** Starts the engine process under plain Node. */
export const spawnNodeWorker: SpawnWorker = (args, execArgv = []) => {
  const child = fork(builtFile('worker.js'), [...args], {
    // Structured clone instead of JSON: Uint8Arrays cross unchanged.
    serialization: 'advanced',
    env: { ...scriptEnvironment(), ...networkEnvironment() },
    // Not the parent's: a second process could not have the same inspector port.
    execArgv: [...execArgv],
    // Standard output belongs to the command line; a worker's output is log.
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  // Registered at once, also for later listeners: a process may end while its starter still loads.
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(signal ? `signal ${signal}` : `exit code ${code ?? 'unknown'}`),
    );
    child.once('error', (error) => resolve(error.message));
  });
  return {
    get pid() {
      return child.pid;
    },
    // The callback takes the error of sending to a process that has just died; its exit tells the reason.
    post: (message) => child.send(message as object, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => void ended.then(listener),
    kill: () => child.kill('SIGKILL'),
  };
};
