import { stat } from 'node:fs/promises';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import { accountStorageFull } from '../lib/account-storage.ts';
import type { StorageRoom } from '../lib/account-storage.ts';
import { removeFile } from '../lib/atomic-file.ts';
import { accountOf, holderOf, newIdOf } from '../lib/owner.ts';
import type { ExportedFiles } from './exported-files.ts';
import type { ImportReader } from './import-reader.ts';
import type { ImportUnits } from './import-units.ts';
import type { MemoryClient } from './memory-client.ts';
import type { Memory, MemorySegment } from './memory-port.ts';

export type NamedMemoryCalls = Pick<
  Memory,
  | 'memories'
  | 'wholeMemories'
  | 'createMemory'
  | 'memory'
  | 'importMemory'
  | 'removeMemory'
  | 'checkMemory'
  | 'memorySegments'
  | 'exportMemory'
  | 'dropExport'
>;

interface Parts {
  readonly client: MemoryClient;
  readonly reader: ImportReader;
  readonly importUnits: ImportUnits;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
  readonly exported: ExportedFiles;
}

/** Memories with a name: an account's own, one per source language, and imported ones. */
export function namedMemoryCalls({
  client: { run, isEmpty, removeUnits },
  reader,
  importUnits,
  roomOf,
  exported,
}: Parts): NamedMemoryCalls {
  /** Removes the units of a named memory, in all directions. */
  const removeNamed = async (account: string, id: string): Promise<void> => {
    const holder = holderOf(account, id);
    for (const { from, to } of await run('pairs', account, { of: holder }))
      await removeUnits(account, { account: holder, from, to });
  };

  return {
    memories: (account) => (isEmpty(account) ? Promise.resolve([]) : run('memories', account, {})),
    wholeMemories: (account) =>
      isEmpty(account) ? Promise.resolve([]) : run('memories', account, { isWhole: true }),
    async createMemory(account, { id, name }) {
      await run('createMemory', account, { id, name });
      return run('memory', account, { id });
    },
    memory: (account, id) => run('memory', account, { id }),
    async importMemory(account, { path, name, direction }, signal) {
      const languages = direction
        ? { from: direction.from, to: [direction.to] }
        : await reader.readLanguages(account, { path }, signal);
      const { from, to: targets } = languages;
      if (from === undefined || targets.length === 0) throw nothingUsable();
      const id = newIdOf(account);
      const sum = { added: 0, updated: 0, skipped: Infinity, contradicted: 0 };
      try {
        for (const to of targets) {
          const { added, updated, skipped, contradicted } = await importUnits.fromTmx(
            account,
            { account: holderOf(account, id), from, to },
            { path, direction: { from, to } },
            signal,
          );
          sum.added += added;
          sum.updated += updated;
          sum.contradicted += contradicted;
          sum.skipped = Math.min(sum.skipped, skipped);
        }
        if (sum.added === 0) throw nothingUsable();
        signal?.throwIfAborted();
        await run('createMemory', account, { id, name, from });
      } catch (error) {
        // If the service closes first, the next start does it.
        await removeNamed(account, id).catch(() => undefined);
        throw error;
      }
      return { memory: await run('memory', account, { id }), ...sum };
    },
    async removeMemory(account, id) {
      const { own } = await run('memory', account, { id });
      if (own)
        throw new ProblemError(
          'conflict',
          'This memory holds the account’s own confirmed translations. DELETE /v1/memory forgets them, a direction at a time.',
        );
      await run('removeMemory', account, { id });
      await removeNamed(account, id);
    },
    checkMemory: async (account, id, direction) =>
      void (await run('keyOfMemory', account, { id, direction })),
    memorySegments: segmentsCall(run),
    ...exportCalls({ run, roomOf, exported }),
  };
}

/** The thread answers in steps, so that others are served in between. */
function segmentsCall(run: MemoryClient['run']): NamedMemoryCalls['memorySegments'] {
  return async (account, id, query) => {
    const segments: MemorySegment[] = [];
    for (let { after } = query; ;) {
      const limit = query.limit - segments.length;
      const part = await run('memorySegments', account, { id, query: { ...query, after, limit } });
      segments.push(...part.segments);
      const { next } = part;
      if (part.isPart && next !== undefined) after = next;
      else return { segments, ...(next === undefined ? {} : { next }) };
    }
  };
}

function exportCalls({
  run,
  roomOf,
  exported,
}: Pick<MemoryClient, 'run'> & Pick<Parts, 'roomOf' | 'exported'>): Pick<
  NamedMemoryCalls,
  'exportMemory' | 'dropExport'
> {
  /** Counts the file as it is now; throws where the account has no room for it. */
  const checkRoom = async (account: string, path: string): Promise<void> => {
    exported.set(accountOf(account), path, (await stat(path)).size);
    const room = await roomOf(account);
    if (room.limit === Infinity) return;
    const stored = room.stored + (await run('bytes', account, {}));
    if (stored > room.limit) throw accountStorageFull({ stored, limit: room.limit });
  };
  const dropExport = async (path: string): Promise<void> => {
    exported.remove(path);
    await removeFile(path);
  };
  return {
    dropExport,
    async exportMemory(account, id, path) {
      const { holder, directions } = await run('placeOfMemory', account, { id });
      try {
        for (const [n, { from, to }] of directions.entries()) {
          const part = { isFirst: n === 0, isLast: n === directions.length - 1 };
          for (let after = 0; ;) {
            const key = { account: holder, from, to };
            const step = await run('exportStep', account, { key, path, after, ...part });
            await checkRoom(account, path);
            if (step.isLast) break;
            after = step.after;
          }
        }
      } catch (error) {
        await dropExport(path);
        throw error;
      }
    },
  };
}

function nothingUsable(): Error {
  return fieldProblem(
    'file',
    'invalid',
    'The file has no unit that can be used: a text in a language known here, and its translation.',
    { reason: 'no_entries' },
  );
}
