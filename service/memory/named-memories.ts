import { fieldProblem, languageName, ProblemError } from '../contract/index.ts';
import { isCompatible } from '../lib/language-fallback.ts';
import { holderOf, idFrom, ownerOfHolder, ownMemoryId } from '../lib/owner.ts';
import { plainText } from '../text/codes.ts';
import type { Db } from './database.ts';
import type { MemoryKey } from './memory-key.ts';
import type {
  Direction,
  MemoryIdentity,
  MemoryPair,
  MemorySegment,
  NamedMemory,
  SegmentsQuery,
} from './memory-port.ts';
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
  /** As `list`, with the account's own as one. */
  listWhole(account: string): NamedMemory[];
  /** Throws `not_found`. */
  get(account: string, id: string): NamedMemory;
  /** Without `from`: of any languages. */
  create(account: string, memory: { id: string; name: string; from?: string }, at: string): void;
  remove(account: string, id: string): void;
  /** The memory of a holder. */
  identity(key: Pick<MemoryKey, 'account'>): MemoryIdentity;
  /** All memories of an account. */
  places(account: string): MemoryPlace[];
  /** As `place`, but throws `invalid_request` (field `memory_id`). */
  placeWith(account: string, id: string): MemoryPlace;
  /** The keys of a direction in several memories, in their order; without those that lack it. */
  keysFor(account: string, ids: readonly string[], direction: Direction): MemoryKey[];
  /** The key of a direction's units. Throws `invalid_request` (field `memory_id`) without any. */
  keyFor(account: string, id: string, direction: Direction): MemoryKey;
  /** Where its units are, and the directions that it has. Throws `not_found`. */
  place(account: string, id: string): MemoryPlace;
  /**
   * A page of source texts with all their targets, in the order they were first stored. `isPart`: the time,
   * by performance.now(), was over; continue after `next`.
   */
  page(account: string, id: string, query: SegmentsQuery, until?: number): SegmentsPart;
}

export interface MemoryPlace {
  readonly holder: string;
  readonly directions: readonly Direction[];
}

export interface SegmentsPart {
  readonly segments: MemorySegment[];
  readonly next?: number;
  readonly isPart?: true;
}

/** Rows examined at a time. */
const PAGE = 500;

export function createNamedMemories(db: Db, units: MemoryUnits): NamedMemories {
  dropOrphans(db);

  const pairsOf = ({ source_language: from }: MemoryRow, holder: string): MemoryPair[] =>
    units.pairs(holder).filter((pair) => from === '' || pair.from === from);
  const present = (row: MemoryRow, holder: string, own: boolean): NamedMemory => {
    const { id, name, source_language, created_at, updated_at } = row;
    const pairs = pairsOf(row, holder);
    const sources = new Set(source_language === '' ? pairs.map(({ from }) => from) : [source_language]);
    const [from] = sources.size === 1 ? sources : [];
    return {
      ...{ id, name, own, created_at, updated_at },
      ...(from === undefined ? {} : { from }),
      targets: [...new Set(pairs.map(({ to }) => to))],
      units: pairs.length === 1 ? pairs[0]!.units : countSources(db, holder, sources),
    };
  };

  /** The account's own units as a memory, of a source language or of all. */
  const ownRow = (account: string, from = ''): MemoryRow => {
    const times = db.get<{ first: string | null; last: string | null }>(
      'SELECT min(updated_at) AS first, max(updated_at) AS last FROM unit WHERE account = ?1 AND (?2 = ?3 OR source_language = ?2)',
      [account, from, ''],
    );
    return {
      id: from === '' ? ownMemoryId(account) : ownId(account, from),
      name: from === '' ? OWN_NAME : `${OWN_NAME} (${languageName(from)})`,
      source_language: from,
      created_at: times?.first ?? NEVER,
      updated_at: times?.last ?? NEVER,
    };
  };
  const ownRows = (account: string): MemoryRow[] =>
    [...new Set(units.pairs(account).map(({ from }) => from))].map((from) => ownRow(account, from));

  const rowOf = (account: string, id: string): MemoryRow | undefined =>
    db.get<MemoryRow>(
      'SELECT id, name, source_language, created_at, updated_at FROM memory WHERE account = ? AND id = ?',
      [account, id],
    );

  const find = (account: string, id: string): { row: MemoryRow; holder: string } | undefined => {
    const row = rowOf(account, id);
    if (row) return { row, holder: holderOf(account, id) };
    const own = id === ownMemoryId(account) ? ownRow(account) : ownRows(account).find((one) => one.id === id);
    return own && { row: own, holder: account };
  };
  const get = (account: string, id: string): { row: MemoryRow; holder: string } => {
    const found = find(account, id);
    if (found) return found;
    throw new ProblemError('not_found', 'There is no such memory. GET /v1/memories lists those there are.');
  };
  const named = (account: string): NamedMemory[] =>
    db
      .all<MemoryRow>(
        'SELECT id, name, source_language, created_at, updated_at FROM memory WHERE account = ? ORDER BY seq',
        [account],
      )
      .map((row) => present(row, holderOf(account, row.id), false));

  const keyFor = (account: string, id: string, { from, to }: Direction): MemoryKey => {
    const found = find(account, id);
    if (!found) throw noMemory();
    const pairs = pairsOf(found.row, found.holder).filter((pair) => isCompatible(from, pair.from));
    const sure = [...pairs.filter((pair) => pair.from === from), ...pairs];
    const pair = sure.find((one) => one.to === to) ?? sure.find((one) => isCompatible(to, one.to));
    if (!pair)
      throw fieldProblem(
        'memory_id',
        'unsupported_pair',
        `The memory "${found.row.name}" has nothing from ${languageName(from)} to ${languageName(to)}.`,
      );
    return { account: found.holder, from: pair.from, to: pair.to };
  };

  return {
    list: (account) => [...ownRows(account).map((row) => present(row, account, true)), ...named(account)],
    listWhole: (account) => [
      ...(units.pairs(account).length > 0 ? [present(ownRow(account), account, true)] : []),
      ...named(account),
    ],
    identity({ account: holder }) {
      const owner = ownerOfHolder(holder);
      if (holder === owner) return { id: ownMemoryId(owner), name: OWN_NAME };
      const id = holder.slice(owner.length + 1);
      return { id, name: rowOf(owner, id)?.name ?? '' };
    },
    places: (account) => [
      { holder: account, directions: units.pairs(account) },
      ...db
        .all<{ id: string }>('SELECT id FROM memory WHERE account = ? ORDER BY seq', [account])
        .map(({ id }) => holderOf(account, id))
        .map((holder) => ({ holder, directions: units.pairs(holder) })),
    ],
    placeWith(account, id) {
      const found = find(account, id);
      if (!found) throw noMemory();
      return { holder: found.holder, directions: pairsOf(found.row, found.holder) };
    },
    keysFor: (account, ids, direction) =>
      ids.flatMap((id) => {
        try {
          return [keyFor(account, id, direction)];
        } catch {
          // Removed since, or without the direction.
          return [];
        }
      }),
    keyFor,
    get(account, id) {
      const { row, holder } = get(account, id);
      return present(row, holder, holder === account);
    },
    place(account, id) {
      const { row, holder } = get(account, id);
      return { holder, directions: pairsOf(row, holder) };
    },
    create: (account, { id, name, from = '' }, at) =>
      void db.run(
        'INSERT INTO memory (id, account, name, source_language, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
        [id, account, name, from, at, at],
      ),
    remove(account, id) {
      db.run('DELETE FROM memory WHERE account = ? AND id = ?', [account, id]);
      // Undoing an earlier deletion would put units where no memory is.
      db.run('DELETE FROM removed WHERE account = ?', [holderOf(account, id)]);
      db.dropCopy();
    },
    page(account, id, query, until = Infinity) {
      const { row, holder } = get(account, id);
      const pairs = pairsOf(row, holder);
      const from = row.source_language || (pairs[0]?.from ?? '');
      const targets = pairs.filter((pair) => pair.from === from).map(({ to }) => to);
      return pageOf(db, { holder, from, targets }, query, until);
    },
  };
}

/** Always the same for an account and language. */
function ownId(account: string, from: string): string {
  return idFrom(`own memory of ${account} from ${from}`);
}

function noMemory(): Error {
  return fieldProblem(
    'memory_id',
    'invalid',
    'There is no such memory. GET /v1/memories lists those there are.',
  );
}

const OWN_NAME = 'Interlinear';

function countSources(db: Db, holder: string, sources: Iterable<string>): number {
  let sum = 0;
  for (const from of sources)
    sum += db.get<{ n: number }>(
      'SELECT count(DISTINCT source) AS n FROM unit WHERE account = ? AND source_language = ?',
      [holder, from],
    )!.n;
  return sum;
}

/** The time of a memory without units. */
const NEVER = '1970-01-01T00:00:00.000Z';

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
        targets: newestOf(all).map((one) => ({ ...one, target: plainText(one.target) })),
      });
    }
    if (rows.length < PAGE) return { segments };
    at = rows.at(-1)!.id;
    if (performance.now() > until) return { segments, next: at, isPart: true };
  }
}

/** The newest target of each language. */
function newestOf(rows: readonly Row[]): Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const known = newest.get(row.to);
    if (!known || known.updated_at <= row.updated_at) newest.set(row.to, row);
  }
  return [...newest.values()];
}
