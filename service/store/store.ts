import { join } from 'node:path';
import { NO_ACCOUNTS, parseAccounts } from '../records/accounts-record.ts';
import { EMPTY_INDEX, parseIndex } from '../records/job-entry.ts';
import { NO_SETTINGS, parseSettings } from '../records/settings-record.ts';
import { openArchive } from './archive.ts';
import { clearTemporary } from '../lib/atomic-file.ts';
import { openClientFiles } from './client-files.ts';
import { claimDataFolder } from './data-folder.ts';
import { openDocument } from './document.ts';
import type { OpenDocument } from './document.ts';
import { openDrafts } from './drafts.ts';
import { openJobFiles } from './job-files.ts';
import { createJobIndex } from './job-index.ts';
import { lockFolder } from './lock.ts';
import type { Store } from './store-port.ts';

/**
 * Opens the data folder for this process alone. Rejects with a StoreBusyError if another process holds it.
 * `recentJobs`: ended jobs kept in the index's main file.
 */
export async function openStore(dataFolder: string, options: { recentJobs?: number } = {}): Promise<Store> {
  await claimDataFolder(dataFolder);
  const lock = await lockFolder(dataFolder);
  try {
    return await openLocked(dataFolder, lock, options.recentJobs);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  dataFolder: string,
  lock: Awaited<ReturnType<typeof lockFolder>>,
  recentJobs: number | undefined,
): Promise<Store> {
  const documents: OpenDocument<object>[] = [];
  const open = async <T extends object>(
    name: string,
    initial: T,
    parse: (data: unknown) => T | undefined,
  ): Promise<OpenDocument<T>> => {
    const document = await openDocument(join(dataFolder, `${name}.json`), structuredClone(initial), parse);
    documents.push(document);
    return document;
  };
  await clearTemporary(dataFolder);
  const [files, accounts, settings, index, archive, clients] = await allEnded([
    openJobFiles(dataFolder),
    open('accounts', NO_ACCOUNTS, parseAccounts),
    open('settings', NO_SETTINGS, parseSettings),
    open('jobs', EMPTY_INDEX, parseIndex),
    openArchive(join(dataFolder, 'archive')),
    openClientFiles(dataFolder),
  ]);
  const drafts = await openDrafts(join(dataFolder, 'drafts'), clients);
  const jobs = createJobIndex(index, archive, recentJobs);

  return {
    files,
    jobs,
    accounts,
    settings,
    drafts,
    clients,
    setAddress: (address) => lock.setAddress(address),
    async close() {
      await jobs.archived();
      // A later start does whatever a full disk prevents now.
      await archive.close().catch(() => undefined);
      const written = await Promise.allSettled(documents.map((document) => document.close()));
      await lock.release();
      const failed = written.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/** The results of all parts. Once all have ended, rejects with the first error. */
async function allEnded<T extends readonly unknown[]>(parts: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(parts);
  return await Promise.all(parts);
}
