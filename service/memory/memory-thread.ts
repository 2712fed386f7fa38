/** Runs in a thread that alone has the SQLite file of glossaries and translation memory open. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { readTmx } from '../bilingual/read-tmx.ts';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { readEdits } from '../records/read-edits.ts';
import { isLearnable, resolveLines } from '../records/resolve-lines.ts';
import { compileGlossary, missingTerms } from '../text/glossary.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import { encodeJournalLine, parseJournal } from '../records/journal.ts';
import { parseSegments } from '../records/segments.ts';
import { VERSION } from '../version.ts';
import { serveTasks } from '../tasks/serve-tasks.ts';
import { isDamage, openDatabase } from './database.ts';
import type { Db, Recovered } from './database.ts';
import { changesOf, readGlossaryFile, writeGlossaryFile } from './glossary-files.ts';
import { createGlossaryTables } from './glossary-tables.ts';
import type { GlossaryTables } from './glossary-tables.ts';
import { createMemoryUnits } from './memory-units.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryUnit, MemoryUnits, StoredCounts } from './memory-units.ts';
import type { Direction, GlossaryContent } from './port.ts';

/** So many units of an import or export are done before others get their turn. */
const STEP_UNITS = 2_000;
/** Milliseconds of reading, after which others get their turn: a file may have megabytes without a unit. */
const STEP_MS = 200;

interface Parts {
  readonly db: Db;
  readonly glossaries: GlossaryTables;
  readonly memory: MemoryUnits;
}

let opened: Parts | undefined;
/** What the host is to hear with the next answer. */
let recovered: Recovered[] = [];
/** The host has one import at a time: what is left of another is one that nobody goes on with. */
let importing: { readonly id: string; readonly units: ReturnType<typeof readTmx> } | undefined;

function parts(path: string): Parts {
  if (opened) return opened;
  const db = openDatabase(path, (one) => recovered.push(one));
  opened = { db, glossaries: createGlossaryTables(db), memory: createMemoryUnits(db) };
  return opened;
}

function now(): string {
  return new Date().toISOString();
}

/** What each task gets beside its own members: where the file is, and whose it is. */
export interface Common {
  readonly database: string;
  readonly account: string;
}
type Keyed = Common & { readonly key: MemoryKey };
type One = Common & { readonly id: string };

/** By name, as the host asks for them. */
export const MEMORY_TASKS = {
  pairs: ({ database, account }: Common) => parts(database).memory.pairs(account),
  search: ({ database, key, text, limit, min }: Keyed & { text: string; limit: number; min: number }) =>
    parts(database).memory.search(key, text, { limit, min }),
  units: ({ database, key, text, limit, before }: Keyed & { text: string; limit: number; before?: number }) =>
    parts(database).memory.list(key, { text, limit, ...(before === undefined ? {} : { before }) }),
  removeUnit: ({ database, account, id }: Common & { id: number }) =>
    parts(database).memory.removeUnit(account, id),
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
      lines += encodeJournalLine({ i: index, t: target, o: 'memory' });
    }
    return { lines: new TextEncoder().encode(lines), indexes: found };
  },
  /**
   * Confirmed translations go in; what is confirmed no more comes out, unless another segment with the same text still is: a unit
   * stands for all of them. Where the job had its translation from the memory, that is there again.
   */
  learnFrom: async ({
    database,
    key,
    jobId,
    segmentsPath,
    journalPath,
    editsPath,
    indexes,
    editedAt,
  }: Keyed & {
    jobId: string;
    segmentsPath: string;
    journalPath: string;
    editsPath: string;
    indexes: number[];
    editedAt?: string;
  }) => {
    const edits = (await readEdits(editsPath))?.edits;
    const segments = parseSegments(readFileSync(segmentsPath));
    const journal = parseJournal(readFileSync(journalPath), segments.length);
    const lines = resolveLines(segments, journal, edits);
    const learnable = new Map<string, string>();
    for (const [i, line] of lines.entries()) {
      const segment = segments[i]!;
      if (!segment.copy && isLearnable(line)) learnable.set(segment.text, line.t);
    }
    const remembered = new Map(
      [...journal.values()].filter(({ o }) => o === 'memory').map(({ i, t }) => [segments[i]?.text, t]),
    );
    const units = indexes.flatMap((index): MemoryUnit[] => {
      const segment = segments[index];
      if (!segment || segment.copy) return [];
      const line = lines[index];
      const target = isLearnable(line) ? line.t : (learnable.get(segment.text) ?? null);
      return [{ source: segment.text, target, before: remembered.get(segment.text) }];
    });
    const by = { at: editedAt ?? now(), job: jobId, keepNewer: editedAt !== undefined };
    return parts(database).memory.put(key, units, by);
  },
  /** Reads on in a file where the step before ended, or from its start where the thread of that step is gone. `isTrial`: stores nothing. `isLast`: it is read to its end. */
  importStep: ({
    database,
    key,
    id,
    path,
    isTrial,
  }: Keyed & { id: string; path: string; isTrial: boolean }) => {
    const { memory } = parts(database);
    const known = importing?.id === id ? importing.units : undefined;
    importing = undefined;
    const units = known ?? readTmx(readFileSync(path), key.from, key.to);
    const slice: MemoryUnit[] = [];
    let without = 0;
    let isLast = false;
    const until = performance.now() + STEP_MS;
    while (slice.length + without < STEP_UNITS) {
      const next = units.next();
      if (next.done) {
        isLast = true;
        break;
      }
      if (next.value === 'pause') {
        if (performance.now() > until) break;
      } else if (next.value) slice.push(next.value);
      else without++;
    }
    const counts = memory.put(key, isTrial ? [] : slice, { at: now() });
    if (!isLast) importing = { id, units };
    const step: StoredCounts & { isLast: boolean } = { ...counts, skipped: counts.skipped + without, isLast };
    return step;
  },
  exportStep: ({ database, key, path, after }: Keyed & { path: string; after: number }) => {
    const page = parts(database).memory.page(key, after, STEP_UNITS);
    if (after === 0) writeFileSync(path, tmxStart({ from: key.from, version: VERSION }), { mode: 0o600 });
    const isLast = page.length < STEP_UNITS;
    const units = page.map(({ source, target, updated_at }) =>
      tmxUnit({ from: key.from, to: key.to, source, target, changedAt: updated_at }),
    );
    appendFileSync(path, units.join('') + (isLast ? TMX_END : ''));
    return { after: page.at(-1)?.id ?? after, isLast };
  },
  removeUnits: ({ database, key }: Keyed) => parts(database).memory.remove(key),

  list: ({ database, account, limit, after }: Common & { limit: number; after: number }) =>
    parts(database).glossaries.list(account, limit, after),
  get: ({ database, account, id }: One) => parts(database).glossaries.get(account, id),
  create: ({ database, account, content }: Common & { content: GlossaryContent }) =>
    parts(database).glossaries.create(account, content, now()),
  replace: ({ database, account, id, content }: One & { content: GlossaryContent }) =>
    parts(database).glossaries.replace(account, id, content, now()),
  remove: ({ database, account, id }: One) => parts(database).glossaries.remove(account, id),
  entriesFor: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).glossaries.entriesFor(account, id, direction),
  importFile: async ({
    database,
    account,
    path,
    direction,
    name,
    glossaryId,
  }: Common & { path: string; direction: Direction; name: string; glossaryId?: string }) => {
    const { glossaries } = parts(database);
    // An unknown glossary first: its file need not be read.
    const before = glossaryId === undefined ? [] : glossaries.get(account, glossaryId).dictionaries;
    const known = before.find(({ from, to }) => from === direction.from && to === direction.to)?.entries;
    const file = await readGlossaryFile(readFileSync(path), direction);
    const dictionary = { ...direction, entries: file.entries };
    const imported = changesOf(file, known);
    const glossary =
      glossaryId === undefined
        ? glossaries.create(account, { name, dictionaries: [dictionary] }, now())
        : glossaries.merge(account, glossaryId, dictionary, now());
    return { glossary, imported };
  },
  exportFile: ({
    database,
    account,
    id,
    format,
    direction,
  }: One & { format: 'csv' | 'tmx'; direction: Direction }) => ({
    text: writeGlossaryFile(format, direction, parts(database).glossaries.entriesFor(account, id, direction)),
  }),
};

/** The target of exactly a source. One that misses a term of the glossary is not used: the engine is asked instead. */
function exactWith(database: string, key: MemoryKey, entries: readonly GlossaryEntry[]) {
  const { memory } = parts(database);
  const glossary = compileGlossary(entries);
  return (source: string): string | undefined => {
    const target = memory.exact(key, source);
    if (target === undefined || entries.length === 0) return target;
    return missingTerms(source, target, glossary, key.to).length > 0 ? undefined : target;
  };
}

/** What a task answers with. `recovered`: damaged or missing files that were made again since the answer before. */
export interface ThreadAnswer<Value> {
  readonly value: Value;
  readonly recovered: readonly Recovered[];
}

type Task = (own: never) => unknown;

/** A page that went bad since the file was opened is found when it is read: opened anew, the file is looked through and recovered. */
function mending(task: Task): Task {
  return async (own) => {
    try {
      return answer(await task(own));
    } catch (error) {
      if (!isDamage(error)) throw error;
      closeDamaged();
      return answer(await task(own));
    }
  };
}

function closeDamaged(): void {
  try {
    opened?.db.close();
  } catch {
    // What it had left to write is lost with the page.
  }
  opened = undefined;
}

function answer(value: unknown): ThreadAnswer<unknown> {
  const told = recovered;
  recovered = [];
  return { value, recovered: told };
}

serveTasks(Object.fromEntries(Object.entries(MEMORY_TASKS).map(([name, task]) => [name, mending(task)])));
