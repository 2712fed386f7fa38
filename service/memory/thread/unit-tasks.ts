import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { TMX_END, tmxStart, tmxUnit } from '../../bilingual/write-tmx.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import { parseSegments } from '../../records/segments.ts';
import { escapeText } from '../../text/codes.ts';
import { compileGlossary, missingTerms } from '../../text/glossary.ts';
import type { GlossaryEntry } from '../../text/glossary.ts';
import { VERSION } from '../../version.ts';
import { OF_OWNER } from '../memory-key.ts';
import type { MemoryKey } from '../memory-key.ts';
import type { MemoryUnit } from '../memory-units.ts';
import { isTooLong, unitsFrom } from '../unit-lines.ts';
import { bytesOf, now, parts, stepEnd, within } from './opened.ts';
import type { Common, InRoom, Keyed } from './opened.ts';

/** Units of a step of an export or a removal; other calls run between two steps. */
const STEP_UNITS = 2_000;

export const UNIT_TASKS = {
  /** `of`: the holder of the units, for a named memory. */
  pairs: ({ database, account, of = account }: Common & { of?: string }) => parts(database).memory.pairs(of),
  search: ({ database, key, text, limit, min }: Keyed & { text: string; limit: number; min: number }) =>
    parts(database).memory.search(key, text, { limit, min, until: stepEnd() }) ?? null,
  units: ({ database, key, text, limit, before }: Keyed & { text: string; limit: number; before?: number }) =>
    parts(database).memory.list(key, {
      text,
      limit,
      until: stepEnd(),
      ...(before === undefined ? {} : { before }),
    }),
  add: ({
    database,
    account,
    key,
    source,
    target,
    room,
  }: Keyed & InRoom & MemoryUnit & { target: string }) => {
    within(database, account, room)();
    const unit = { source: escapeText(source), target: escapeText(target) };
    if (isTooLong(unit) || source.trim() === '' || target.trim() === '') return false;
    parts(database).memory.put(key, [unit], { at: now() });
    return true;
  },
  removeUnit: ({ database, account, id }: Common & { id: number }) => {
    const { memory, corrections } = parts(database);
    corrections.forget();
    return memory.removeUnit(account, id);
  },
  lookUp: ({
    database,
    key,
    sources,
    glossary,
  }: Keyed & { sources: string[]; glossary: GlossaryEntry[] }) => {
    const find = exactWith(database, key, glossary);
    return sources.map((source) => find(source) ?? null);
  },
  linesFor: ({
    database,
    key,
    segmentsPath,
    indexes,
    glossary,
  }: Keyed & { segmentsPath: string; indexes: number[]; glossary: GlossaryEntry[] }) => {
    const find = exactWith(database, key, glossary);
    const segments = parseSegments(readFileSync(segmentsPath));
    const found: number[] = [];
    let lines = '';
    for (const index of indexes) {
      const segment = segments[index];
      const target = segment && find(segment.text);
      if (target === undefined) continue;
      found.push(index);
      lines += encodeJournalLine({ i: index, t: target, o: 'memory', m: 100 });
    }
    return { lines: new TextEncoder().encode(lines), indexes: found };
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
    room,
  }: Keyed & InRoom & { at: string; path: string; offset: number }) => {
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
    const counts = memory.put(key, step(), { at, isImport: true });
    if (counts.updated > 0) parts(database).corrections.forget();
    within(database, account, room)();
    return { ...counts, ...(next === undefined ? {} : { next }) };
  },
  endImport: ({ database }: Common) => parts(database).memory.endImport(),
  /** Returns whether nothing is left of an unfinished import. */
  undoStep: ({ database }: Common) => parts(database).memory.undoStep(STEP_UNITS),
  /** `isFirst` and `isLast`: among the directions in one file. */
  exportStep: ({
    database,
    key,
    path,
    after,
    isFirst = true,
    isLast: isLastPart = true,
  }: Keyed & { path: string; after: number; isFirst?: boolean; isLast?: boolean }) => {
    const page = parts(database).memory.page(key, after, STEP_UNITS);
    if (after === 0 && isFirst)
      writeFileSync(path, tmxStart({ from: key.from, version: VERSION }), { mode: 0o600 });
    const isLast = page.length < STEP_UNITS;
    const units = page.map(({ source, target, updated_at }) =>
      tmxUnit({ from: key.from, to: key.to, source, target, changedAt: updated_at }),
    );
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
    const count = (what: string): number =>
      Number(db.get<{ n: number | null }>(`SELECT ${what}`, [account])?.n ?? 0);
    return {
      units: count(`sum(units) AS n FROM usage WHERE ${OF_OWNER}`),
      glossaries: count('count(*) AS n FROM glossary WHERE account = ?1'),
      memories: count('count(*) AS n FROM memory WHERE account = ?1'),
    };
  },
};

/**
 * The target of exactly this source; undefined if a glossary term is missing, so that the engine translates
 * it.
 */
function exactWith(database: string, key: MemoryKey, entries: readonly GlossaryEntry[]) {
  const { memory } = parts(database);
  const glossary = compileGlossary(entries);
  return (source: string): string | undefined => {
    const target = memory.exact(key, source);
    if (target === undefined || entries.length === 0) return target;
    return missingTerms(source, target, glossary, key.to).length > 0 ? undefined : target;
  };
}
