import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearTemporary, renameWithRetry, syncFolder, writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { GENERAL } from '../lib/owner.ts';
import { storing } from '../lib/storage-error.ts';
import { encodeClient, encodeClientEvent, parseClient, parseClientEvents } from '../records/client-record.ts';
import type { ClientRecord } from '../records/client-record.ts';
import { appendLines } from './append-lines.ts';
import type { ClientFiles } from './store-port.ts';

const RECORD = 'client.json';
const LOG = 'log.ndjson';
const NEW = '.new-';
const FORGOTTEN = '.forgotten-';
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Of General, with the account after it. */
const GENERAL_FOLDER = `${GENERAL}-`;

/**
 * Clients as folders in `<data>/clients`, each with all that belongs to one but its jobs. A folder gets its name when all
 * in it is there, and loses it in one step: there is never half a client.
 */
export async function openClientFiles(dataFolder: string): Promise<ClientFiles> {
  const clients = join(dataFolder, 'clients');
  await mkdir(clients, { recursive: true, mode: 0o700 });
  const found = await readFolders(clients);
  const beingMade = new Set<string>();
  const appending = createSemaphore(1);

  const folderOf = (accountId: string, id: string): string => {
    // Ids also come from URLs: only a valid one may become part of a path.
    if (id === GENERAL) return join(clients, `${GENERAL_FOLDER}${accountId}`);
    if (!ID.test(id)) throw new Error(`Not a client's id: ${JSON.stringify(id)}`);
    return join(clients, beingMade.has(id) ? `${NEW}${id}` : id);
  };
  const write = (folder: string, record: ClientRecord): Promise<void> =>
    writeAtomically(join(folder, RECORD), encodeClient(record), { backup: true });

  return {
    found: found.records,
    forgotten: found.forgotten,
    folderOf,
    async create(record, fill) {
      beingMade.add(record.id);
      const folder = folderOf(record.account_id, record.id);
      try {
        await storing(mkdir(folder, { mode: 0o700 }));
        await write(folder, record);
        await fill();
        await renameWithRetry(folder, join(clients, record.id));
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      } finally {
        beingMade.delete(record.id);
      }
      await syncFolder(clients);
    },
    async write(record) {
      const folder = folderOf(record.account_id, record.id);
      await storing(mkdir(folder, { recursive: true, mode: 0o700 }));
      await write(folder, record);
    },
    appendEvents: (accountId, id, events) =>
      appending(async () => {
        const folder = folderOf(accountId, id);
        if (id === GENERAL) await storing(mkdir(folder, { recursive: true, mode: 0o700 }));
        await appendLines(join(folder, LOG), Buffer.from(events.map(encodeClientEvent).join('')), false);
      }),
    async readEvents(accountId, id) {
      try {
        return [...parseClientEvents(await readFile(join(folderOf(accountId, id), LOG)))];
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      }
    },
    async beginForgetting({ account_id, id }) {
      await renameWithRetry(folderOf(account_id, id), join(clients, `${FORGOTTEN}${id}`));
      await syncFolder(clients);
    },
    async endForgetting(id) {
      await rm(join(clients, `${FORGOTTEN}${id}`), { recursive: true, force: true });
      await syncFolder(clients);
    },
  };
}

/** Folders of an earlier run. What was not finished is removed, or named in `forgotten`. */
async function readFolders(clients: string): Promise<{ records: ClientRecord[]; forgotten: string[] }> {
  const records: ClientRecord[] = [];
  const forgotten: string[] = [];
  for (const name of await readdir(clients)) {
    const path = join(clients, name);
    if (name.startsWith(NEW) && ID.test(name.slice(NEW.length)))
      await rm(path, { recursive: true, force: true });
    else if (name.startsWith(FORGOTTEN)) forgotten.push(name.slice(FORGOTTEN.length));
    else if (name.startsWith(GENERAL_FOLDER) || ID.test(name)) {
      await clearTemporary(path);
      const record = (await readRecord(path)) ?? restored(name);
      if (record) records.push(record);
    }
  }
  return { records, forgotten };
}

async function readRecord(folder: string): Promise<ClientRecord | undefined> {
  for (const name of [RECORD, `${RECORD}.bak`]) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const record = parseClient(text);
    if (record) return record;
  }
  return undefined;
}

/** A client whose record is gone: its data must not be lost with it. General needs none. */
function restored(id: string): ClientRecord | undefined {
  if (!ID.test(id)) return undefined;
  return {
    version: 1,
    ...{ id, account_id: 'local', name: `Restored ${id.slice(0, 8)}`, memories: [], glossary_ids: [] },
    // Nothing is known of what it allowed.
    engines: 'offline',
    ...{ defaults: {}, retention_days: null, created_at: new Date().toISOString() },
  };
}
