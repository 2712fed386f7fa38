import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { Began, MemoryUnit, PutBy, SourceLesson, StoredCounts, TaughtBy } from './stored-units.ts';
import type { UnitOrigin } from './memory-port.ts';
import { contextHash, NO_CONTEXT } from './unit-context.ts';
import type { UnitContext } from './unit-context.ts';
import { keepDate } from './unit-imports.ts';
import type { Parts } from './unit-imports.ts';
import { visible } from './unit-indexes.ts';
import { isStorable, isTooLong } from './unit-lines.ts';
import type { UnitRow } from './unit-row.ts';

/** A unit of one source; the newest comes last. */
interface Known {
  readonly id: number;
  readonly target: string;
  readonly updated_at: string;
  readonly job: string | null;
  readonly context: number | null;
}

interface NewUnit {
  readonly source: string;
  readonly target: string;
  readonly context: UnitContext;
  readonly origin: UnitOrigin;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly updated_at: string;
  readonly job: string | null;
  readonly began?: Began | undefined;
}

/** Adds units that are not there yet. */
export function putUnits(parts: Parts, key: MemoryKey, units: Iterable<MemoryUnit>, by: PutBy): StoredCounts {
  const counts = { added: 0, updated: 0, skipped: 0, contradicted: 0 };
  for (const unit of units) {
    const result = putOne(parts, key, unit, by);
    if (result === 'contradicted') counts.added++;
    counts[result]++;
  }
  return counts;
}

function putOne(
  parts: Parts,
  key: MemoryKey,
  { source, target, context = NO_CONTEXT, ...made }: MemoryUnit,
  { at, by, origin, isImport = false }: PutBy,
): keyof StoredCounts {
  if (!isUsable(source, target)) return 'skipped';
  const known = unitsOf(parts, key, source);
  const hash = contextHash(source, context);
  const updated_at = made.updated_at ?? at;
  const same = known.find((unit) => unit.target === target && unit.context === hash);
  if (same) {
    if (made.updated_at === undefined || made.updated_at <= same.updated_at) return 'skipped';
    if (isImport) keepDate(parts.db, same.id);
    parts.db.run('UPDATE unit SET updated_at = ? WHERE id = ?', [updated_at, same.id]);
    return 'updated';
  }
  insert(parts, key, {
    ...{ source, target, context, origin, updated_at, job: null },
    created_at: made.created_at ?? updated_at,
    created_by: made.created_by ?? by ?? null,
  });
  return known.some((unit) => unit.target !== target) ? 'contradicted' : 'added';
}

/** Makes the units that a job has taught those of its lessons. */
export function teachUnits(
  parts: Parts,
  key: MemoryKey,
  lessons: readonly SourceLesson[],
  by: TaughtBy,
): { changed: number; removed: number } {
  const counts = { changed: 0, removed: 0 };
  for (const lesson of lessons) if (isStorable(lesson.source)) teachOne(parts, key, lesson, by, counts);
  return counts;
}

function teachOne(
  parts: Parts,
  key: MemoryKey,
  { source, targets, before }: SourceLesson,
  { at, by, job, keepNewer = false }: TaughtBy,
  counts: { changed: number; removed: number },
): void {
  const known = unitsOf(parts, key, source);
  /** The job's units that no lesson has claimed. */
  const left = new Set(known.filter((unit) => unit.job === job));
  const wanted = new Map(
    targets
      .filter(({ target }) => isUsable(source, target))
      .map((lesson) => [contextHash(source, lesson.context), lesson] as const),
  );
  const claim = new Map<number | null, Known>();
  for (const unit of known) {
    const lesson = wanted.get(unit.context);
    const isBetter = claim.get(unit.context)?.target !== lesson?.target;
    if (lesson && isBetter) claim.set(unit.context, unit);
  }
  for (const unit of claim.values()) left.delete(unit);
  for (const [hash, { target, context, began }] of wanted) {
    const own =
      claim.get(hash) ??
      [...left][0] ??
      // An imported unit without a context gets that of the segment that confirms it.
      known.find((unit) => unit.context === null && unit.job === null && unit.target === target);
    if (own) left.delete(own);
    if (keepNewer && own && own.updated_at > at) continue;
    if (!own) {
      insert(parts, key, {
        ...{ source, target, context, origin: 'confirmed', job, began },
        ...{ created_at: at, created_by: by ?? null, updated_at: at },
      });
    } else if (own.target === target) {
      setContext(parts, source, own, context);
      parts.db.run('UPDATE unit SET job = ? WHERE id = ?', [job, own.id]);
      if (began) setBegan(parts, own.id, began);
    } else {
      setContext(parts, source, own, context);
      setTarget(parts, key, own.id, { target, at, job, began });
      counts.changed++;
    }
  }
  for (const unit of left) {
    if (keepNewer && unit.updated_at > at) continue;
    const isElsewhere = known.some(({ id, target }) => id !== unit.id && target === before);
    if (before === undefined || isElsewhere) {
      removeOne(parts, key, unit.id);
      counts.removed++;
    } else {
      setTarget(parts, key, unit.id, { target: before, at, job: null });
      counts.changed++;
    }
  }
}

function isUsable(source: string, target: string): boolean {
  return isStorable(source) && isStorable(target) && !isTooLong({ source, target }) && source.trim() !== '';
}

function unitsOf({ db }: Parts, key: MemoryKey, source: string): Known[] {
  return db.all<Known>(
    `SELECT id, target, updated_at, job, context FROM unit WHERE ${OF_KEY} AND source = ? ORDER BY updated_at`,
    [...ofKey(key), source],
  );
}

function insert({ db, indexes, texts }: Parts, key: MemoryKey, unit: NewUnit): void {
  const { source, target, context, origin, created_at, created_by, updated_at, job, began } = unit;
  db.run(
    `INSERT INTO unit (account, source_language, target_language, source, target, updated_at, job, origin, created_at,
       created_by, pre, post, context, engine_text, engine, segment)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...[...ofKey(key), source, target, updated_at, job, origin, created_at, created_by],
      ...[context.pre, context.post, contextHash(source, context), ...beganAs(began)],
    ],
  );
  const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')!.id;
  indexes.made(key)?.add(id, visible(source));
  texts.changed(key, id);
}

function setContext({ db }: Parts, source: string, { id, context: old }: Known, context: UnitContext): void {
  const hash = contextHash(source, context);
  if (old === hash) return;
  db.run('UPDATE unit SET pre = ?, post = ?, context = ? WHERE id = ?', [
    ...[context.pre, context.post, hash],
    id,
  ]);
}

function setTarget(
  { db, texts }: Parts,
  key: MemoryKey,
  id: number,
  { target, at, job, began }: { target: string; at: string; job: string | null; began?: Began | undefined },
): void {
  db.run(
    `UPDATE unit SET target = ?, updated_at = ?, job = ?, origin = 'confirmed', engine_text = ?, engine = ?, segment = ?
     WHERE id = ?`,
    [target, at, job, ...beganAs(began), id],
  );
  texts.changed(key, id);
}

function setBegan({ db }: Parts, id: number, began: Began): void {
  db.run('UPDATE unit SET engine_text = ?, engine = ?, segment = ? WHERE id = ?', [...beganAs(began), id]);
}

export function removeOne({ db, indexes, texts }: Parts, key: MemoryKey, id: number): void {
  db.run('DELETE FROM unit WHERE id = ?', [id]);
  indexes.made(key)?.remove(id);
  texts.changed(key, id);
}

function beganAs(began: Began | undefined): [string | null, string | null, number | null] {
  return began ? [began.text, began.engine, began.segment] : [null, null, null];
}

/** Changes the texts of a unit by hand. */
export function changeTexts(
  { db, indexes, texts }: Parts,
  { id, account, from, to, source: before, pre, post }: UnitRow,
  { source, target }: { source: string; target: string },
  at: string,
): void {
  db.run('UPDATE unit SET source = ?, target = ?, context = ?, updated_at = ? WHERE id = ?', [
    ...[source, target, contextHash(source, { pre, post }), at],
    id,
  ]);
  const key = { account, from, to };
  if (source !== before) indexes.made(key)?.add(id, visible(source));
  texts.changed(key, id);
}
