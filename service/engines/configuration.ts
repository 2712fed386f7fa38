import { DEFAULT_SETTINGS } from '../contract/index.ts';

/** Engines of other machines, each with its address and its key. */
export const REMOTE_ENGINES = ['chat', 'deepl', 'libretranslate'] as const;
export type RemoteEngineId = (typeof REMOTE_ENGINES)[number];

/** Engines that can serve without being named. `pseudo` is none of them: its answers are no translations. */
export const ORDERED_ENGINES: readonly string[] = [...DEFAULT_SETTINGS.engine_order, ...REMOTE_ENGINES];

export interface RemoteSettings {
  /** The root of the server, without `/v1`. */
  readonly url?: string;
  readonly model?: string;
  readonly key?: string;
}

/** How the workers of a team are reached (team mode). The address may hold a password. */
export interface TeamSettings {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  readonly key: string;
  readonly name: string;
  /** PEM. */
  readonly ca?: string;
  /** Tells this host from another of the same team; the same after a restart. Hosts only. */
  readonly hostId?: string;
}

/** The engines' configuration. It holds keys: never on a command line, never logged. */
export interface EngineConfiguration {
  /** Ids of the engines that serve without being named, the preferred one first. */
  readonly order: readonly string[];
  /** Ids of engines that are turned off. */
  readonly off: readonly string[];
  readonly remote: Readonly<Partial<Record<RemoteEngineId, RemoteSettings>>>;
  /** MB of translations kept in memory. */
  readonly cacheMb: number;
  /** Offline engines run on the workers of a team. */
  readonly team?: TeamSettings;
}

/** The configuration until the host sends one: nothing leaves the machine. */
export const LOCAL_ONLY: EngineConfiguration = {
  order: DEFAULT_SETTINGS.engine_order,
  off: REMOTE_ENGINES,
  remote: {},
  cacheMb: 0,
};
