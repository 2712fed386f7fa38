import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { TMX_END, tmxStart, tmxUnit } from '../../bilingual/write-tmx.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import { firstOccurrences } from '../../records/resolve-lines.ts';
import { parseSegments } from '../../records/segments.ts';
import { fuzzyMatch } from '../../records/stored-flags.ts';
import { escapeText } from '../../text/codes.ts';
import { compileGlossary, missingTerms } from '../../text/glossary.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import { VERSION } from '../../version.ts';
import { OF_OWNER } from '../memory-key.ts';
import type { MemoryKey } from '../memory-key.ts';
import type { Direction, MemoryHit, MemoryMatch, ReadMemories } from '../memory-port.ts';
import type { ImportedBy, MemoryUnit } from '../stored-units.ts';
import { bestMatch } from '../ranked.ts';
import type { RankedHit } from '../ranked.ts';
import { contextAt, contextBetween } from '../unit-context.ts';
import type { UnitContext } from '../unit-context.ts';
import { shownContext } from '../unit-row.ts';
import type { UnitRow } from '../unit-row.ts';
import { isTooLong, unitsFrom } from '../unit-lines.ts';
import { bytesOf, now, parts, stepEnd, within } from './opened.ts';
import type { Common, InRoom, Keyed } from './opened.ts';

/** Units of a step of an export or a removal; other calls run between two steps. */
const STEP_UNITS = 2_000;

/** A direction in the memories that are read. */
type Reading = Common & {
  readonly direction: Direction;
  readonly memories: ReadMemories;
  readonly glossary: readonly GlossaryEntry[];
};

export const UNIT_TASKS = {
  /** `of`: the holder of the units, for a named memory. */
  pairs: ({ database, account, of = account }: Common & { of?: string }) => parts(database).memory.pairs(of),
  /** Null: the time was over before an index was built; call again. */
  search: ({
    database,
    account,
    direction,
    ids,
    text,
    limit,
    min,
    pre,
    post,
  }: Common & {
    direction: Direction;
    ids?: readonly string[] | undefined;
    text: string;
    limit: number;
    min: number;
    pre?: string | undefined;
    post?: string | undefined;
  }) => {
    const { memory, memories } = parts(database);
    const until = stepEnd();
    const isAsked = pre !== undefined || post !== undefined;
    const context = isAsked ? { ...NOWHERE, ...contextOf(pre, post) } : undefined;
    const found: MemoryMatch[] = [];
    for (const key of keysOf(database, account, ids, direction)) {
      const some = memory.search(key, text, { limit, min, context, until });
      if (!some) return null;
      for (const { id, source, target, match, updated_at } of some)
        found.push({ id, source, target, match, updated_at, memory: memories.identity(key) });
    }
    // Stable: of equal matches those of the first memory come first.
    return found.sort((a, b) => b.match - a.match).slice(0, limit);
  },
  add: ({
    database,
    account,
    key,
    source,
    target,
    room,
  }: Keyed & InRoom & { source: string; target: string }) => {
    within(database, account, room)();
    const unit = { source: escapeText(source), target: escapeText(target) };
    if (isTooLong(unit) || source.trim() === '' || target.trim() === '') return false;
    parts(database).memory.put(key, [unit], { at: now(), origin: 'confirmed' });
    return true;
  },
  removeUnit: ({ database, account, id }: Common & { id: number }) => {
    const { memory, corrections } = parts(database);
    corrections.forget();
    return memory.removeUnit(account, id);
  },
  /** Matches of the first sources; if fewer come back, call again for the rest. */
  lookUpStep: ({
    database,
    sources,
    contexts,
    ...reading
  }: Reading & { sources: readonly string[]; contexts?: readonly UnitContext[] | undefined }) => {
    const find = finder({ database, ...reading });
    const { memories } = parts(database);
    const hits: (MemoryHit | null)[] = [];
    const until = stepEnd();
    for (const [n, source] of sources.entries()) {
      const hit = find(source, contexts?.[n], until);
      if (hit === 'later') break;
      hits.push(hit ? hitOf(hit, memories.identity(hit.key)) : null);
      if (performance.now() > until) break;
    }
    return hits;
  },
  /**
   * Journal lines of segments, among them those of later equal segments whose context has another translation. `done`:
   * number of processed indexes.
   */
  linesStep: ({
    database,
    segmentsPath,
    indexes,
    ...reading
  }: Reading & { segmentsPath: string; indexes: number[] }) => {
    const find = finder({ database, ...reading });
    const { memories } = parts(database);
    const segments = parseSegments(readFileSync(segmentsPath));
    const followers = laterOnes(firstOccurrences(segments), new Set(indexes));
    const until = stepEnd();
    const found: number[] = [];
    let lines = '';
    let done = 0;
    const write = (i: number, hit: RankedHit): void => {
      const { target: t, isFuzzy, match: m, key } = hit;
      const flags = isFuzzy ? { f: [fuzzyMatch()] } : {};
      lines += encodeJournalLine({ i, t, o: 'memory', ...flags, m, mem: memories.identity(key) });
    };
    for (const index of indexes) {
      const segment = segments[index];
      const hit = segment && find(segment.text, contextAt(segments, index), until);
      if (hit === 'later') break;
      done++;
      if (hit) {
        found.push(index);
        write(index, hit);
        for (const later of followers.get(index) ?? []) {
          const own = find(segment.text, contextAt(segments, later), until);
          if (own && own !== 'later' && (own.target !== hit.target || own.match !== hit.match))
            write(later, own);
        }
      }
      if (performance.now() > until) break;
    }
    return { lines: new TextEncoder().encode(lines), indexes: found, done };
  },
  beginImport: ({ database, key, at }: Keyed & { at: string }) => parts(database).memory.beginImport(key, at),
  /** Stores units of a file from `offset` on. Returns the offset to continue with; undefined at its end. */
  importStep: ({
    database,
    account,
    key,
    at,
    path,
    offset,
    by,
    room,
  }: Keyed & InRoom & { at: string; path: string; offset: number; by: ImportedBy }) => {
    const { memory } = parts(database);
    let next: number | undefined;
    const until = stepEnd();
    const step = function* (): Generator<MemoryUnit> {
      for (const { unit, end } of unitsFrom(path, offset)) {
        yield unit;
        next = end;
        if (performance.now() > until) return;
      }
    };
    const counts = memory.put(key, step(), { at, ...by, isImport: true });
    within(database, account, room)();
    return { ...counts, ...(next === undefined ? {} : { next }) };
  },
  endImport: ({ database }: Common) => parts(database).memory.endImport(),
  /** Returns whether nothing is left of an unfinished import. */
  undoStep: ({ database }: Common) => parts(database).memory.undoStep(STEP_UNITS),
  /** `srclang`: the languages of all sources in the file. `isFirst` and `isLast`: among the directions in it. */
  exportStep: ({
    database,
    key,
    path,
    after,
    dates = {},
    srclang = key.from,
    isFirst = true,
    isLast: isLastPart = true,
  }: Keyed & {
    path: string;
    after: number;
    dates?: UnitDates;
    srclang?: string;
    isFirst?: boolean;
    isLast?: boolean;
  }) => {
    const page = parts(database).memory.page(key, after, STEP_UNITS);
    if (after === 0 && isFirst)
      writeFileSync(path, tmxStart({ from: srclang, version: VERSION }), { mode: 0o600 });
    const isLast = page.length < STEP_UNITS;
    const units = page.filter(({ updated_at: at }) => isWithin(at, dates)).map(tmxOf);
    appendFileSync(path, units.join('') + (isLast && isLastPart ? TMX_END : ''));
    return { after: page.at(-1)?.id ?? after, isLast };
  },
  /** Removes some of the units that existed at the first step, which is one without `last`. */
  removeStep: ({ database, key, last }: Keyed & { last?: number }) => {
    const { memory, corrections } = parts(database);
    corrections.forget();
    const newest = last ?? memory.newest();
    return { last: newest, isLast: memory.remove(key, newest, STEP_UNITS) < STEP_UNITS };
  },
  bytes: ({ database, account }: Common) => bytesOf(parts(database), account),
  /** What the owner has in all. */
  count: ({ database, account }: Common) => {
    const { db } = parts(database);
    const count = (what: string): number => db.get<{ n: number | null }>(`SELECT ${what}`, [account])?.n ?? 0;
    return {
      units: count(`sum(units) AS n FROM usage WHERE ${OF_OWNER}`),
      glossaries: count('count(*) AS n FROM glossary WHERE account = ?1'),
      memories: count('count(*) AS n FROM memory WHERE account = ?1'),
    };
  },
};

const NOWHERE: UnitContext = { pre: null, post: null };

function contextOf(pre: string | undefined, post: string | undefined): Partial<UnitContext> {
  const { pre: before, post: behind } = contextBetween(pre ?? '', post ?? '');
  return { ...(pre === undefined ? {} : { pre: before }), ...(post === undefined ? {} : { post: behind }) };
}

/** RFC 3339: changed before, and from then on. */
export interface UnitDates {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

function isWithin(at: string, { before, after }: UnitDates): boolean {
  return (before === undefined || at < before) && (after === undefined || at >= after);
}

function tmxOf(unit: UnitRow): string {
  const { from, to, source, target, created_at: createdAt, created_by, updated_at: changedAt } = unit;
  return tmxUnit({
    ...{ from, to, source, target, createdAt, changedAt },
    ...(created_by === null ? {} : { createdBy: created_by }),
    context: shownContext(unit),
  });
}

/** Of a direction in the memories that are read, in their order; without ids in the account's own. */
export function keysOf(
  database: string,
  account: string,
  ids: readonly string[] | undefined,
  direction: Direction,
): MemoryKey[] {
  if (ids === undefined) return [{ account, ...direction }];
  return parts(database).memories.keysFor(account, ids, direction);
}

function hitOf({ target, isFuzzy, match }: RankedHit, memory: MemoryHit['memory']): MemoryHit {
  return { target, isFuzzy, match, memory };
}

/** Finds matches that have all terms of the glossary: what lacks one is left to the engine. */
function finder({ database, account, direction, memories: { ids, min }, glossary: entries }: Reading) {
  const { memory } = parts(database);
  const keys = keysOf(database, account, ids, direction);
  const glossary = compileGlossary(entries);
  return (
    source: string,
    context: UnitContext | undefined,
    until: number,
  ): RankedHit | 'later' | undefined => {
    const hit = bestMatch(memory, keys, source, { context, min, until });
    if (hit === undefined || hit === 'later' || entries.length === 0) return hit;
    return missingTerms(source, hit.target, glossary, hit.key.to).length > 0 ? undefined : hit;
  };
}

/** The later segments equal to some first ones. */
function laterOnes(firsts: readonly number[], wanted: ReadonlySet<number>): Map<number, number[]> {
  const later = new Map<number, number[]>();
  for (const [index, first] of firsts.entries()) {
    if (index === first || !wanted.has(first)) continue;
    const known = later.get(first);
    if (known) known.push(index);
    else later.set(first, [index]);
  }
  return later;
}
