import { statSync } from 'node:fs';
import type { StorageRoom } from '../lib/account-storage.ts';
import { createExportedFiles } from './exported-files.ts';
import { glossaryCalls } from './glossary-calls.ts';
import { createImportReader } from './import-reader.ts';
import type { ImportReaderOptions } from './import-reader.ts';
import { createImportUnits } from './import-units.ts';
import { memoryCalls } from './memory-calls.ts';
import { createMemoryClient } from './memory-client.ts';
import type { MemoryClientOptions } from './memory-client.ts';
import type { Glossaries, Memory, Tables } from './memory-port.ts';
import { namedMemoryCalls } from './named-memory-calls.ts';

/** Glossaries, translation memory, and the reading of tables. */
export interface LanguageData {
  readonly glossaries: Glossaries;
  readonly tables: Tables;
  readonly memory: Memory;
  /** Their size on disk, with that of exported files. */
  readonly stored: { allBytes(): number; bytes(account: string): Promise<number> };
  /** Resolves when nothing is being written any more. Pending and later calls reject with an AbortError. */
  close(): Promise<void>;
}

export interface LanguageDataOptions extends MemoryClientOptions {
  /** The account's other storage, and its limit. */
  readonly roomOf?: (account: string) => Promise<StorageRoom>;
  readonly reader?: ImportReaderOptions;
}

/**
 * `database`: the path of the SQLite file, whose folder this process has locked. One thread has it open, so
 * that its work does not block others; accounts are served round robin. The thread starts on first use.
 */
export function openLanguageData(
  database: string,
  {
    roomOf: roomOfOthers = () => Promise.resolve({ stored: 0, limit: Infinity }),
    reader: readerOptions,
    ...clientOptions
  }: LanguageDataOptions = {},
): LanguageData {
  const client = createMemoryClient(database, clientOptions);
  const reader = createImportReader(readerOptions);
  const exported = createExportedFiles();
  const roomOf = async (account: string): Promise<StorageRoom> => {
    const room = await roomOfOthers(account);
    return { ...room, stored: room.stored + exported.bytes(account) };
  };
  const importUnits = createImportUnits({ client, reader, roomOf });
  return {
    memory: {
      ...memoryCalls({ client, importUnits, roomOf, log: clientOptions.log }),
      ...namedMemoryCalls({ client, importUnits, reader, roomOf, exported }),
    },
    glossaries: glossaryCalls({ client, reader, roomOf }),
    tables: { read: reader.readTable, workbook: reader.writeTable },
    stored: {
      allBytes: () => sizeOf(database) + sizeOf(`${database}-wal`) + exported.allBytes(),
      bytes: async (account) =>
        exported.bytes(account) + (client.isEmpty() ? 0 : await client.run('bytes', account, {})),
    },
    async close() {
      await reader.close();
      await client.close();
    },
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
