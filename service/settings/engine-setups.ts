import type { EngineConfiguration } from '../worker/engine-port.ts';
import type { EngineSettingsRecord, SettingsRecord } from '../records/settings-record.ts';
import type { Log } from '../log.ts';
import type { Document } from '../store/store-port.ts';
import { isLoopback } from '../lib/loopback.ts';
import { checkerInUse } from './checkers.ts';
import type { Keychain } from './keychain.ts';
import type { EngineEnvironment, Settings } from './settings-port.ts';

export interface EngineAdminParts {
  /** `Store.settings`. */
  readonly document: Document<SettingsRecord>;
  readonly settings: Settings;
  /** Ids of engines on other machines; local ones are on unless turned off. */
  readonly remote: readonly string[];
  /** Ids of engines allowed in the order. */
  readonly ordered: readonly string[];
  /** Configuration by engine id. */
  readonly environment: EngineEnvironment;
  readonly keychain: Keychain | undefined;
  /** Whether the workers of a team run the offline engines. */
  readonly hasTeam?: boolean;
  readonly log: Log;
}

/** The configuration of each engine, by environment and user. */
export interface EngineSetUps {
  stored(id: string): EngineSettingsRecord;
  isFromEnvironment(id: string): boolean;
  isEnabled(id: string): boolean;
  /**
   * A key is bound to the address it was given for: an address from the environment gets no key of the
   * keychain.
   */
  of(id: string): { url?: string; model?: string; key?: string; mayHaveWork?: true };
  /** All of them, for those who run them. */
  configuration(): EngineConfiguration;
}

/** Whether no text leaves this machine: Ollama's cloud models do, by their names. */
function staysHere(url: string | undefined, model = ''): boolean {
  if (url === undefined || !URL.canParse(url) || /[:-]cloud$/.test(model)) return false;
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));
}

/** `keys`: the keychain's, by engine. */
export function engineSetUps(
  { document, settings, remote, ordered, environment }: EngineAdminParts,
  keys: ReadonlyMap<string, string>,
): EngineSetUps {
  const setUps: EngineSetUps = {
    stored: (id) => document.data.engines[id] ?? {},
    isFromEnvironment(id) {
      const { url, key } = environment[id] ?? {};
      return url !== undefined || key !== undefined;
    },
    isEnabled: (id) => setUps.isFromEnvironment(id) || (setUps.stored(id).enabled ?? !remote.includes(id)),
    of(id) {
      const env = environment[id] ?? {};
      const own = setUps.stored(id);
      const url = env.url ?? own.url;
      const model = env.model ?? own.model;
      const key = env.key ?? (env.url === undefined ? keys.get(id) : undefined);
      return {
        ...(url === undefined ? {} : { url }),
        ...(model === undefined ? {} : { model }),
        ...(key === undefined ? {} : { key }),
        ...(own.earlier_translations === true || staysHere(url, model) ? { mayHaveWork: true } : {}),
      };
    },
    configuration() {
      const { engine_order: order, cache_mb: cacheMb } = settings.values();
      const checker = checkerInUse(document.data);
      return {
        order,
        off: ordered.filter((id) => !setUps.isEnabled(id)),
        remote: Object.fromEntries(remote.map((id) => [id, setUps.of(id)])),
        cacheMb,
        ...(checker ? { checker } : {}),
      };
    },
  };
  return setUps;
}
