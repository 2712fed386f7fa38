import { isActive } from '../learning/correction.ts';
import type { Correction, CorrectionState } from '../learning/correction.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY, OF_OWNER } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { CorrectionExample, CorrectionFilter, Direction, LearnedCorrection } from './memory-port.ts';

export type CorrectionRow = Omit<Correction, 'isFrequent'> & { readonly is_frequent: number };

export const CORRECTION =
  'SELECT id, source, engine, human, is_frequent, state, good, kept, other, gain FROM correction';

export function correctionOf({ is_frequent, ...row }: CorrectionRow): Correction {
  return { ...row, isFrequent: is_frequent === 1 };
}

export interface CorrectionsQuery {
  /** `active`: those applied, `offered`: those that one more equal edit would make so. */
  readonly state: CorrectionFilter | undefined;
  readonly text: string;
  /** Ids of further pages are below it. */
  readonly before: number;
  readonly limit: number;
}

/** Learned corrections, by account and direction. */
export interface Corrections {
  /** Those applied, by the engine's phrase; with `offered` those offered too. */
  active(key: MemoryKey, offered?: boolean): ReadonlyMap<string, readonly Correction[]>;
  /** Changes with them. */
  version(key: MemoryKey): number;
  byId(account: string, ids: readonly number[]): Correction[];
  /** Newest first. */
  list(key: MemoryKey, query: CorrectionsQuery): LearnedCorrection[];
  examples(id: number): CorrectionExample[];
  /** Returns the changed correction; undefined without one. */
  setState(account: string, id: number, state: CorrectionState): LearnedCorrection | undefined;
  /** It may be learned again. Returns whether the account had it. */
  remove(account: string, id: number): boolean;
  /** The corrections that people have changed since the last call. */
  takeTurned(key: MemoryKey): Correction[];
  /** Corrections to propose as glossary terms, the surest first. */
  terms(key: MemoryKey, limit: number): LearnedCorrection[];
  /** Proposes it no more. Returns whether the account had it. */
  settleTerm(account: string, id: number, as: 'accepted' | 'refused'): boolean;
  withDirection(account: string, id: number): (Correction & Direction) | undefined;
  /** The key's corrections have changed. */
  changed(key: MemoryKey): void;
  /** Any of them may have changed: units are gone, and their evidence with them. */
  forget(): void;
  /** Those that are applied now and were not before, and the other way round. */
  turnedSince(key: MemoryKey, before: ReadonlyMap<string, readonly Correction[]>): Correction[];
}

const EXAMPLES = 3;
const MIN_TERM_GOOD = 3;
/** Directions whose active corrections are in memory: some hundred bytes for each correction. */
const MAX_KEPT = 8;

type Kept = Record<'active' | 'offered', Map<string, Correction[]>>;

export function createCorrections(db: Db): Corrections {
  /** LRU order: most recent last. */
  const kept = new Map<string, Kept>();
  const versions = new Map<string, number>();
  /** By direction: those that a person has refused, allowed or deleted since they were last asked for. */
  const turned = new Map<string, Correction[]>();
  // Never one of an earlier thread.
  let version = Date.now();
  const nameOf = ({ account, from, to }: MemoryKey): string => JSON.stringify([account, from, to]);
  const keptOf = (key: MemoryKey): Kept => {
    const name = nameOf(key);
    const own = kept.get(name) ?? read(db, key);
    kept.delete(name);
    kept.set(name, own);
    for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
    return own;
  };
  const changed = (key: MemoryKey): void => {
    kept.delete(nameOf(key));
    versions.set(nameOf(key), ++version);
  };
  const forget = (): void => {
    kept.clear();
    versions.clear();
    version++;
  };
  const keyOf = (account: string, id: number): MemoryKey | undefined =>
    db.get<MemoryKey>(
      `SELECT account, source_language AS "from", target_language AS "to" FROM correction WHERE ${OF_OWNER} AND id = ?`,
      [account, id],
    );
  const change = (account: string, id: number, work: () => void): boolean => {
    const key = keyOf(account, id);
    if (!key) return false;
    const name = nameOf(key);
    turned.set(name, [...(turned.get(name) ?? []), ...byId(account, [id])]);
    work();
    changed(key);
    return true;
  };
  const byId = (account: string, ids: readonly number[]): Correction[] =>
    db
      .all<CorrectionRow>(`${CORRECTION} WHERE ${OF_OWNER} AND id IN (SELECT value FROM json_each(?))`, [
        account,
        JSON.stringify(ids),
      ])
      .map(correctionOf);
  const examples = (id: number): CorrectionExample[] =>
    db.all<CorrectionExample>(
      `SELECT job, segment, unit.source, target FROM evidence JOIN unit ON unit.id = evidence.unit
       WHERE correction = ? AND verdict = 'good' ORDER BY unit.id DESC LIMIT ${EXAMPLES}`,
      [id],
    );
  const shown = (correction: Correction): LearnedCorrection => ({
    ...correction,
    isActive: isActive(correction),
    examples: examples(correction.id),
  });
  return {
    active: (key, offered = false) => keptOf(key)[offered ? 'offered' : 'active'],
    version: (key) => versions.get(nameOf(key)) ?? version,
    byId,
    list(key, { state, text, before, limit }) {
      const wanted = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
      const rows = db.all<CorrectionRow>(
        `${CORRECTION} WHERE ${OF_KEY} AND id < ? AND (good >= 2 OR state <> 'auto') AND ${CONDITIONS[state ?? 'all']}
           AND (source LIKE ? ESCAPE '\\' OR engine LIKE ? ESCAPE '\\' OR human LIKE ? ESCAPE '\\')
         ORDER BY id DESC LIMIT ?`,
        [...ofKey(key), before, wanted, wanted, wanted, limit],
      );
      return rows.map((row) => shown(correctionOf(row)));
    },
    examples,
    setState(account, id, state) {
      change(account, id, () => db.run('UPDATE correction SET state = ? WHERE id = ?', [state, id]));
      return byId(account, [id]).map(shown)[0];
    },
    remove: (account, id) =>
      change(account, id, () => {
        db.run('DELETE FROM correction WHERE id = ?', [id]);
        db.dropCopy();
      }),
    terms: (key, limit) =>
      db
        .all<CorrectionRow>(
          `${CORRECTION} WHERE ${OF_KEY} AND good >= ${MIN_TERM_GOOD} AND kept = 0 AND other <= good AND is_term = 1
             AND term IS NULL AND state <> 'refused' ORDER BY good DESC, id LIMIT ?`,
          [...ofKey(key), limit],
        )
        .map((row) => shown(correctionOf(row))),
    settleTerm: (account, id, as) =>
      db.run(`UPDATE correction SET term = ?2 WHERE ${OF_OWNER} AND id = ?3`, [account, as, id]) > 0,
    withDirection(account, id) {
      const key = keyOf(account, id);
      return key && byId(account, [id]).map((one) => ({ ...one, from: key.from, to: key.to }))[0];
    },
    takeTurned(key) {
      const own = turned.get(nameOf(key)) ?? [];
      turned.delete(nameOf(key));
      return own;
    },
    changed,
    forget,
    turnedSince(key, before) {
      forget();
      const [was, is] = [before, keptOf(key).active].map((all) => [...all.values()].flat());
      const ids = { was: new Set(was!.map(({ id }) => id)), is: new Set(is!.map(({ id }) => id)) };
      return [...was!.filter(({ id }) => !ids.is.has(id)), ...is!.filter(({ id }) => !ids.was.has(id))];
    },
  };
}

/** As isActive says it, in SQL; a page holds what it asks for. */
const TRIALS = '(good + kept + other)';
const WORKS = `state = 'auto' AND good * 2 >= ${TRIALS} AND kept * 20 <= ${TRIALS} AND gain > 0`;
const CONDITIONS = {
  all: `(${WORKS} AND good >= 2 + is_frequent OR state <> 'auto')`,
  active: `(${WORKS} AND good >= 3 + is_frequent OR state = 'always')`,
  offered: `(${WORKS} AND good = 2 + is_frequent)`,
  refused: "state = 'refused'",
  always: "state = 'always'",
};

function read(db: Db, key: MemoryKey): Kept {
  const rows = db.all<CorrectionRow>(
    `${CORRECTION} WHERE ${OF_KEY} AND (good >= 2 OR state <> 'auto') AND ${CONDITIONS.all} AND state <> 'refused'`,
    ofKey(key),
  );
  const found: Kept = { active: new Map(), offered: new Map() };
  for (const correction of rows.map(correctionOf)) {
    if (isActive(correction)) push(found.active, correction);
    if (isActive(correction, true)) push(found.offered, correction);
  }
  return found;
}

function push(into: Map<string, Correction[]>, correction: Correction): void {
  const list = into.get(correction.engine);
  if (list) list.push(correction);
  else into.set(correction.engine, [correction]);
}
