import { DEFAULT_SETTINGS } from '../contract/index.ts';
import type { TeamOffers } from './team-engine.ts';

/** Engines on other machines, each with an address and a key. */
export const REMOTE_ENGINES = ['chat', 'deepl', 'libretranslate'] as const;
export type RemoteEngineId = (typeof REMOTE_ENGINES)[number];

/** Engines that can serve without being named. Not `pseudo`: its answers are no translations. */
export const ORDERED_ENGINES: readonly string[] = [...DEFAULT_SETTINGS.engine_order, ...REMOTE_ENGINES];

export interface RemoteSettings {
  /** The root of the server, without `/v1`. */
  readonly url?: string;
  readonly model?: string;
  readonly key?: string;
  /** Whether it may be sent the translator's confirmed work: it is on this machine, or the user has said so. */
  readonly mayHaveWork?: boolean;
}

/** How to reach a team's workers. The address may contain a password. */
export interface TeamSettings {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly key: string;
  readonly name: string;
  /** PEM. */
  readonly ca?: string;
  /** Distinguishes this host from others of the team; the same after a restart. Hosts only. */
  readonly hostId?: string;
}

/** A server that checks translations. */
export interface CheckerSettings {
  /** The root of the server, without `/v2`. */
  readonly url: string;
}

/** The engines' configuration. It holds keys: never on a command line, never logged. */
export interface EngineConfiguration {
  /** Ids of the engines that serve without being named, preferred ones first. */
  readonly order: readonly string[];
  /** Ids of engines that are turned off. */
  readonly off: readonly string[];
  readonly remote: Readonly<Partial<Record<RemoteEngineId, RemoteSettings>>>;
  /** Absent while there is none to ask. */
  readonly checker?: CheckerSettings;
  /** MB of translations kept in memory. */
  readonly cacheMb: number;
  /** The offer of the workers of a team, which run the offline engines. */
  readonly team?: TeamOffers;
}

/** The configuration until the host sends one: nothing leaves the machine. */
export const LOCAL_ONLY: EngineConfiguration = {
  order: DEFAULT_SETTINGS.engine_order,
  off: REMOTE_ENGINES,
  remote: {},
  cacheMb: 0,
};

/** The machines to which an engine sends texts; none for one that runs here. */
export function hostsOf({ remote }: EngineConfiguration, engine: string): string[] {
  const id = REMOTE_ENGINES.find((one) => one === engine);
  if (id === undefined) return [];
  const url = remote[id]?.url ?? (id === 'deepl' ? deeplUrl(remote.deepl?.key) : undefined);
  return url === undefined || !URL.canParse(url) ? [] : [new URL(url).hostname];
}

/** DeepL's API for keys of its free plan, which end so, or of the others. */
export function deeplUrl(key = ''): string {
  return key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
}
