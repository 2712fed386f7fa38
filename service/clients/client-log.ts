import type { ClientEvent } from '../contract/index.ts';
import type { Log } from '../log.ts';
import type { ClientFiles } from '../store/store-port.ts';
import type { Client } from './clients-port.ts';

interface Parts {
  readonly files: Pick<ClientFiles, 'appendEvents' | 'readEvents'>;
  readonly log?: Log;
}

/** What was done for each client, without any text. */
export interface ClientLog {
  /** A log that cannot be written stops no work. */
  note(client: Client, event: Omit<ClientEvent, 'at'>): void;
  events(client: Client): Promise<ClientEvent[]>;
  /** Resolves when all notes so far are written. */
  written(): Promise<void>;
}

export function createClientLog({ files, log }: Parts, clock: () => number): ClientLog {
  let writing = Promise.resolve();
  return {
    note({ accountId, id }, event) {
      const at = new Date(clock()).toISOString();
      const write = (): Promise<void> => files.appendEvents(accountId, id, [{ at, ...event }]);
      writing = writing
        .then(write)
        .catch((err: unknown) => log?.error({ err }, 'the log of a client could not be written'));
    },
    async events({ accountId, id }) {
      await writing;
      return files.readEvents(accountId, id);
    },
    written: () => writing,
  };
}
