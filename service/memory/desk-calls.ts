import type { StorageRoom } from '../lib/account-storage.ts';
import type { ScoredUnit } from './concordance.ts';
import type { ImportUnits } from './import-units.ts';
import type { MemoryClient, TaskValue } from './memory-client.ts';
import type { Memory, MemoryEntry } from './memory-port.ts';
import { UNDO_MS } from './unit-removal.ts';

export type DeskCalls = Pick<
  Memory,
  | 'list'
  | 'changeUnit'
  | 'removeUnits'
  | 'restoreUnits'
  | 'concordance'
  | 'importTmx'
  | 'addUnits'
  | 'exportTmx'
>;

interface Parts {
  readonly client: MemoryClient;
  readonly importUnits: ImportUnits;
  readonly roomOf: (account: string) => Promise<StorageRoom>;
}

/** Units of all memories of an account: found, changed, deleted, imported and exported. The thread answers in steps. */
export function deskCalls({ client: { run, isEmpty }, importUnits, roomOf }: Parts): DeskCalls {
  const empty = emptyDeletions();
  return {
    async list(account, filter, { limit, before }) {
      const found: MemoryEntry[] = [];
      for (let next = before; ;) {
        const step: TaskValue<'units'> = await run('units', account, {
          ...{ filter, limit: limit - found.length },
          ...(next === undefined ? {} : { before: next }),
        });
        found.push(...step.units);
        if (step.next === undefined || found.length === limit) return found;
        next = step.next;
      }
    },
    changeUnit: async (account, id, change) =>
      run('changeUnit', account, { id, change, room: await roomOf(account) }),
    async removeUnits(account, filter) {
      const undo = await run('beginRemoval', account, {});
      let deleted = 0;
      for (let before: number | undefined; ;) {
        const step: TaskValue<'removalStep'> = await run('removalStep', account, { filter, undo, before });
        deleted += step.deleted;
        before = step.next;
        if (before !== undefined) continue;
        if (deleted === 0) empty.add(account, undo);
        return { deleted, undo };
      }
    },
    async restoreUnits(account, undo) {
      const sum = { taken: 0, restored: 0 };
      for (;;) {
        const { taken, restored }: TaskValue<'restoreStep'> = await run('restoreStep', account, { undo });
        sum.taken += taken;
        sum.restored += restored;
        if (taken > 0) continue;
        return sum.taken > 0 || empty.take(account, undo) ? { restored: sum.restored } : undefined;
      }
    },
    async concordance(account, { from, to, text, side, limit }) {
      if (isEmpty(account)) return [];
      const found: ScoredUnit[] = [];
      const query = { text, side, limit };
      for (let at: { key: number; before: number } | undefined; ;) {
        const step: TaskValue<'concordanceStep'> = await run('concordanceStep', account, {
          ...query,
          filter: { from, to },
          at,
        });
        found.push(...step.found);
        if (step.next === undefined) break;
        at = step.next;
      }
      return found.length === 0 ? [] : run('concordanceHits', account, { ...query, found });
    },
    importTmx: async (account, direction, { path, memoryId }, signal) => {
      const holder =
        memoryId === undefined ? account : await run('holderOfMemory', account, { id: memoryId });
      return importUnits.fromTmx(account, { account: holder, ...direction }, { path, direction }, signal);
    },
    async addUnits(account, direction, { path, memoryId, ...by }, signal) {
      const holder =
        memoryId === undefined ? account : await run('holderOfMemory', account, { id: memoryId });
      return importUnits.fromLines(account, { account: holder, ...direction }, path, by, signal);
    },
    async exportTmx(account, { filter, path }) {
      const { keys, srclang } = await run('exportedKeys', account, { filter });
      const dates = { before: filter.before, after: filter.after };
      for (const [n, key] of keys.entries()) {
        const part = { isFirst: n === 0, isLast: n === keys.length - 1, srclang, dates };
        for (let after = 0; ;) {
          const step: TaskValue<'exportStep'> = await run('exportStep', account, {
            key,
            path,
            after,
            ...part,
          });
          if (step.isLast) break;
          after = step.after;
        }
      }
    },
  };
}

/** Deletions of nothing, which nothing in the database stands for: undoing one restores nothing, once. */
function emptyDeletions() {
  const MOST = 1_000;
  const undos = new Map<string, number>();
  const keyOf = (account: string, undo: string): string => `${account} ${undo}`;
  return {
    add(account: string, undo: string): void {
      undos.set(keyOf(account, undo), performance.now() + UNDO_MS);
      if (undos.size > MOST) undos.delete(undos.keys().next().value!);
    },
    take(account: string, undo: string): boolean {
      const key = keyOf(account, undo);
      const until = undos.get(key) ?? 0;
      return undos.delete(key) && performance.now() < until;
    },
  };
}
