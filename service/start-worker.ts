import { join } from 'node:path';
import type { Config } from './config.ts';
import { settingsToArgs } from './worker/host/spawn.ts';
import type { SpawnWorker, WorkerChild, WorkerSettings } from './worker/host/spawn.ts';

/** Starts an engine process as the configuration says. */
export function startWorker(config: Config, spawn: SpawnWorker, { keepsLog = true } = {}): WorkerChild {
  const { logFolder: folder, ...settings } = workerSettings(config);
  const kept = keepsLog && folder !== undefined ? { ...settings, logFolder: folder } : settings;
  return spawn(settingsToArgs(kept), workerExecArgv(config));
}

/** The log folder of each process. */
export function logFolder({ dataDir }: Config): string {
  return join(dataDir, 'logs');
}

function workerSettings(config: Config): WorkerSettings {
  return {
    pseudoDelayMs: config.pseudoDelayMs,
    ...(config.localPorts ? { localPorts: config.localPorts } : {}),
    modelsFolder: join(config.dataDir, 'models'),
    ...(config.modelsManifest === undefined ? {} : { modelsManifest: config.modelsManifest }),
    ...(config.engineThreads === 0 ? {} : { engineThreads: config.engineThreads }),
    logLevel: config.logLevel,
    logFolder: logFolder(config),
  };
}

function workerExecArgv({ inspectWorker }: Config): string[] {
  return inspectWorker === undefined ? [] : ['--enable-source-maps', `--inspect=127.0.0.1:${inspectWorker}`];
}
