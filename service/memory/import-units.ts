import type { StorageRoom } from '../lib/account-storage.ts';
import { removeFile } from '../lib/atomic-file.ts';
import { createFairSemaphore } from '../lib/semaphore.ts';
import type { ImportReader } from './import-reader.ts';
import type { MemoryClient, TaskValue } from './memory-client.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Direction, ImportCounts } from './memory-port.ts';
import type { ImportedBy } from './stored-units.ts';

/** Stores units in a direction, under a key: all of them, or none. */
export interface ImportUnits {
  /** Those of a TMX file. */
  fromTmx(
    account: string,
    key: MemoryKey,
    file: { path: string; direction: Direction },
    signal?: AbortSignal,
  ): Promise<ImportCounts>;
  /** Those of a file of lines (see unit-lines.ts). */
  fromLines(
    account: string,
    key: MemoryKey,
    path: string,
    by: ImportedBy,
    signal?: AbortSignal,
  ): Promise<ImportCounts>;
}

interface Parts {
  readonly client: MemoryClient;
  readonly reader: ImportReader;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
}

export function createImportUnits({ client: { run, undoImport }, reader, roomOf }: Parts): ImportUnits {
  /** Whole imports run round robin over accounts. */
  const withPermit = createFairSemaphore({ permits: 1, each: 1 });

  const store = async (
    account: string,
    key: MemoryKey,
    { path, ...by }: ImportedBy & { path: string },
    signal: AbortSignal | undefined,
  ) => {
    const sum = { added: 0, updated: 0, skipped: 0, contradicted: 0 };
    const at = new Date().toISOString();
    await run('beginImport', account, { key, at });
    try {
      for (let offset: number | undefined = 0; offset !== undefined;) {
        signal?.throwIfAborted();
        const room = await roomOf(account);
        const step: TaskValue<'importStep'> = await run('importStep', account, {
          ...{ key, at, path, offset, room, by },
        });
        sum.added += step.added;
        sum.updated += step.updated;
        sum.skipped += step.skipped;
        sum.contradicted += step.contradicted;
        offset = step.next;
      }
      await run('endImport', account, {});
    } catch (error) {
      // If the service closes first, the next start does it.
      await undoImport(account).catch(() => undefined);
      throw error;
    }
    // The backup of overwritten units is no longer needed.
    await undoImport(account);
    return sum;
  };

  const fromLines: ImportUnits['fromLines'] = (account, key, path, by, signal) =>
    withPermit(account, () => store(account, key, { path, ...by }, signal), signal);

  return {
    fromLines,
    async fromTmx(account, key, { path, direction }, signal) {
      const unitsPath = `${path}.units`;
      try {
        // Parsed to its end first: a file with damage at its end is refused as a whole.
        const { skipped } = await reader.readUnits(account, { path, unitsPath, direction }, signal);
        const sum = await fromLines(account, key, unitsPath, { origin: 'imported' }, signal);
        return { ...sum, skipped: sum.skipped + skipped };
      } finally {
        await removeFile(unitsPath);
      }
    },
  };
}
