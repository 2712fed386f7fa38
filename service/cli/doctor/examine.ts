import { join } from 'node:path';
import { availableParallelism, release, totalmem } from 'node:os';
import { readConfig, resolveDataDir } from '../../config.ts';
import type { Config } from '../../config.ts';
import { DEFAULT_SETTINGS, LIMITS } from '../../contract/index.ts';
import type { EngineResource, SettingsResource } from '../../contract/index.ts';
import { createLog } from '../../log.ts';
import { findRenderer } from '../../renderer-dir.ts';
import { VERSION } from '../../version.ts';
import { spawnNodeWorker } from '../../worker/host/spawn-node.ts';
import { settingsToArgs } from '../../worker/host/spawn.ts';
import type { WorkerSettings } from '../../worker/host/spawn.ts';
import { startEngineProcess } from '../../worker/host/engine-process.ts';
import { withoutAddresses } from '../../client/cli-error.ts';
import type { TeamExamination } from '../../team/examine-team.ts';
import { findRunning } from '../find-service.ts';
import { lookAtDataFolder } from './data-folder.ts';
import type { DataFolder } from './data-folder.ts';

const MIN_NODE = [20, 19] as const;
const MIN_FREE_BYTES = 200 * 1024 * 1024;
const PSEUDO = 'pseudo';

/** A problem that keeps Interlinear from working, and the remedy. */
export interface Trouble {
  what: string;
  remedy: string;
}

export interface Examination {
  version: string;
  node: string;
  electron?: string;
  system: string;
  processors: number;
  memory: number;
  window_built: boolean;
  data_folder: DataFolder;
  service: { running: boolean; base_url?: string; health?: string };
  engines: Pick<EngineResource, 'id' | 'ready' | 'reason'>[];
  /** Present if the environment names a team. */
  team?: TeamExamination;
  limits: Record<string, number>;
  /** Names of the variables that are set, never their values: some are keys. */
  settings: string[];
  problems: Trouble[];
}

/** Collects everything a bug report needs, and changes nothing: no data folder is created or opened. */
export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  dataDirFlag?: string,
): Promise<Examination> {
  const problems: Trouble[] = [];
  const config = readSettings(env, dataDirFlag, problems);
  const dataFolder = await lookAtDataFolder(resolveDataDir(env, dataDirFlag));
  const client = (await findRunning(dataFolder.path))?.client;
  const health = await client?.json<{ status: string }>('/v1/health').catch(() => undefined);
  const asked = client
    ? (await client.json<{ engines: EngineResource[] }>('/v1/engines')).engines
    : await ownEngines(config, problems);
  const engines = asked.map(({ id, ready, reason }) => ({
    id,
    ready,
    ...(reason ? { reason: withoutAddresses(reason) } : {}),
  }));
  const limits = client
    ? await client.json<SettingsResource>('/v1/settings')
    : { ...DEFAULT_SETTINGS, ...config?.fixed };
  const team = config?.team && (await examineTeamOf(config.team, client !== undefined));
  problems.push(
    ...teamTrouble(team),
    ...nodeTrouble(process.versions.node),
    ...folderTrouble(dataFolder),
    ...setAsideTrouble(dataFolder),
    ...holderTrouble(dataFolder, client !== undefined),
    ...engineTrouble(engines),
  );
  return {
    version: VERSION,
    node: process.versions.node,
    // The type declares it everywhere; plain Node lacks it.
    ...('electron' in process.versions ? { electron: process.versions.electron } : {}),
    system: `${process.platform} ${release()} ${process.arch}`,
    processors: availableParallelism(),
    memory: totalmem(),
    window_built: findRenderer() !== undefined,
    data_folder: dataFolder,
    service: client
      ? { running: true, base_url: client.baseUrl, health: health?.status ?? 'does not answer' }
      : { running: false },
    engines,
    ...(team ? { team } : {}),
    limits: {
      file_bytes: LIMITS.fileBytes,
      document_segments: LIMITS.documentSegments,
      batch_segments: LIMITS.batchSegments,
      docx_quota: limits.docx_quota,
      running_jobs: limits.max_running_jobs,
    },
    settings: Object.keys(env)
      .filter((name) => name.startsWith('INTERLINEAR_') && env[name] !== '')
      .sort(),
    problems,
  };
}

function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string | undefined,
  problems: Trouble[],
): Config | undefined {
  try {
    return readConfig(env, { dataDir });
  } catch (error) {
    // The message names the setting; it never repeats a key.
    const what = error instanceof Error ? error.message : String(error);
    problems.push({ what, remedy: 'Correct or remove this setting.' });
    return undefined;
  }
}

/** Asks engines in a process of this command's own. */
async function ownEngines(config: Config | undefined, problems: Trouble[]) {
  const settings: WorkerSettings = {
    pseudoDelayMs: 0,
    logLevel: 'error',
    ...(config ? { modelsFolder: join(config.dataDir, 'models') } : {}),
  };
  try {
    const engines = startEngineProcess({
      spawn: () => spawnNodeWorker(settingsToArgs(settings)),
      log: createLog({ level: 'error' }),
    });
    try {
      await engines.started;
      const found = await engines.engines();
      return found.map(({ id, state, reason }) => ({
        id,
        ready: state === 'ready',
        ...(reason === undefined ? {} : { reason }),
      }));
    } finally {
      await engines.close();
    }
  } catch (error) {
    problems.push({
      what: `The engine process does not start: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Build it again with: npm run build.',
    });
    return [];
  }
}

/** Loads the Redis code only if there is a team. */
async function examineTeamOf(
  settings: NonNullable<Config['team']>,
  isHost: boolean,
): Promise<TeamExamination> {
  const { examineTeam } = await import('../../team/examine-team.ts');
  const found = await examineTeam(settings, { isHost });
  return {
    ...found,
    ...(found.trouble === undefined ? {} : { trouble: withoutAddresses(found.trouble) }),
  };
}

/** Each sentence about a team names the cause, then the remedy. */
function teamTrouble(team: TeamExamination | undefined): Trouble[] {
  const sentences = [...(team?.trouble === undefined ? [] : [team.trouble]), ...(team?.problems ?? [])];
  return sentences.map((sentence) => {
    const end = sentence.indexOf('. ') + 1;
    return end === 0
      ? { what: sentence, remedy: 'Look at its log.' }
      : { what: sentence.slice(0, end), remedy: sentence.slice(end + 1) };
  });
}

export function nodeTrouble(version: string): Trouble[] {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = MIN_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return [];
  return [{ what: `Node ${version} is too old.`, remedy: `Install Node ${MIN_NODE.join('.')} or later.` }];
}

export function folderTrouble({ path, writable, free }: DataFolder): Trouble[] {
  const troubles: Trouble[] = [];
  if (!writable) {
    troubles.push({
      what: `The data folder ${path} cannot be written.`,
      remedy:
        'Give this user the right to write there, or choose another with --data-dir or INTERLINEAR_DATA_DIR.',
    });
  }
  if (free < MIN_FREE_BYTES) {
    troubles.push({
      what: `Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk of the data folder.`,
      remedy: 'Free some space, or delete old jobs.',
    });
  }
  return troubles;
}

/** The service replaces the file by itself, and writes that only to its log. */
export function setAsideTrouble({ set_aside: names }: Pick<DataFolder, 'set_aside'>): Trouble[] {
  return names.map((name) => ({
    what: `The file of glossaries and translation memory was damaged, and replaced by its copy, up to an hour old, or by an empty file. The damaged one is ${name}.`,
    remedy: 'Look whether the latest entries are there, and add them again. Then delete the damaged file.',
  }));
}

export function holderTrouble({ holder }: Pick<DataFolder, 'holder'>, answers: boolean): Trouble[] {
  if (!holder || answers) return [];
  return [
    {
      what: `The process ${holder.pid ?? 'of unknown id'} has the data folder, but no service answers.`,
      remedy: 'It may just be starting or ending: try again in a moment. If it stays so, end that process.',
    },
  ];
}

/** A missing engine is no problem if another one translates; pseudo-localisation is only for tests. */
export function engineTrouble(engines: Examination['engines']): Trouble[] {
  const real = engines.filter(({ id }) => id !== PSEUDO);
  if (engines.length === 0 || real.some(({ ready }) => ready)) return [];
  const remedies = real.flatMap(({ id, reason }) => (reason ? [`${id}: ${reason}`] : []));
  return [
    { what: 'No engine is ready that translates.', remedy: remedies.join('\n  ') || 'Install an engine.' },
  ];
}
