import type { StorageRoom } from '../lib/account-storage.ts';
import { createFairSemaphore } from '../lib/semaphore.ts';
import type { MemoryClient } from './memory-client.ts';
import { directionKey } from './memory-key.ts';
import type { Memory, MemoryHit } from './memory-port.ts';

export type UnitCalls = Pick<
  Memory,
  'pairs' | 'search' | 'add' | 'removeUnit' | 'lookUp' | 'linesFor' | 'remove' | 'count' | 'release'
>;

/** Search indexes built at the same time, one per account. */
const INDEXES_MADE = 4;

/** Looks texts up in memories, and stores or removes units. */
export function unitCalls({
  client: { run, removeUnits, isEmpty, release },
  roomOf,
}: {
  readonly client: MemoryClient;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
}): UnitCalls {
  const withIndexPermit = createFairSemaphore({ permits: INDEXES_MADE, each: 1 });
  return {
    pairs: (account) => run('pairs', account, { of: account }),
    async search(account, direction, query) {
      const step = () => run('search', account, { direction, ...query });
      const goOn = async () => {
        for (;;) {
          const found = await step();
          if (found) return found;
        }
      };
      return (await step()) ?? withIndexPermit(account, goOn);
    },
    add: async (account, direction, unit) =>
      run('add', account, { key: directionKey(account, direction), ...unit, room: await roomOf(account) }),
    removeUnit: (account, id) => run('removeUnit', account, { id }),
    async lookUp(account, direction, sources, { ids, min, contexts, glossary = [] }) {
      if (isEmpty(account)) return sources.map(() => null);
      const found: (MemoryHit | null)[] = [];
      while (found.length < sources.length) {
        const step = await run('lookUpStep', account, {
          ...{ direction, memories: { ids, min }, glossary },
          sources: sources.slice(found.length),
          contexts: contexts?.slice(found.length),
        });
        found.push(...step);
      }
      return found;
    },
    async linesFor(account, direction, { segmentsPath, indexes, ids, min, glossary = [] }) {
      const lines: Uint8Array[] = [];
      const found: number[] = [];
      for (let at = 0; at < indexes.length && !isEmpty(account);) {
        const step = await run('linesStep', account, {
          ...{ direction, memories: { ids, min }, glossary, segmentsPath },
          indexes: indexes.slice(at),
        });
        lines.push(step.lines);
        found.push(...step.indexes);
        at += step.done;
      }
      return { lines: Buffer.concat(lines), indexes: found };
    },
    remove: (account, direction) => removeUnits(account, directionKey(account, direction)),
    count: async (owner) =>
      isEmpty(owner) ? { units: 0, glossaries: 0, memories: 0 } : run('count', owner, {}),
    release,
  };
}
