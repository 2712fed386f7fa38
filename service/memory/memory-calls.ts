import type { StorageRoom } from '../lib/account-storage.ts';
import { createFairSemaphore } from '../lib/semaphore.ts';
import type { Log } from '../log.ts';
import type { MemoryClient } from './memory-client.ts';
import type { Direction, Memory, MemoryEntry } from './memory-port.ts';
import type { ImportUnits } from './import-units.ts';
import type { NamedMemoryCalls } from './named-memory-calls.ts';

/** Search indexes built at the same time, one per account. */
const INDEXES_MADE = 4;

interface Parts {
  readonly client: MemoryClient;
  readonly importUnits: ImportUnits;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
  readonly log: Log | undefined;
}

/** The segments that an account has confirmed itself, one memory per direction. */
export function memoryCalls({
  client: { run, removeUnits, isEmpty },
  importUnits,
  roomOf,
  log,
}: Parts): Omit<Memory, keyof NamedMemoryCalls> {
  const withIndexPermit = createFairSemaphore({ permits: INDEXES_MADE, each: 1 });
  const keyOf = (account: string, { from, to }: Direction) => ({ account, from, to });
  return {
    pairs: (account) => run('pairs', account, {}),
    async search(account, direction, query) {
      const step = () => run('search', account, { key: keyOf(account, direction), ...query });
      const goOn = async () => {
        for (;;) {
          const found = await step();
          if (found) return found;
        }
      };
      return (await step()) ?? withIndexPermit(account, goOn);
    },
    async list(account, direction, { text, limit, before }) {
      const found: MemoryEntry[] = [];
      for (let next = before; ;) {
        const step = await run('units', account, {
          key: keyOf(account, direction),
          text,
          limit: limit - found.length,
          ...(next === undefined ? {} : { before: next }),
        });
        found.push(...step.units);
        if (step.next === undefined || found.length === limit) return found;
        next = step.next;
      }
    },
    add: async (account, direction, unit) =>
      run('add', account, { key: keyOf(account, direction), ...unit, room: await roomOf(account) }),
    removeUnit: (account, id) => run('removeUnit', account, { id }),
    lookUp: async (account, direction, sources, glossary = []) =>
      isEmpty()
        ? sources.map(() => null)
        : run('lookUp', account, {
            key: keyOf(account, direction),
            sources: [...sources],
            glossary: [...glossary],
          }),
    linesFor: async (account, direction, { segmentsPath, indexes, glossary = [] }) =>
      isEmpty()
        ? { lines: new Uint8Array(), indexes: [] }
        : run('linesFor', account, {
            key: keyOf(account, direction),
            segmentsPath,
            indexes: [...indexes],
            glossary: [...glossary],
          }),
    async learnFrom(account, direction, { indexes, ...job }) {
      const { isFull } = await run('learnFrom', account, {
        key: keyOf(account, direction),
        ...job,
        indexes: [...indexes],
        room: await roomOf(account),
      });
      if (isFull)
        log?.warn({ account_id: account }, 'the translation memory learns nothing: max_stored_mb is reached');
    },
    importTmx: (account, direction, path, signal) =>
      importUnits(account, keyOf(account, direction), { path, direction }, signal),
    async exportTmx(account, direction, path) {
      for (let after = 0; ;) {
        const step = await run('exportStep', account, { key: keyOf(account, direction), path, after });
        if (step.isLast) return;
        after = step.after;
      }
    },
    remove: (account, direction) => removeUnits(account, keyOf(account, direction)),
  };
}
