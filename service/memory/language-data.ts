import { statSync } from 'node:fs';
import type { StorageRoom } from '../lib/account-storage.ts';
import { accountOf } from '../lib/owner.ts';
import { deskCalls } from './desk-calls.ts';
import { createExportedFiles } from './exported-files.ts';
import { glossaryCalls } from './glossary-calls.ts';
import { createImportReader } from './import-reader.ts';
import type { ImportReaderOptions } from './import-reader.ts';
import { createImportUnits } from './import-units.ts';
import { memoryCalls } from './memory-calls.ts';
import { createMemoryClient } from './memory-client.ts';
import type { MemoryClientOptions } from './memory-client.ts';
import type { Glossaries, Memory, Tables } from './memory-port.ts';
import { unitCalls } from './unit-calls.ts';
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
  /** The path of an owner's file (lib/owner.ts); without it all share one. */
  readonly pathOf?: (owner: string) => string;
  /** The clients that have files of their own. */
  readonly owners?: () => Iterable<string>;
}

/**
 * `database`: the path of General's SQLite file, whose folder this process has locked. One thread has the files open,
 * so that its work does not block others; accounts are served round robin. The thread starts on first use.
 */
export function openLanguageData(
  database: string,
  {
    roomOf: roomOfOthers = () => Promise.resolve({ stored: 0, limit: Infinity }),
    reader: readerOptions,
    pathOf = () => database,
    owners = () => [],
    ...clientOptions
  }: LanguageDataOptions = {},
): LanguageData {
  const client = createMemoryClient(pathOf, clientOptions);
  const reader = createImportReader(readerOptions);
  const exported = createExportedFiles();
  const fileOf = (path: string): number => sizeOf(path) + sizeOf(`${path}-wal`);
  /** Bytes of the files of the account's other clients. */
  const besides = (account: string, except: string): number =>
    [...owners()]
      .filter((owner) => owner !== except && accountOf(owner) === account)
      .reduce((sum, owner) => sum + fileOf(pathOf(owner)), 0);
  const roomOf = async (owner: string): Promise<StorageRoom> => {
    const account = accountOf(owner);
    const room = await roomOfOthers(account);
    return { ...room, stored: room.stored + exported.bytes(account) + besides(account, owner) };
  };
  const importUnits = createImportUnits({ client, reader, roomOf });
  return {
    memory: {
      ...memoryCalls({
        ...{ client, roomOf, log: clientOptions.log },
        // All accounts' General is in one file.
        owners: () => ['', ...owners()],
      }),
      ...unitCalls({ client, roomOf }),
      ...deskCalls({ client, importUnits, roomOf }),
      ...namedMemoryCalls({ client, importUnits, reader, roomOf, exported }),
    },
    glossaries: glossaryCalls({ client, reader, roomOf }),
    tables: { read: reader.readTable, workbook: reader.writeTable },
    stored: {
      allBytes: () =>
        [database, ...[...owners()].map(pathOf)].reduce(
          (sum, path) => sum + fileOf(path),
          exported.allBytes(),
        ),
      bytes: async (account) =>
        exported.bytes(account) +
        besides(account, account) +
        (client.isEmpty(account) ? 0 : await client.run('bytes', account, {})),
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
