import { createHash } from 'node:crypto';
import { fieldProblem, languageName, ProblemError } from '../contract/index.ts';
import { isCompatible } from '../lib/language-fallback.ts';
import { qualityFlags } from '../quality/quality-flags.ts';
import { plainText } from '../text/codes.ts';
import type { Db } from './database.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Direction, MemoryHit, MemorySegment, NamedMemory, SegmentsQuery } from './memory-port.ts';
import type { MemoryUnits } from './memory-units.ts';

interface MemoryRow {
  readonly id: string;
  readonly name: string;
  readonly source_language: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Named memories of all accounts. Their units are stored under `holderOf`. */
export interface NamedMemories {
  /** The account's own, one for each source language, then the others, oldest first. */
  list(account: string): NamedMemory[];
  /** Throws `not_found`. */
  get(account: string, id: string): NamedMemory;
  create(account: string, memory: { id: string; name: string; from: string }, at: string): void;
  remove(account: string, id: string): void;
  /** The key of a direction's units. Throws `invalid_request` (field `memory_id`) without any. */
  keyFor(account: string, id: string, direction: Direction): MemoryKey;
  /**
   * A page of source texts with all their targets, in the order they were first stored. `isPart`: the time,
   * by performance.now(), was over; continue after `next`.
   */
  page(account: string, id: string, query: SegmentsQuery, until?: number): SegmentsPart;
}

export interface SegmentsPart {
  readonly segments: MemorySegment[];
  readonly next?: number;
  readonly isPart?: true;
}

/** Stands for the account in units of a named memory. Account ids contain no slash. */
export function holderOf(account: string, id: string): string {
  return `${account}/${id}`;
}

/** Rows examined at a time. */
const PAGE = 500;

export function createNamedMemories(db: Db, units: MemoryUnits): NamedMemories {
  dropOrphans(db);

  const present = (
    { id, name, source_language: from, created_at, updated_at }: MemoryRow,
    holder: string,
    own: boolean,
  ): NamedMemory => {
    const pairs = units.pairs(holder).filter((pair) => pair.from === from);
    return {
      ...{ id, name, from, own, created_at, updated_at },
      targets: pairs.map(({ to }) => to),
      units: pairs.length === 1 ? pairs[0]!.units : countSources(db, holder, from),
    };
  };

  const ownMemories = (account: string): NamedMemory[] => {
    const sources = [...new Set(units.pairs(account).map(({ from }) => from))];
    return sources.map((from) => {
      const times = db.get<{ first: string; last: string }>(
        'SELECT min(updated_at) AS first, max(updated_at) AS last FROM unit WHERE account = ? AND source_language = ?',
        [account, from],
      )!;
      const row = {
        id: ownId(account, from),
        name: `Interlinear (${languageName(from)})`,
        source_language: from,
        created_at: times.first,
        updated_at: times.last,
      };
      return present(row, account, true);
    });
  };

  const rowOf = (account: string, id: string): MemoryRow | undefined =>
    db.get<MemoryRow>(
      'SELECT id, name, source_language, created_at, updated_at FROM memory WHERE account = ? AND id = ?',
      [account, id],
    );

  const find = (account: string, id: string): NamedMemory | undefined => {
    const row = rowOf(account, id);
    if (row) return present(row, holderOf(account, id), false);
    return ownMemories(account).find((memory) => memory.id === id);
  };

  const get = (account: string, id: string): NamedMemory => {
    const found = find(account, id);
    if (found) return found;
    throw new ProblemError('not_found', 'There is no such memory. GET /v1/memories lists those there are.');
  };

  return {
    list: (account) => [
      ...ownMemories(account),
      ...db
        .all<MemoryRow>(
          'SELECT id, name, source_language, created_at, updated_at FROM memory WHERE account = ? ORDER BY seq',
          [account],
        )
        .map((row) => present(row, holderOf(account, row.id), false)),
    ],
    get,
    create: (account, { id, name, from }, at) =>
      void db.run(
        'INSERT INTO memory (id, account, name, source_language, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
        [id, account, name, from, at, at],
      ),
    remove(account, id) {
      db.run('DELETE FROM memory WHERE account = ? AND id = ?', [account, id]);
      db.dropCopy();
    },
    keyFor(account, id, { from, to }) {
      const memory = find(account, id);
      if (!memory)
        throw fieldProblem(
          'memory_id',
          'invalid',
          'There is no such memory. GET /v1/memories lists those there are.',
        );
      const target = isCompatible(from, memory.from)
        ? (memory.targets.find((one) => one === to) ?? memory.targets.find((one) => isCompatible(to, one)))
        : undefined;
      if (target === undefined)
        throw fieldProblem(
          'memory_id',
          'unsupported_pair',
          `The memory "${memory.name}" has nothing from ${languageName(from)} to ${languageName(to)}.`,
        );
      return { account: memory.own ? account : holderOf(account, id), from: memory.from, to: target };
    },
    page(account, id, query, until = Infinity) {
      const { own, from, targets } = get(account, id);
      return pageOf(db, { holder: own ? account : holderOf(account, id), from, targets }, query, until);
    },
  };
}

/** Always the same for an account and language. */
function ownId(account: string, from: string): string {
  const hex = createHash('sha256').update(`own memory of ${account} from ${from}`).digest('hex');
  // In the form of a UUID of version 8 (RFC 9562, §5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function countSources(db: Db, holder: string, from: string): number {
  return (
    db.get<{ n: number }>(
      'SELECT count(DISTINCT source) AS n FROM unit WHERE account = ? AND source_language = ?',
      [holder, from],
    )?.n ?? 0
  );
}

/** Units of an import that was killed before its memory was created. */
function dropOrphans(db: Db): void {
  const holders = db.all<{ account: string }>(
    `SELECT DISTINCT account FROM usage WHERE instr(account, '/') > 0
     AND substr(account, instr(account, '/') + 1) NOT IN (SELECT id FROM memory)`,
  );
  for (const { account } of holders) db.run('DELETE FROM unit WHERE account = ?', [account]);
}

interface Row {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly to: string;
  readonly updated_at: string;
}

const ROW = 'SELECT id, source, target, target_language AS "to", updated_at FROM unit';

function pageOf(
  db: Db,
  { holder, from, targets }: { holder: string; from: string; targets: readonly string[] },
  { limit, after, text, isCaseSensitive = false }: SegmentsQuery,
  until: number,
): SegmentsPart {
  const inCase = (value: string): string => (isCaseSensitive ? value : value.toLowerCase());
  const plain = (coded: string): string => inCase(plainText(coded));
  const wanted = text === undefined ? undefined : inCase(text);
  const segments: MemorySegment[] = [];
  const isIn = (row: Row): boolean =>
    wanted === undefined || plain(row.source).includes(wanted) || plain(row.target).includes(wanted);
  for (let at = after; ;) {
    const rows = db.all<Row>(
      `${ROW} WHERE account = ? AND source_language = ? AND id > ? ORDER BY id LIMIT ${PAGE}`,
      [holder, from, at],
    );
    for (const row of rows) {
      if (!isIn(row)) continue;
      const { id, source } = row;
      const all = targets.flatMap((to) =>
        db.all<Row>(
          `${ROW} WHERE account = ? AND source_language = ? AND target_language = ? AND source = ?`,
          [holder, from, to, source],
        ),
      );
      // A source with several targets is shown once, at its first match.
      if (all.some((one) => one.id < id && isIn(one))) continue;
      if (segments.length === limit) return { segments, next: id - 1 };
      segments.push({
        id: Math.min(...all.map((one) => one.id)),
        source: plainText(source),
        targets: all.map((one) => ({ ...one, target: plainText(one.target) })),
      });
    }
    if (rows.length < PAGE) return { segments };
    at = rows.at(-1)!.id;
    if (performance.now() > until) return { segments, next: at, isPart: true };
  }
}

/** Matches to consider: the best one may have other numbers. */
const CANDIDATES = 8;

/**
 * The best match of at least `min` per cent whose numbers, codes and placeholders agree with the source;
 * undefined without one, and `later` if the time runs out before the index is built.
 */
export function bestMatch(
  units: MemoryUnits,
  key: MemoryKey,
  source: string,
  { min, until }: { min: number; until: number },
): MemoryHit | 'later' | undefined {
  const exact = units.exact(key, source);
  if (exact !== undefined) return { target: exact, isFuzzy: false, match: 100 };
  const found = units.search(key, source, { limit: CANDIDATES, min, until });
  if (!found) return 'later';
  const match = found.find(({ target }) => agrees(key, source, target));
  return match && { target: match.target, isFuzzy: true, match: Math.floor(match.match) };
}

const MUST_AGREE = ['number_mismatch', 'placeholder_mismatch'];

function agrees({ from, to }: MemoryKey, source: string, target: string): boolean {
  if (codesOf(source) !== codesOf(target)) return false;
  return !qualityFlags({ source, target, from, to }).some(({ code }) => MUST_AGREE.includes(code));
}

function codesOf(coded: string): string {
  return (coded.match(/<\/?\d{1,9}\/?>/g) ?? []).sort().join('');
}
