import { resolve } from 'node:path';
import envPaths from 'env-paths';
import { LIMITS, LOCAL_SERVER_PORTS } from './contract/index.ts';
import type { FixedSettings, LocalPorts, SettingValues } from './contract/index.ts';
import { LOG_LEVELS } from './lib/log-level.ts';
import type { LogLevel } from './lib/log-level.ts';
import { isSafeAddress, serverRoot } from './lib/safe-address.ts';
import { isLoopback } from './lib/loopback.ts';
import type { TlsFiles } from './lib/tls-files.ts';
import { readTeam } from './lib/team-settings.ts';

const LOOPBACK = '127.0.0.1';
const MIN_KEY_LENGTH = 32;
/** A hundred years. */
const MAX_DAYS = 36_500;

/** The service's external configuration. */
export interface Config {
  /** Absolute path of the folder that holds jobs, accounts and models. */
  readonly dataDir: string;
  /** The address to bind: with `tls` in addition to loopback, otherwise instead of it. */
  readonly host: string;
  /** The certificate and its key, for `host`. */
  readonly tls?: TlsFiles;
  /** Host names besides loopback that a request may name, and origins besides the window's own. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** An admin key of `local` for this run, never stored. */
  readonly apiKey?: string;
  /** Settings fixed for this run; the user controls the others. */
  readonly fixed: FixedSettings;
  /** Delay of the pseudo engine per segment, ms: long jobs to watch, cancel and interrupt. */
  readonly pseudoDelayMs: number;
  /** Ports to search for servers of language models, if not the usual ones. */
  readonly localPorts?: LocalPorts;
  /** Remote engines that the environment configures for this run, by id. */
  readonly engines: EngineEnvironment;
  /** Whether to put an apostrophe before a translation in a CSV that newly begins like a formula. */
  readonly escapeFormulas: boolean;
  readonly logLevel: LogLevel;
  /** Path of a manifest of models that replaces the built-in one. */
  readonly modelsManifest?: string;
  /** Threads of the neural engine; 0: as many as fit this machine. */
  readonly engineThreads: number;
  /** Debugger port of the engine process. Any local program that reaches it can run code there. */
  readonly inspectWorker?: number;
  /** The team whose workers run the engines; without it they run here. Contains secrets: never logged. */
  readonly team?: NonNullable<ReturnType<typeof readTeam>>;
}

/** The command line's options; each overrides its environment variable. */
export interface ConfigFlags {
  dataDir?: string | undefined;
  host?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  /** Others on the network may connect without TLS. */
  plainHttp?: boolean | undefined;
  port?: string | number | undefined;
  allowedHosts?: readonly string[] | undefined;
  allowedOrigins?: readonly string[] | undefined;
  logLevel?: string | undefined;
}

/** An invalid setting: the message names it and the remedy. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Reads the configuration from the environment and flags. Throws a ConfigError. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  flags: ConfigFlags = {},
): Config {
  const apiKey = readApiKey(env['INTERLINEAR_API_KEY']);
  const manifest = env['INTERLINEAR_MODELS_MANIFEST'];
  const localPorts = readLocalPorts(env['INTERLINEAR_LOCAL_SERVERS']);
  const dataDir = resolveDataDir(env, flags.dataDir);
  const team = readTeam(env, dataDir, (message) => new ConfigError(message));
  const inspectWorker = count('INTERLINEAR_INSPECT_WORKER', env['INTERLINEAR_INSPECT_WORKER'], 0, 65_535);
  return {
    dataDir,
    ...(team ? { team } : {}),
    ...readListener(flags),
    allowedHosts: flags.allowedHosts ?? list(env['INTERLINEAR_ALLOWED_HOSTS']),
    allowedOrigins: (flags.allowedOrigins ?? []).map(readOrigin),
    ...(apiKey === undefined ? {} : { apiKey }),
    fixed: readFixed(env, flags),
    engines: readEngines(env),
    pseudoDelayMs: count('INTERLINEAR_PSEUDO_DELAY_MS', env['INTERLINEAR_PSEUDO_DELAY_MS'], 0),
    ...(localPorts ? { localPorts } : {}),
    escapeFormulas: onOff('INTERLINEAR_ESCAPE_FORMULAS', env['INTERLINEAR_ESCAPE_FORMULAS'], true),
    ...(manifest ? { modelsManifest: resolve(manifest) } : {}),
    engineThreads: count('INTERLINEAR_ENGINE_THREADS', env['INTERLINEAR_ENGINE_THREADS'], 0, 64),
    logLevel: readLogLevel(flags.logLevel ?? env['INTERLINEAR_LOG_LEVEL']),
    ...(inspectWorker === 0 ? {} : { inspectWorker }),
  };
}

/** From `--data-dir`, INTERLINEAR_DATA_DIR, or the system's place for such data. Throws a ConfigError. */
export function resolveDataDir(env: Readonly<Record<string, string | undefined>>, flag?: string): string {
  const named = notEmpty('--data-dir', flag) ?? env['INTERLINEAR_DATA_DIR'];
  // No suffix: users must find the folder, and there is no other known "interlinear".
  return named ? resolve(named) : envPaths('interlinear', { suffix: '' }).data;
}

/** The address to bind. Without TLS it must be loopback, unless the user says that a proxy encrypts. */
function readListener({
  host = LOOPBACK,
  tlsCert,
  tlsKey,
  plainHttp,
}: ConfigFlags): Pick<Config, 'host' | 'tls'> {
  notEmpty('--host', host);
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new ConfigError(
      tlsKey === undefined
        ? '--tls-cert needs the key of the certificate. Name its file with --tls-key.'
        : '--tls-key needs a certificate. Name its file with --tls-cert.',
    );
  }
  if (tlsCert !== undefined && tlsKey !== undefined) {
    if (plainHttp) throw new ConfigError('--plain-http and --tls-cert exclude each other. Leave one out.');
    return { host, tls: { cert: resolve(tlsCert), key: resolve(tlsKey) } };
  }
  if (isLoopback(host) || plainHttp) return { host };
  throw new ConfigError(
    `--host ${host} lets others on the network connect, and texts and keys would cross it in the clear. ` +
      'Give a certificate with --tls-cert and --tls-key; or say --plain-http, where a proxy or a container does the encryption.',
  );
}

/** Most likely an unset shell variable; an empty host would bind all addresses. */
function notEmpty<T>(flag: string, value: T): T {
  if (value === '') throw new ConfigError(`${flag} is empty. Give it a value, or leave it out.`);
  return value;
}

/** `ollama=11435,vllm=8001`. Others keep their usual ports. */
function readLocalPorts(value: string | undefined): LocalPorts | undefined {
  if (!value) return undefined;
  const ports: Record<keyof LocalPorts, number> = { ...LOCAL_SERVER_PORTS };
  for (const entry of list(value)) {
    const [name = '', port] = entry.split('=');
    if (!Object.hasOwn(ports, name)) {
      throw new ConfigError(
        `INTERLINEAR_LOCAL_SERVERS names "${name}". Write ${Object.keys(ports).join(', ')} with a port each, such as ollama=11435.`,
      );
    }
    ports[name as keyof LocalPorts] = count(
      'INTERLINEAR_LOCAL_SERVERS',
      port === undefined || port === '' ? 'no port' : port,
      0,
      65_535,
    );
  }
  return ports;
}

function readApiKey(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (value.length < MIN_KEY_LENGTH) {
    throw new ConfigError(
      `INTERLINEAR_API_KEY has ${value.length} characters. It is an administrator's key, so it must have at least ${MIN_KEY_LENGTH}. ` +
        'Make a longer one, for example with: openssl rand -base64 32',
    );
  }
  // Headers cannot contain other characters, so such a key could never be sent.
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new ConfigError('INTERLINEAR_API_KEY may only have visible ASCII characters, without spaces.');
  }
  return value;
}

/** Settings from the environment and the command line. An empty variable counts as absent. */
function readFixed(env: Readonly<Record<string, string | undefined>>, flags: ConfigFlags): FixedSettings {
  const fixed: FixedSettings = {};
  const fix = <Name extends keyof SettingValues>(
    name: Name,
    from: string | number | undefined,
    read: (from: string | number) => SettingValues[Name],
  ): void => {
    if (from !== undefined && from !== '') fixed[name] = read(from);
  };
  const number = (
    name: 'docx_quota' | 'max_running_jobs' | 'max_stored_mb' | 'max_segments' | 'max_file_mb' | 'cache_mb',
    variable: string,
    most?: number,
  ) => fix(name, env[variable], (value) => count(variable, value, 0, most));
  const order = list(env['INTERLINEAR_ENGINES']);
  if (order.length > 0) fixed.engine_order = order;
  fix('models_url', env['INTERLINEAR_MODELS_URL'], readModelsUrl);
  number('docx_quota', 'INTERLINEAR_DOCX_QUOTA');
  number('max_running_jobs', 'INTERLINEAR_MAX_RUNNING_JOBS');
  number('max_stored_mb', 'INTERLINEAR_MAX_STORED_MB');
  number('max_segments', 'INTERLINEAR_MAX_SEGMENTS', LIMITS.maxDocumentSegments);
  number('max_file_mb', 'INTERLINEAR_MAX_FILE_MB', LIMITS.maxFileMb);
  number('cache_mb', 'INTERLINEAR_CACHE_MB', 4_096);
  fix('port', notEmpty('--port', flags.port), (port) => count('--port', port, 0, 65_535));
  // Off by default: only translators themselves should discard their past work.
  const days = env['INTERLINEAR_KEEP_DAYS'];
  const jobs = env['INTERLINEAR_KEEP_JOBS'];
  if (days || jobs) {
    fixed.retention = {
      days: count('INTERLINEAR_KEEP_DAYS', days, 0, MAX_DAYS),
      jobs: count('INTERLINEAR_KEEP_JOBS', jobs, 0),
    };
  }
  return fixed;
}

type EngineEnvironment = Readonly<Record<string, { url?: string; model?: string; key?: string }>>;

/** An empty variable counts as unset. A key is never repeated in a message. */
function readEngines(env: Readonly<Record<string, string | undefined>>): EngineEnvironment {
  const engines: Record<string, { url?: string; model?: string; key?: string }> = {};
  for (const id of ['chat', 'deepl', 'libretranslate']) {
    const prefix = `INTERLINEAR_${id.toUpperCase()}_`;
    const url = env[`${prefix}URL`];
    const model = id === 'chat' ? env[`${prefix}MODEL`] : undefined;
    const key = env[`${prefix}KEY`];
    if (url) requireSafe(`${prefix}URL`, url);
    if (key && !/^[\x21-\x7e]+$/.test(key)) {
      throw new ConfigError(`${prefix}KEY may only have visible ASCII characters, without spaces.`);
    }
    const found = {
      ...(url ? { url: serverRoot(url) } : {}),
      ...(model ? { model } : {}),
      ...(key ? { key } : {}),
    };
    if (Object.keys(found).length > 0) engines[id] = found;
  }
  return engines;
}

function readModelsUrl(value: string | number): string {
  const url = String(value);
  requireSafe('INTERLINEAR_MODELS_URL', url);
  return url;
}

/** An address with a password is not repeated. */
function requireSafe(variable: string, url: string): void {
  if (isSafeAddress(url)) return;
  const { username, password } = URL.canParse(url) ? new URL(url) : { username: '', password: '' };
  throw new ConfigError(
    username !== '' || password !== ''
      ? `${variable} holds a user name or password. Leave them out of the address.`
      : `${variable} is "${url}". Use an address that begins with https://, or with http:// for this machine or a private network.`,
  );
}

/** The origin of a browser extension, which has no host. */
const EXTENSION = /^(?:chrome|moz)-extension:\/\/[a-z0-9-]+$/;

function readOrigin(value: string): string {
  const extension = value.replace(/\/$/, '').toLowerCase();
  if (EXTENSION.test(extension)) return extension;
  const origin = URL.canParse(value) ? new URL(value).origin : 'null';
  if (origin === 'null' || origin !== value.replace(/\/$/, '').toLowerCase()) {
    throw new ConfigError(
      `--allowed-origin is "${value}". Write scheme, host and port only, such as https://tools.example or http://localhost:3000.`,
    );
  }
  return origin;
}

function readLogLevel(value: string | undefined): LogLevel {
  if (value === undefined || value === '') return 'info';
  const level = LOG_LEVELS.find((name) => name === value);
  if (!level) throw new ConfigError(`The log level is "${value}". Use one of ${LOG_LEVELS.join(', ')}.`);
  return level;
}

function onOff(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined || value === '') return fallback;
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} is "${value}". Use on or off.`);
  return value === 'on';
}

function count(name: string, value: string | number | undefined, fallback: number, most = 1e9): number {
  if (value === undefined || value === '') return fallback;
  const number = typeof value === 'number' ? value : /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  if (!Number.isInteger(number) || number < 0 || number > most) {
    throw new ConfigError(`${name} is "${value}". Use a whole number from 0 to ${most}.`);
  }
  return number;
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
