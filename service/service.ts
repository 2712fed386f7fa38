/** The composition root: the parts of the service, in the order in which they start. They end in the opposite one. */
import { join } from 'node:path';
import { openAccounts } from './accounts/accounts.ts';
import type { Accounts } from './accounts/port.ts';
import { publishAddress } from './address-files.ts';
import type { Config } from './config.ts';
import { createHttpApp } from './http/app.ts';
import { listen } from './http/listen.ts';
import { createJobs } from './jobs/jobs.ts';
import type { Jobs } from './jobs/port.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { findRenderer } from './renderer-dir.ts';
import { loadManifest } from './models/manifest.ts';
import { openModels } from './models/models.ts';
import { createSteps } from './steps.ts';
import { asDataFolderError } from './store/folder-error.ts';
import { openStore } from './store/store.ts';
import { VERSION } from './version.ts';
import type { SpawnWorker, WorkerSettings } from './worker/spawn.ts';
import { startTranslation } from './worker/translation-process.ts';

export { childEnvironment } from './lib/child-environment.ts';
export type { SpawnWorker } from './worker/spawn.ts';

/** What only the shell can do: plain Node and Electron start processes each in their own way. */
export interface Shell {
  readonly spawnWorker: SpawnWorker;
  /** The service is there for one command, and ends when that has done its work and nobody else is connected. */
  readonly temporary?: boolean;
}

export interface Service {
  /** Such as `http://127.0.0.1:4717`. */
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly log: Log;
  /** How many jobs would be interrupted now. */
  runningJobs(): Promise<number>;
  /** How many clients are connected now. */
  connections(): Promise<number>;
  /** Ends everything in order, within a bounded time. Running jobs go on at the next start. */
  close(): Promise<void>;
}

/**
 * Starts the service. Rejects, with nothing left running, when a part cannot start: with a StoreBusyError, DataFolderError or
 * ProblemError `storage_full` where the data folder is the reason.
 */
export async function createService(config: Config, shell: Shell): Promise<Service> {
  try {
    return await startParts(config, shell);
  } catch (error) {
    throw asDataFolderError(config.dataDir, error);
  }
}

async function startParts(config: Config, { spawnWorker, temporary = false }: Shell): Promise<Service> {
  const log = createLog({ level: config.logLevel });
  const steps = createSteps(log);

  const store = await steps.start(
    'store',
    () => openStore(config.dataDir),
    (part) => part.close(),
  );
  const accounts = await steps.start('accounts', () =>
    openAccounts({ document: store.accounts, envKey: config.apiKey, docxQuota: config.docxQuota }),
  );
  const translation = await steps.start(
    'translation process',
    // Not awaited: it loads while the rest starts, and an upload that comes before it is up waits for it.
    () =>
      Promise.resolve(
        startTranslation({
          spawn: (args) => spawnWorker(args, workerExecArgv(config)),
          settings: workerSettings(config),
          log,
        }),
      ),
    (part) => part.close(),
  );
  const jobs = await steps.start(
    'jobs',
    () =>
      createJobs({
        store,
        accounts,
        translation,
        limits: { runningJobs: config.maxRunningJobs },
        ...(config.retention === undefined ? {} : { retention: config.retention }),
        log,
      }),
    (part) => part.close(),
  );
  const models = await steps.start(
    'models',
    async () =>
      openModels({
        folder: join(config.dataDir, 'models'),
        manifest: await loadManifest(config.modelsManifest),
        ...(config.modelsUrl === undefined ? {} : { url: config.modelsUrl }),
        check: (model) => translation.checkModel(model),
        log,
      }),
    (part) => part.close(),
  );
  const http = await steps.start(
    'http',
    () => {
      const app = createHttpApp({
        config,
        accounts,
        jobs,
        translation,
        models,
        log,
        newUploadPath: () => store.files.newUploadPath(),
        version: VERSION,
        rendererDir: findRenderer(),
      });
      return listen(app, { host: config.host, port: config.port, log });
    },
    (part) => part.close(),
  );
  await steps.start('address in the lock file', () => store.setAddress(http.baseUrl));
  await steps.start(
    'address files',
    () =>
      publishAddress(
        config.dataDir,
        { baseUrl: http.baseUrl, pid: process.pid, version: VERSION },
        { key: accounts.sessionKey, temporary },
      ),
    (takeBack) => takeBack(),
  );
  log.info({ base_url: http.baseUrl, data_dir: config.dataDir, version: VERSION }, 'service is ready');

  return {
    baseUrl: http.baseUrl,
    dataDir: config.dataDir,
    accounts,
    log,
    runningJobs: () => countRunning(jobs, accounts),
    connections: () => http.connections(),
    close: () => steps.stop(),
  };
}

function workerSettings(config: Config): WorkerSettings {
  return {
    pseudoDelayMs: config.pseudoDelayMs,
    escapeFormulas: config.escapeFormulas,
    modelsFolder: join(config.dataDir, 'models'),
    ...(config.modelsManifest === undefined ? {} : { modelsManifest: config.modelsManifest }),
    ...(config.engineThreads === 0 ? {} : { engineThreads: config.engineThreads }),
    logLevel: config.logLevel,
    ...(config.enginePreference === undefined ? {} : { enginePreference: config.enginePreference }),
  };
}

function workerExecArgv({ inspectWorker }: Config): string[] {
  return inspectWorker === undefined ? [] : ['--enable-source-maps', `--inspect=127.0.0.1:${inspectWorker}`];
}

/** Of all accounts: other programs' jobs would be interrupted too. */
async function countRunning(jobs: Jobs, accounts: Accounts): Promise<number> {
  const pages = accounts.listAccounts().map(({ id }) => jobs.list(id, { status: 'running', limit: 100 }));
  return (await Promise.all(pages)).reduce((sum, page) => sum + page.jobs.length, 0);
}
