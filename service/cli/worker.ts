import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import type { Client } from '../client/client.ts';
import { WORKER_LIMITS } from '../contract/index.ts';
import type { ModelResource } from '../contract/index.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { createLog } from '../log.ts';
import { startWorker } from '../start-worker.ts';
import { countWords } from '../text/count-words.ts';
import { plainText } from '../text/codes.ts';
import type { ModelSource } from '../models/fetch-models.ts';
import { VERSION } from '../version.ts';
import { LOCAL_ONLY, REMOTE_ENGINES } from '../engines/configuration.ts';
import { spawnNodeWorker } from '../worker/host/spawn-node.ts';
import { startEngineProcess } from '../worker/host/engine-process.ts';
import type { EngineProcess } from '../worker/host/engine-process.ts';
import { CliError, EXIT } from '../client/cli-error.ts';
import { logFaults } from './log-faults.ts';
import { print } from './print.ts';
import { refuseSecrets } from './refuse-secrets.ts';
import { withServer } from './remote-server.ts';
import { onFirstSignal } from './signals.ts';

interface WorkerOptions {
  name?: string;
  slots?: string;
  engines?: string;
  dataDir?: string;
  modelsFrom?: string;
  ca?: string;
  json?: true;
  teamKey?: string;
  redisUrl?: string;
}

const LIST_LIMIT_MS = 10_000;

export function workerCommand(): Command {
  return new Command('worker')
    .description(
      'Translates for the host of a team, with the engines of this machine, until it is told to stop.',
    )
    .option('--name <name>', 'what the host lists it as; the name of this machine unless given')
    .option(
      '--slots <number>',
      'questions to work on at once; unless given 1, or one a core where only Apertium is offered',
    )
    .option('--engines <list>', 'offer only these engines, by their ids, such as "bergamot,apertium"')
    .option('--data-dir <folder>', 'where the models are')
    .option(
      '--models-from <place>',
      'first copy the models of the host (https://team.example:4717, with a key in INTERLINEAR_SERVER_KEY), or of a folder of models',
    )
    .option('--ca <file>', 'the authority of the certificate of --models-from (PEM)')
    .option('--json', 'print as one JSON line that it is ready')
    .addOption(new Option('--team-key <key>').hideHelp())
    .addOption(new Option('--redis-url <address>').hideHelp())
    .action(work);
}

async function work(options: WorkerOptions): Promise<void> {
  const stopped = new Promise<undefined>((resolve) => onFirstSignal(() => resolve(undefined)));
  refuseSecrets(options);
  const config = readConfig(process.env, { dataDir: options.dataDir });
  const { team } = config;
  if (!team) {
    throw new ConfigError(
      "INTERLINEAR_REDIS_URL is not set. Set it to the address of the team's Redis, and INTERLINEAR_TEAM_KEY to the team's key.",
    );
  }
  const givenSlots = slotsOf(options.slots);
  const name = nameOf(options.name);
  const log = createLog({ level: config.logLevel });
  const stopLogging = logFaults(log);
  const engines = startEngineProcess({
    // Its log goes to standard error: the data folder's may belong to a host on this machine.
    spawn: () => startWorker(config, spawnNodeWorker, { keepsLog: false }),
    engines: { ...LOCAL_ONLY, off: REMOTE_ENGINES },
    log,
  });
  try {
    const chosen = options.engines?.split(',').map((id) => id.trim());
    const offered = () => offeredEngines(engines, chosen);
    await engines.started;
    await refuseUnknown(engines, chosen);
    if (options.modelsFrom !== undefined) await copyModels(options.modelsFrom, options.ca, config, engines);
    const first = await offered();
    if (first.length === 0) {
      throw new CliError(
        `No engine is ready on this machine. Install a model into ${join(config.dataDir, 'models')} with "interlinear models install", or Apertium.`,
        EXIT.usage,
      );
    }
    const slots = givenSlots ?? defaultSlots(first.map(({ id }) => id));
    // Loaded lazily: other commands need no team code.
    const { startTeamWorker } = await import('../team/announce.ts');
    const worker = startTeamWorker({
      settings: team,
      name,
      version: VERSION,
      slots,
      engines,
      offered,
      countWords: (text) => countWords(plainText(text)),
      log,
    });
    const refused = worker.refused.then((reason) => {
      throw new CliError(reason, EXIT.usage);
    });
    try {
      await Promise.race([worker.listed(LIST_LIMIT_MS).catch(asCliError), refused, stopped]);
      await print(ready(name, slots, team.name, await offered(), options));
      await Promise.race([stopped, refused]);
    } finally {
      await worker.close();
    }
  } finally {
    await withTimeLimit(5_000, engines.close()).catch(() => undefined);
    stopLogging();
  }
}

async function copyModels(
  from: string,
  ca: string | undefined,
  config: Config,
  engines: EngineProcess,
): Promise<void> {
  const [{ fetchModels, folderSource }, { loadManifest }, { ModelError }] = await Promise.all([
    import('../models/fetch-models.ts'),
    import('../models/manifest.ts'),
    import('../models/model-error.ts'),
  ]);
  const copy = async (source: ModelSource): Promise<void> => {
    const fetched = await fetchModels(source, {
      folder: join(config.dataDir, 'models'),
      manifest: await loadManifest(config.modelsManifest),
      check: (model) => engines.checkModel(model),
      signal: new AbortController().signal,
    });
    for (const id of fetched) console.error(`${id} is installed.`);
  };
  try {
    if (!/^[a-z]+:\/\//i.test(from)) await copy(folderSource(resolve(from)));
    else await withServer(from, ca, (client) => copy(serverSource(client)), '--models-from');
  } catch (error) {
    if (error instanceof ModelError) throw new CliError(error.message, EXIT.usage);
    throw error;
  }
}

function serverSource(client: Client): ModelSource {
  return {
    name: new URL(client.baseUrl).host,
    async list() {
      const { models } = await client.json<{ models: ModelResource[] }>('/v1/models?state=installed');
      return models.map(({ id }) => id);
    },
    open: (id, name) =>
      client.fetch(`/v1/models/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`),
  };
}

/** A missing queue may appear, so a service manager should retry. Other problems must be fixed first. */
function asCliError(error: unknown): never {
  const { message } = error as Error;
  throw new CliError(message, message.includes('does not answer') ? EXIT.failed : EXIT.usage);
}

function slotsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const slots = /^\d{1,3}$/.test(given) ? Number(given) : 0;
  if (slots < 1 || slots > WORKER_LIMITS.slots) {
    throw new ConfigError(`--slots is "${given}". Use a whole number from 1 to ${WORKER_LIMITS.slots}.`);
  }
  return slots;
}

function nameOf(given: string | undefined): string {
  if (given === undefined) return hostname().slice(0, WORKER_LIMITS.name);
  if (given.trim() === '' || given.length > WORKER_LIMITS.name || /\p{Cc}/u.test(given)) {
    throw new ConfigError(`--name takes 1 to ${WORKER_LIMITS.name} characters in one line.`);
  }
  return given;
}

/** Apertium's programs use one core for a text; the other engines use several. */
function defaultSlots(engines: readonly string[]): number {
  const working = engines.filter((id) => id !== 'pseudo');
  return working.length > 0 && working.every((id) => id === 'apertium') ? availableParallelism() : 1;
}

async function refuseUnknown(engines: EngineProcess, chosen: readonly string[] | undefined): Promise<void> {
  if (!chosen) return;
  const local = (await engines.engines()).filter(({ offline }) => offline).map(({ id }) => id);
  const unknown = chosen.find((id) => !local.includes(id));
  if (unknown === undefined) return;
  throw new ConfigError(`--engines names "${unknown}". A worker can offer: ${local.join(', ')}.`);
}

async function offeredEngines(engines: EngineProcess, chosen: readonly string[] | undefined) {
  const [own] = await engines.workers();
  const remote = REMOTE_ENGINES as readonly string[];
  return (own?.engines ?? []).filter(
    ({ id, pairs }) => pairs.length > 0 && !remote.includes(id) && (chosen?.includes(id) ?? true),
  );
}

function ready(
  name: string,
  slots: number,
  team: string,
  offered: readonly { id: string }[],
  { json }: WorkerOptions,
): string {
  const engines = offered.map(({ id }) => id);
  if (json) return JSON.stringify({ name, team, slots, engines, pid: process.pid });
  return `Worker ${name} translates for the team "${team}" with ${engines.join(', ')}. Ctrl-C stops it.`;
}
