import { setTimeout as sleep } from 'node:timers/promises';
import { parseEvents } from '../../../service/contract/index.ts';
import type { Job, SettingValues } from '../../../service/contract/index.ts';
import type { KeptLog } from '../../../service/service.ts';
import type { Backend } from '../backend.ts';
import type { ServerClient } from './server-client.ts';

/** Milliseconds between attempts to follow the jobs of a server that does not answer. */
const AGAIN_MS = 5_000;
const SETTINGS_MS = 10_000;

type Values = Pick<SettingValues, 'language' | 'downloads_folder'>;

/** A team's server. Its jobs belong to the key's account, and outlive this program. */
export async function serverBackend(parts: {
  origin: string;
  key: string;
  client: ServerClient;
  log: KeptLog;
  logFolder: string;
}): Promise<Backend> {
  const { origin, key, client, log, logFolder } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  const { language } = await readSettings(client, key);
  // A folder on the server does not exist on this machine.
  const values: Values = { language, downloads_folder: null };

  /** Follows the jobs until `stop` aborts; the window itself reports a silent server. */
  const follow = async (listener: (job: Job, isOwn: boolean) => void, stop: AbortSignal): Promise<void> => {
    const isStopped = (): boolean => stop.aborted;
    while (!isStopped()) {
      try {
        const response = await client.fetch('/v1/events', { key, signal: stop });
        if (response.status === 200 && response.body) {
          for await (const { event, data } of parseEvents(response.body)) {
            if (event === 'job') listener(JSON.parse(data) as Job, true);
          }
        }
      } catch (err) {
        if (!isStopped()) log.warn({ err }, 'the jobs of the server could not be followed');
      }
      await sleep(AGAIN_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
    }
  };

  return {
    baseUrl: origin,
    key,
    isServer: true,
    logFolder,
    log,
    settings: { values: () => values, onChange: () => () => undefined },
    fetch: (path) => client.fetch(path, { key }),
    runningJobs: () => Promise.resolve(0),
    watchJobs(listener) {
      const stop = new AbortController();
      void follow(listener, AbortSignal.any([stop.signal, signal]));
      return () => stop.abort();
    },
    close() {
      closing.abort();
      client.close();
      log.close();
      return Promise.resolve();
    },
  };
}

async function readSettings(client: ServerClient, key: string): Promise<Pick<Values, 'language'>> {
  const response = await client.fetch('/v1/settings', { key, signal: AbortSignal.timeout(SETTINGS_MS) });
  const { data } = (await response.json()) as { data?: Values };
  return { language: data?.language ?? null };
}
