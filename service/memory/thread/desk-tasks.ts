/** What the memory's desk does with units: filters, changes, deletions that can be undone, and the concordance. */
import { fieldProblem } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';
import { readEditedTarget } from '../../text/edited-target.ts';
import { best, concordance, marksIn } from '../concordance.ts';
import type { ScoredUnit } from '../concordance.ts';
import { OF_OWNER } from '../memory-key.ts';
import type { MemoryKey } from '../memory-key.ts';
import type { ConcordanceHit, MemoryEntry, UnitFilter } from '../memory-port.ts';
import { changeTexts } from '../unit-changes.ts';
import { filteredUnits } from '../unit-filter.ts';
import { isStorable, isTooLong } from '../unit-lines.ts';
import { shownContext, UNIT_ROW } from '../unit-row.ts';
import type { UnitRow } from '../unit-row.ts';
import { now, parts, stepEnd, within } from './opened.ts';
import type { Common, InRoom } from './opened.ts';

/** Units of a step of a deletion. */
const STEP_UNITS = 2_000;

type Filtered = Common & { readonly filter: UnitFilter };

export const DESK_TASKS = {
  /** Some units, newest first. `next`: the `before` to continue with, if the time was over or there may be more. */
  units: ({ database, account, filter, limit, before }: Filtered & { limit: number; before?: number }) => {
    const { memory } = parts(database);
    const keys = filteredKeys(database, account, filter);
    const until = stepEnd();
    const { units, ...rest } = filteredUnits(memory.parts, keys, conditionsOf(filter), {
      limit,
      before,
      until,
    });
    return { units: units.map((unit) => entryOf(database, unit)), ...rest };
  },
  changeUnit: ({
    database,
    account,
    id,
    change,
    room,
  }: Common &
    InRoom & { id: number; change: { source?: string | undefined; target?: string | undefined } }) => {
    const { db, memory, corrections } = parts(database);
    const unit = unitOf(database, account, id);
    if (!unit) return undefined;
    const texts = checkedTexts(unit, change);
    db.transaction(() => {
      changeTexts(memory.parts, unit, texts, now());
      within(database, account, room)();
    });
    corrections.forget();
    return entryOf(database, unitOf(database, account, id)!);
  },
  holderOfMemory: ({ database, account, id }: Common & { id: string }) =>
    parts(database).memories.placeWith(account, id).holder,
  /** What a file of a filter's units consists of; without any the direction itself. */
  exportedKeys: ({ database, account, filter }: Filtered) => {
    const found = filteredKeys(database, account, filter);
    const { from = 'und', to = 'und' } = filter;
    const keys = found.length > 0 ? found : [{ account, from, to }];
    const sources = new Set(keys.map((key) => key.from));
    // TMX 1.4b: the source language may be any of the file's.
    return { keys, srclang: sources.size === 1 ? keys[0]!.from : '*all*' };
  },
  beginRemoval: ({ database }: Common) => parts(database).removal.begin(),
  /** Removes some of the units that pass. */
  removalStep: ({
    database,
    account,
    filter,
    undo,
    before,
  }: Filtered & { undo: string; before?: number | undefined }) => {
    const { memory, removal, corrections } = parts(database);
    const keys = filteredKeys(database, account, filter);
    const page = { limit: STEP_UNITS, before, until: stepEnd() };
    const { units, next } = filteredUnits(memory.parts, keys, conditionsOf(filter), page);
    if (units.length > 0) {
      removal.remove(undo, units);
      corrections.forget();
    }
    return { deleted: units.length, ...(next === undefined ? {} : { next }) };
  },
  /** Restores some units of a deletion; none is taken once all are back. */
  restoreStep: ({ database, account, undo }: Common & { undo: string }) =>
    parts(database).removal.restore(account, undo, STEP_UNITS),
  /** Some scored units; `next`: the time was over, where to go on. */
  concordanceStep: ({
    database,
    account,
    filter,
    at,
    ...query
  }: Filtered & {
    text: string;
    side: 'source' | 'target';
    limit: number;
    at?: { key: number; before: number } | undefined;
  }) => {
    const { memory } = parts(database);
    const keys = filteredKeys(database, account, filter);
    return concordance(memory.parts.texts, keys, query, { at, until: stepEnd() });
  },
  concordanceHits: ({
    database,
    found,
    text,
    side,
    limit,
  }: Common & { found: readonly ScoredUnit[]; text: string; side: 'source' | 'target'; limit: number }) =>
    best(found, limit).flatMap(({ id }): ConcordanceHit[] => {
      const { db, memories } = parts(database);
      const unit = db.get<UnitRow>(`${UNIT_ROW} WHERE id = ?`, [id]);
      if (!unit) return [];
      const { source, target } = unit;
      return [{ id, source, target, memory: memories.identity(unit), marks: marksIn(unit[side], text) }];
    }),
};

/** Of the units that a filter is about: those of one memory, or of all of the account. */
function filteredKeys(database: string, account: string, { memoryId, from, to }: UnitFilter): MemoryKey[] {
  const { memories } = parts(database);
  const places = memoryId === undefined ? memories.places(account) : [memories.placeWith(account, memoryId)];
  return places.flatMap(({ holder, directions }) =>
    directions
      .filter((pair) => [undefined, pair.from].includes(from) && [undefined, pair.to].includes(to))
      .map((pair) => ({ account: holder, from: pair.from, to: pair.to })),
  );
}

function conditionsOf({ memoryId: _, from: _from, to: _to, ...conditions }: UnitFilter) {
  return conditions;
}

function unitOf(database: string, account: string, id: number): UnitRow | undefined {
  return parts(database).db.get<UnitRow>(`${UNIT_ROW} WHERE ${OF_OWNER} AND id = ?`, [account, id]);
}

function entryOf(database: string, unit: UnitRow): MemoryEntry {
  const { id, from, to, source, target, origin, created_at, created_by, updated_at } = unit;
  const context = shownContext(unit);
  return {
    ...{ id, source, target, from, to, origin, created_at, updated_at },
    memory: parts(database).memories.identity(unit),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(created_by === null ? {} : { created_by }),
  };
}

/** The texts of a changed unit. Throws `invalid_request` if they cannot be a unit. */
function checkedTexts(
  unit: UnitRow,
  {
    source = unit.source,
    target = unit.target,
  }: { source?: string | undefined; target?: string | undefined },
): { source: string; target: string } {
  const texts = { source, target };
  for (const field of ['source', 'target'] as const) {
    if (texts[field].trim() === '')
      throw refused(field, 'blank', 'is empty. Send its text, or delete the unit.');
    if (!isStorable(texts[field])) throw refused(field, 'invalid', 'has a NUL character. Remove it.');
  }
  if (isTooLong(texts)) {
    const field = texts.source === unit.source ? 'target' : 'source';
    throw refused(field, 'too_long', 'is longer than 10,000 characters.');
  }
  const checked = readEditedTarget(source, target);
  if ('text' in checked) return { source, target: checked.text };
  const field = target === unit.target ? 'source' : 'target';
  throw fieldProblem(field, 'invalid', checked.problem, { reason: checked.reason });
}

function refused(
  field: 'source' | 'target',
  code: 'blank' | 'invalid' | 'too_long',
  what: string,
): ProblemError {
  return fieldProblem(field, code === 'blank' ? 'required' : code, `The ${field} ${what}`);
}
