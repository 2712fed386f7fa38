/** The composition root: starts the service's parts in order, and ends them in reverse. */
import { join } from 'node:path';
import { openAccounts } from './accounts/accounts.ts';
import type { Accounts, Ledger } from './accounts/accounts-port.ts';
import { publishAddress } from './address-files.ts';
import { finishForgetting } from './clients/finish-forgetting.ts';
import { createClients } from './clients/clients.ts';
import type { OpenClients } from './clients/clients.ts';
import { ConfigError } from './config.ts';
import type { Config } from './config.ts';
import { LANGUAGETOOL, LIMITS, maxSegments } from './contract/index.ts';
import type { Job } from './contract/index.ts';
import { openDetector } from './detect/detector.ts';
import { createHttpApp } from './http/app.ts';
import { openLanguageData } from './memory/language-data.ts';
import type { LanguageData } from './memory/language-data.ts';
import type { StorageRoom } from './lib/account-storage.ts';
import { GENERAL, accountOf, clientOf, ownerOf } from './lib/owner.ts';
import { listen } from './http/listen.ts';
import type { Listening, ListenOptions } from './http/listen.ts';
import { ownerRequests } from './http/middleware/auth.ts';
import { openAlignments } from './jobs/align/alignments.ts';
import type { OpenAlignments } from './jobs/align/alignments.ts';
import { daysByClient } from './jobs/end/retention.ts';
import type { Alignments } from './jobs/align/alignments-port.ts';
import { termsOf } from './jobs/align/terms.ts';
import { createJobs } from './jobs/jobs.ts';
import type { OpenJobs } from './jobs/jobs.ts';
import type { Jobs } from './jobs/jobs-port.ts';
import { canUseProxy, proxyVariables } from './lib/network-environment.ts';
import { createKeptLog } from './log.ts';
import type { KeptLog, Log } from './log.ts';
import { findRenderer } from './renderer-dir.ts';
import { hostsOf, ORDERED_ENGINES, REMOTE_ENGINES } from './engines/configuration.ts';
import type { EngineConfiguration, TeamSettings } from './engines/configuration.ts';
import { builtFile } from './lib/built-file.ts';
import { openEngineAdmin } from './settings/engines.ts';
import type { Keychain } from './settings/keychain.ts';
import { createCheckerAdmin } from './settings/checkers.ts';
import type { CheckerAdmin, EngineAdmin, Settings } from './settings/settings-port.ts';
import { openSettings } from './settings/settings.ts';
import { createAssistants } from './mcp/assistants.ts';
import { loadManifest } from './models/manifest.ts';
import { openModels } from './models/models.ts';
import { openPackages } from './packages/packages.ts';
import type { Packages } from './packages/packages-port.ts';
import { logFolder, startWorker } from './start-worker.ts';
import { createSteps } from './steps.ts';
import type { Steps } from './steps.ts';
import type { TaskRunner } from './tasks/task-runner.ts';
import type { TeamLink } from './team/link.ts';
import { watchTeam } from './team/watch.ts';
import type { TeamWatch } from './team/watch.ts';
import { asDataFolderError } from './store/folder-error.ts';
import { openStore } from './store/store.ts';
import type { Store } from './store/store-port.ts';
import { readTlsFiles, warnOfEnd, watchTlsFiles } from './lib/tls-files.ts';
import { VERSION } from './version.ts';
import type { SpawnWorker, WorkerChild } from './worker/host/spawn.ts';
import { createDocumentTasks } from './worker/host/document-tasks.ts';
import { startEngineProcess } from './worker/host/engine-process.ts';
import { isOffline } from './worker/host/engine-sessions.ts';
import { createTextTasks } from './worker/host/text-tasks.ts';
import type { TextTasks } from './worker/host/text-tasks.ts';
import { createAlignmentTasks } from './worker/host/alignment-tasks.ts';
import { createTranslation } from './worker/host/translation.ts';
import type { Translation } from './worker/host/translation.ts';

export { StartError } from './lib/start-error.ts';
export { childEnvironment } from './lib/child-environment.ts';
export { networkEnvironment, proxyVariables } from './lib/network-environment.ts';
export { createKeptLog } from './log.ts';
export type { KeptLog, Log } from './log.ts';
export type { Keychain } from './settings/keychain.ts';
export type { SpawnWorker } from './worker/host/spawn.ts';

/** The parts that differ between plain Node and Electron, such as starting processes. */
export interface Shell {
  readonly spawnWorker: SpawnWorker;
  /** Processes started ahead: of engines, and of documents. They end with the service, or with a failed start. */
  readonly worker?: WorkerChild;
  readonly documents?: TaskRunner;
  /** Left out, keys of engines come from the environment alone. */
  readonly keychain?: Keychain | undefined;
  /** Runs for one command, and ends with it once nobody else is connected. */
  readonly temporary?: boolean;
}

export interface Service {
  /** Such as `http://127.0.0.1:4717`. */
  readonly baseUrl: string;
  /** Such as `https://10.0.0.5:4717`, where it serves the network with TLS. */
  readonly networkUrl?: string;
  readonly dataDir: string;
  readonly accounts: Accounts;
  readonly settings: Pick<Settings, 'values' | 'onChange'>;
  readonly log: Log;
  /** How many jobs would be interrupted now. */
  runningJobs(): Promise<number>;
  /** Calls back with running jobs, then each change of any account's jobs, until the result is called. */
  watchJobs(listener: (accountId: string, job: Job) => void): () => void;
  /** How many clients are connected now. */
  connections(): Promise<number>;
  /** Ends everything in order, within a bounded time. Running jobs go on at the next start. */
  close(): Promise<void>;
}

/**
 * Starts the service. Rejects, with nothing left running, when a part cannot start: with a StoreBusyError,
 * DataFolderError or ProblemError `storage_full` where the data folder is the reason.
 */
export async function createService(config: Config, shell: Shell): Promise<Service> {
  try {
    return await startParts(config, shell);
  } catch (error) {
    shell.worker?.kill();
    shell.documents?.kill();
    throw asDataFolderError(config.dataDir, error);
  }
}

async function startParts(config: Config, shell: Shell): Promise<Service> {
  const log = createKeptLog(config.logLevel);
  const steps = createSteps(log);
  const store = await startStore(steps, config, log);
  const { translation, texts, team } = await startTranslation(steps, config, shell, log);
  const settings = await steps.start('settings', () =>
    Promise.resolve(
      openSettings({ document: store.settings, fixed: config.fixed, engines: ORDERED_ENGINES }),
    ),
  );
  const engineAdmin = await steps.start('engines', () =>
    openEngineAdmin({
      document: store.settings,
      settings,
      remote: REMOTE_ENGINES,
      ordered: ORDERED_ENGINES,
      environment: config.engines,
      keychain: shell.keychain,
      hasTeam: team !== undefined,
      log,
    }),
  );
  await translation.configure(engineAdmin.configuration());
  const accounts = await steps.start('accounts', () =>
    openAccounts({
      document: store.accounts,
      envKey: config.apiKey,
      docxQuota: () => settings.values().docx_quota,
    }),
  );
  const core = { config, store, translation, team, settings, accounts, log };
  const later: Later = { engines: () => engineAdmin.configuration() };
  const { jobs, languageData, clients } = await startJobs(steps, core, later);
  const own = await startOwnParts(steps, core);
  const alignments = await startAlignments(steps, { ...core, ...own, jobs, languageData, clients });
  later.alignments = alignments;
  const packages = await startPackages(steps, core, { jobs, languageData, clients });
  later.packages = packages;
  for (const id of store.clients.forgotten) {
    await alignments.removeOf(id);
    await packages.removeOf(id);
    await store.clients.endForgetting(id);
  }
  team?.onChange(() => jobs.wakeAll());
  settings.onChange((changed) => {
    if (!changed.has('retention')) return;
    jobs.applyRetention();
    alignments.applyRetention();
  });
  const engines = engineAdmin.use(translation);
  const checkers = createCheckerAdmin(store.settings, () => engineAdmin.configuration(), translation);
  const { http, network } = await startHttp(
    steps,
    { ...core, ...own, jobs, alignments, languageData, clients, packages, engines, checkers },
    shell,
  );
  // Not before: its start would delay the rest's.
  texts.warm();
  warnOfProxy(log);
  log.info(
    { base_url: http.baseUrl, network_url: network?.baseUrl, data_dir: config.dataDir, version: VERSION },
    'service is ready',
  );

  return {
    baseUrl: http.baseUrl,
    ...(network ? { networkUrl: network.baseUrl } : {}),
    dataDir: config.dataDir,
    accounts,
    settings,
    log,
    runningJobs: () => countRunning(jobs, accounts),
    watchJobs: (listener) => watchJobs(jobs, accounts, log, listener),
    connections: () => http.connections(),
    close: () => steps.stop(),
  };
}

/** The parts that others are built on. */
interface Core {
  readonly config: Config;
  readonly store: Store;
  readonly translation: Translation;
  readonly team: TeamWatch | undefined;
  readonly settings: Settings;
  readonly accounts: Accounts & Ledger;
  readonly log: KeptLog;
}

async function startStore(steps: Steps, config: Config, log: KeptLog): Promise<Store> {
  const store = await steps.start(
    'store',
    () => openStore(config.dataDir),
    (part) => part.close(),
  );
  const keepLog = (): Promise<void> => {
    log.keepIn(logFolder(config), 'service');
    return Promise.resolve();
  };
  // Only now: nothing is written into a folder before it is known to be ours.
  await steps.start('log file', keepLog, () => {
    log.close();
    return Promise.resolve();
  });
  return store;
}

/** Engines, documents and texts, and the team that has the engines run on other machines. */
async function startTranslation(
  steps: Steps,
  config: Config,
  { spawnWorker, worker, documents: first }: Shell,
  log: Log,
): Promise<{ translation: Translation; texts: TextTasks; team: TeamWatch | undefined }> {
  const engines = await steps.start(
    'engine process',
    // Not awaited: it loads while the rest starts, and a question that comes before it is up waits for it.
    () =>
      Promise.resolve(
        startEngineProcess({ spawn: () => startWorker(config, spawnWorker), first: worker, log }),
      ),
    (part) => part.close(),
  );
  const [process, thread] = [builtFile('document-process.js'), builtFile('text-thread.js')];
  const documents = await steps.start(
    'document processes',
    () =>
      Promise.resolve(
        createDocumentTasks(process, {
          formatDefaults: { escape_formulas: config.escapeFormulas },
          ...(first ? { first } : {}),
        }),
      ),
    (part) => part.close(),
  );
  const texts = await steps.start(
    'text threads',
    () => Promise.resolve(createTextTasks(thread, process)),
    (part) => part.close(),
  );
  const link = config.team ? await startTeam(steps, config.team, log) : undefined;
  return {
    translation: createTranslation({ engines, documents, texts, team: link }),
    texts,
    team: link && watchTeam(link),
  };
}

/** A host that was killed has its team for some seconds more. */
const CLAIM_LIMIT_MS = 18_000;

/** Rejects where another host serves the team; without Redis it goes on, and jobs wait. */
async function startTeam(steps: Steps, settings: TeamSettings, log: Log): Promise<TeamLink> {
  return steps.start(
    'team',
    async () => {
      // Not before: without a team its code is not loaded.
      const { createLink } = await import('./team/link.ts');
      const link = createLink(settings, VERSION, log);
      const refusal = await link.claimed(CLAIM_LIMIT_MS);
      if (refusal === undefined) return link;
      await link.close();
      throw new ConfigError(refusal);
    },
    (part) => part.close(),
  );
}

/** Parts that start after those that call them. */
interface Later {
  readonly engines: () => EngineConfiguration;
  alignments?: OpenAlignments;
  packages?: Packages;
}

async function startJobs(
  steps: Steps,
  { config, store, accounts, translation, settings, team, log }: Core,
  later: Later,
): Promise<{ jobs: OpenJobs; languageData: LanguageData; clients: OpenClients }> {
  await finishForgetting({ store, accounts });
  // While jobs open, the memory learns what it missed before a crash; that may take any time.
  const open: { jobs?: OpenJobs; clients?: OpenClients } = {};
  const roomOf = (account: string): Promise<StorageRoom> =>
    open.jobs?.roomOf(account) ?? Promise.resolve({ stored: 0, limit: Infinity });
  const languageData = await steps.start(
    'glossaries and memory',
    () =>
      Promise.resolve(
        openLanguageData(join(config.dataDir, 'lexicon.db'), {
          ...{ roomOf, log },
          pathOf: (owner) => lexiconOf(config, store, owner),
          owners: () => open.clients?.owners() ?? [],
        }),
      ),
    (part) => part.close(),
  );
  const clients = await steps.start(
    'clients',
    () =>
      Promise.resolve(
        createClients({
          ...{ files: store.clients, jobs: store.jobs, drafts: store.drafts, log },
          ...{ memory: languageData.memory, glossaries: languageData.glossaries },
          engines: async () => [...(await translation.engines()), { id: LANGUAGETOOL }],
          isRemote: (engine) => engine === LANGUAGETOOL || !isOffline(engine),
          since: (id) => accounts.listAccounts().find((account) => account.id === id)?.created_at,
          onChange: () => {
            open.jobs?.applyRetention();
            later.alignments?.applyRetention();
          },
          forgetElsewhere: async ({ id }) => {
            const removed = await open.jobs!.removeOf(id);
            await later.alignments?.removeOf(id);
            await accounts.revokeKeysOf(id);
            translation.forgetAnswers();
            await later.packages?.removeOf(id);
            return removed;
          },
        }),
      ),
    (part) => part.close(),
  );
  open.clients = clients;
  const jobs = await steps.start(
    'jobs',
    () =>
      createJobs({
        store,
        accounts,
        translation,
        clients,
        hostsOf: (engine) => hostsOf(later.engines(), engine),
        checker: {
          url: () => later.engines().checker?.url,
          ignored: () => store.settings.data.checkers[LANGUAGETOOL]?.ignored ?? [],
        },
        languageData: {
          ...languageData,
          isMemoryOn: () => settings.values().memory.enabled,
          learning: () => settings.values().learning.apply,
          minMatch: () => settings.values().memory.min_match,
        },
        limits: {
          runningJobs: () => settings.values().max_running_jobs,
          storedMb: () => settings.values().max_stored_mb,
          segments: () => maxSegments(settings.values()),
          ...(team
            ? { directions: ({ engine }) => (isOffline(engine) ? team.limits(engine) : undefined) }
            : {}),
        },
        ...(team ? { waiting: (engine) => (isOffline(engine) ? team.waiting(engine) : undefined) } : {}),
        retention: () => {
          const { days, jobs: most } = settings.values().retention;
          return { maxAgeDays: days, maxJobs: most };
        },
        log,
      }),
    (part) => part.close(),
  );
  open.jobs = jobs;
  return { jobs, languageData, clients };
}

/** Each client but General has its own file in its folder, so that forgetting it is deleting a file. */
function lexiconOf({ dataDir }: Config, { clients }: Store, owner: string): string {
  const client = clientOf(owner);
  return join(client === GENERAL ? dataDir : clients.folderOf(accountOf(owner), client), 'lexicon.db');
}

/** Packages of agencies, which are groups of jobs. */
async function startPackages(
  steps: Steps,
  { config, store, translation, log }: Core,
  { jobs, languageData, clients }: { jobs: OpenJobs; languageData: LanguageData; clients: OpenClients },
): Promise<Packages> {
  return steps.start(
    'packages',
    () =>
      openPackages({
        folder: join(config.dataDir, 'packages'),
        jobs,
        storage: jobs.storage,
        memory: languageData.memory,
        translation,
        newUploadPath: () => store.files.newUploadPath(),
        isThere: (owner) => clients.of(owner) !== undefined,
        jobsOfGroup: async (id) => {
          const found: { id: string; owner: string }[] = [];
          for await (const entry of store.jobs.all())
            if (entry.group_id === id) {
              const owner = ownerOf({ accountId: entry.account_id, clientId: entry.client_id });
              found.push({ id: entry.id, owner });
            }
          return found;
        },
        log,
      }),
    (part) => {
      part.close();
      return Promise.resolve();
    },
  );
}

/** The parts that jobs do without. */
async function startOwnParts(steps: Steps, { config, settings, translation, log }: Core) {
  const models = await steps.start(
    'models',
    async () =>
      openModels({
        folder: join(config.dataDir, 'models'),
        manifest: await loadManifest(config.modelsManifest),
        url: () => settings.values().models_url ?? undefined,
        check: (model) => translation.checkModel(model),
        log,
      }),
    (part) => part.close(),
  );
  const detector = await steps.start(
    'language detection',
    () => Promise.resolve(openDetector()),
    (part) => part.close(),
  );
  return { models, detector };
}

async function startAlignments(
  steps: Steps,
  {
    config,
    translation,
    detector,
    settings,
    jobs,
    languageData: { glossaries, memory },
    clients,
    log,
  }: Core & Pick<HttpParts, 'detector' | 'jobs' | 'languageData' | 'clients'>,
): Promise<OpenAlignments> {
  const work = await steps.start(
    'alignment processes',
    () => Promise.resolve(createAlignmentTasks(builtFile('document-process.js'), translation)),
    (part) => part.close(),
  );
  return steps.start(
    'alignments',
    () =>
      openAlignments({
        folder: join(config.dataDir, 'alignments'),
        work,
        translation,
        detect: (text, account, signal) => detector.detect(text, account, signal),
        exists: (owner) => clients.of(owner) !== undefined,
        terms: (owner, direction) => termsOf(glossaries, owner, direction),
        learn: async (owner, direction, path, { memoryId, signal }) => {
          const file = { path, memoryId, origin: 'aligned' as const };
          const { added, updated, skipped, contradicted } = await memory.addUnits(
            owner,
            direction,
            file,
            signal,
          );
          clients.note(owner, { event: 'imported', hosts: [], segments: added });
          return { added, skipped: skipped + updated, contradicted };
        },
        storage: jobs.storage,
        maxRunning: () => settings.values().max_running_jobs,
        keptDays: () => settings.values().retention.days,
        daysOf: () => daysByClient(clients),
        log,
      }),
    (part) => part.close(),
  );
}

type HttpParts = Core &
  Awaited<ReturnType<typeof startOwnParts>> & {
    readonly jobs: OpenJobs;
    readonly alignments: Alignments;
    readonly languageData: LanguageData;
    readonly clients: OpenClients;
    readonly packages: Packages;
    readonly engines: EngineAdmin;
    readonly checkers: CheckerAdmin;
  };

/** Listens, and then says where. */
async function startHttp(
  steps: Steps,
  { config, store, accounts, settings, languageData, log, team, ...parts }: HttpParts,
  { temporary = false }: Shell,
): Promise<{ http: Listening; network: Listening | undefined }> {
  // Its tools are clients of /v1, at the address where the service listens once it does.
  const own: { http?: Listening } = {};
  const assistants = createAssistants({
    ownAddress: () => own.http?.baseUrl ?? '',
    report: (err) => log.error({ err }, 'A tool for assistants failed through a bug.'),
  });
  settings.onChange((changed) => {
    if (changed.has('facades') && !settings.values().facades.mcp) void assistants.close();
  });
  const app = createHttpApp({
    ...parts,
    config,
    accounts,
    glossaries: languageData.glossaries,
    tables: languageData.tables,
    memory: languageData.memory,
    settings,
    ...(team ? { team } : {}),
    drafts: store.drafts,
    assistants,
    log,
    newUploadPath: () => store.files.newUploadPath(),
    dataDir: config.dataDir,
    version: VERSION,
    rendererDir: findRenderer(),
  });
  const listener = {
    // A service of one command leaves the port to one that is meant to be found there.
    port: temporary ? 0 : settings.values().port,
    log,
    isOwner: ownerRequests(accounts),
  };
  // Before loopback: network clients have the port configured, those of this machine find it.
  const network = await startNetwork(steps, config, app, listener);
  const http = await steps.start(
    'http',
    () => listen(app, { ...listener, host: config.tls ? LOOPBACK : config.host }),
    (part) => part.close(),
  );
  own.http = http;
  // Ended before the listener, which waits for answers.
  await steps.start(
    'assistants',
    () => Promise.resolve(assistants),
    (part) => part.close(),
  );
  store.setAddress(http.baseUrl);
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
  return { http, network };
}

function warnOfProxy(log: Log): void {
  if (Object.keys(proxyVariables()).length === 0 || canUseProxy()) return;
  log.warn(
    { node: process.versions.node },
    'HTTPS_PROXY is set, but this version of Node cannot use it: install Node 22.21 or 24.5',
  );
}

const LOOPBACK = '127.0.0.1';

/** The second listener, for the network. Rejects with a ConfigError for a bad certificate or key. */
async function startNetwork(
  steps: Steps,
  { host, tls: files }: Config,
  app: ReturnType<typeof createHttpApp>,
  listener: Omit<ListenOptions, 'host' | 'tls'>,
): Promise<Listening | undefined> {
  if (!files) return undefined;
  return steps.start(
    'network',
    async () => {
      const tls = await readTlsFiles(files, (message) => new ConfigError(message));
      warnOfEnd(tls, files, listener.log);
      const listening = await listen(app, { ...listener, host, tls });
      const stop = watchTlsFiles(files, listener.log, (changed) => listening.setTls(changed));
      return {
        ...listening,
        close: () => {
          stop();
          return listening.close();
        },
      };
    },
    (part) => part.close(),
  );
}

/** Counts all accounts: other programs' jobs would be interrupted too. */
async function countRunning(jobs: Jobs, accounts: Accounts): Promise<number> {
  const pages = accounts.listAccounts().map(({ id }) => jobs.list(id, { status: 'running', limit: 100 }));
  return (await Promise.all(pages)).reduce((sum, page) => sum + page.jobs.length, 0);
}

/** Subscribed first, to miss no change: a job that has changed is not reported in its old state. */
function watchJobs(
  jobs: Jobs,
  accounts: Accounts,
  log: Log,
  listener: (accountId: string, job: Job) => void,
): () => void {
  let changed: Set<string> | undefined = new Set();
  const stop = jobs.subscribe((accountId, job) => {
    changed?.add(job.id);
    listener(accountId, job);
  });
  const tellRunning = async (): Promise<void> => {
    for (const { id: accountId } of accounts.listAccounts()) {
      const page = await jobs.list(accountId, { status: 'running', limit: LIMITS.runningJobs * 10 });
      for (const job of page.jobs) if (!changed?.has(job.id)) listener(accountId, job);
    }
    changed = undefined;
  };
  tellRunning().catch((err: unknown) => log.error({ err }, 'the running jobs could not be listed'));
  return stop;
}
