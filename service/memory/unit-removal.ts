import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';
import { OF_OWNER } from './memory-key.ts';
import { removeOne } from './unit-changes.ts';
import type { Parts } from './unit-imports.ts';
import { visible } from './unit-indexes.ts';
import type { UnitRow } from './unit-row.ts';

/** How long deleted units can be restored. */
export const UNDO_MS = 10 * 60_000;

const COLUMNS =
  'id, account, source_language, target_language, source, target, updated_at, job, engine_text, engine, segment, lesson, origin, created_at, created_by, pre, post, context';

/** A unit like the removed one, such as from an import since. */
const SAME = `SELECT 1 FROM unit WHERE unit.account = removed.account
  AND unit.source_language = removed.source_language AND unit.target_language = removed.target_language
  AND unit.source = removed.source AND unit.target = removed.target AND unit.context IS removed.context`;

/** Deletions that can be undone for ten minutes, also after a restart. */
export interface UnitRemoval {
  begin(): string;
  /** Removes some units as part of a deletion. */
  remove(undo: string, units: readonly UnitRow[]): void;
  /** Restores some units, except those that have come back since. `taken`: of the deletion; 0 at the end. */
  restore(account: string, undo: string, limit: number): { taken: number; restored: number };
  close(): void;
}

export function createUnitRemoval(parts: Parts): UnitRemoval {
  const { db, indexes, texts } = parts;
  const forgetting = forgetInTime(db);
  return {
    begin: () => randomUUID(),
    remove(undo, units) {
      const until = new Date(Date.now() + UNDO_MS).toISOString();
      db.transaction(() => {
        for (const { id, account, from, to } of units) {
          db.run(`INSERT INTO removed SELECT ${COLUMNS}, ?, ? FROM unit WHERE id = ?`, [undo, until, id]);
          removeOne(parts, { account, from, to }, id);
        }
      });
      db.dropCopy();
      forgetting.plan();
    },
    restore: (account, undo, limit) =>
      db.transaction(() => {
        const rows = db.all<UnitRow>(
          `SELECT id, account, source_language AS "from", target_language AS "to", source FROM removed
           WHERE ${OF_OWNER} AND undo = ? AND until > ? LIMIT ?`,
          [account, undo, new Date().toISOString(), limit],
        );
        let restored = 0;
        for (const { id, source, ...key } of rows) {
          const added = db.run(
            `INSERT INTO unit (${COLUMNS}) SELECT ${COLUMNS} FROM removed WHERE id = ? AND NOT EXISTS (${SAME})`,
            [id],
          );
          db.run('DELETE FROM removed WHERE id = ?', [id]);
          if (added === 0) continue;
          restored++;
          indexes.made(key)?.add(id, visible(source));
          texts.changed(key, id);
        }
        return { taken: rows.length, restored };
      }),
    close: forgetting.stop,
  };
}

/** Deletes for good what can no longer be restored. */
function forgetInTime(db: Db): { plan: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const plan = (): void => {
    clearTimeout(timer);
    const over = db.run('DELETE FROM removed WHERE until <= ?', [new Date().toISOString()]);
    if (over > 0) db.dropCopy();
    const next = db.get<{ until: string | null }>('SELECT min(until) AS until FROM removed')?.until;
    if (next) timer = setTimeout(plan, Math.max(1_000, Date.parse(next) - Date.now())).unref();
  };
  plan();
  return { plan, stop: () => clearTimeout(timer) };
}
