import type { LocalPorts } from '../../contract/index.ts';
import type { Channel } from '../endpoint.ts';

/** An engine process as its owner holds it: a Node fork, or an Electron utilityProcess. */
export interface WorkerChild extends Channel {
  readonly pid: number | undefined;
  /** Called once, when it has ended for any reason. `reason` is for the log. */
  onExit(listener: (reason: string) => void): void;
  /** Ends it at once, whatever it is doing. */
  kill(): void;
}

/** Starts the built `service/worker.js`. `args` are its command line, `execArgv` Node's own options. */
export type SpawnWorker = (args: readonly string[], execArgv?: readonly string[]) => WorkerChild;

/** Settings for the engine process. No secrets: others can read a command line. */
export interface WorkerSettings {
  readonly pseudoDelayMs: number;
  /** Ports to search for language model servers; the usual ones by default. */
  readonly localPorts?: LocalPorts;
  /** The folder of installed models; without it there is no neural engine. */
  readonly modelsFolder?: string;
  /** A manifest of models in place of the built-in one. */
  readonly modelsManifest?: string;
  /** Threads of the neural engine; by default, as many as this machine has room for. */
  readonly engineThreads?: number;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
  /** The folder of its log, used after `keep-log`; by default standard error only. */
  readonly logFolder?: string;
}

export function settingsToArgs(settings: WorkerSettings): string[] {
  return [JSON.stringify(settings)];
}

/** Reads the engine process's `process.argv`, whose start differs between Node and Electron. */
export function settingsFromArgv(argv: readonly string[]): WorkerSettings {
  return JSON.parse(argv.at(-1) ?? '') as WorkerSettings;
}
