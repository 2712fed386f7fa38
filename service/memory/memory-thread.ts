/** Runs in the only thread that has the SQLite file of glossaries and translation memory open. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { correctAnswer } from '../learning/correct.ts';
import type { CorrectionState } from '../learning/correction.ts';
import type { Doubt } from '../learning/doubt.ts';
import { isUntouched } from '../records/edits.ts';
import { readEdits } from '../records/read-edits.ts';
import { reshape } from '../records/reshape.ts';
import { firstOccurrences, isLearnable, isOfEngine, resolveLines } from '../records/resolve-lines.ts';
import type { ResolvedLine } from '../records/resolve-lines.ts';
import { escapeText, plainText } from '../text/codes.ts';
import { compileGlossary, missingTerms } from '../text/glossary.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import { fuzzyMatch } from '../records/stored-flags.ts';
import { encodeJournalLine, parseJournal } from '../records/journal.ts';
import type { JournalSegmentLine } from '../records/journal.ts';
import { parseSegments } from '../records/segments.ts';
import { accountStorageFull } from '../lib/account-storage.ts';
import type { StorageRoom } from '../lib/account-storage.ts';
import { VERSION } from '../version.ts';
import { serveTasks } from '../tasks/serve-tasks.ts';
import { createCorrections } from './corrections.ts';
import type { Corrections, CorrectionsQuery } from './corrections.ts';
import { createDoubts } from './doubts.ts';
import type { Doubts } from './doubts.ts';
import { createDoneJobReader } from './done-job.ts';
import { isDamage, openDatabase } from './database.ts';
import type { Db, Recovered } from './database.ts';
import { changesOf, writeGlossaryFile } from './glossary-files.ts';
import type { GlossaryFile } from './glossary-files.ts';
import { createGlossaryTables } from './glossary-tables.ts';
import type { GlossaryTables } from './glossary-tables.ts';
import { createMemoryUnits } from './memory-units.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryUnit, MemoryUnits } from './memory-units.ts';
import { bestMatch, createNamedMemories } from './named-memories.ts';
import type { NamedMemories } from './named-memories.ts';
import type { Imports } from './unit-imports.ts';
import { createStudy } from './study.ts';
import type { Study, StudiedJob } from './study.ts';
import { isTooLong, unitsFrom } from './unit-lines.ts';
import type {
  AskedMemory,
  Direction,
  Followed,
  FollowedJob,
  GlossaryContent,
  MemoryHit,
  SegmentsQuery,
} from './memory-port.ts';

/** Units of a step of an export or a removal; other calls run between two steps. */
const STEP_UNITS = 2_000;
/** Milliseconds of a step of uneven work: of an import, or of a search in an unfinished index. */
const STEP_MS = 100;

interface Parts {
  readonly db: Db;
  readonly glossaries: GlossaryTables;
  readonly memory: MemoryUnits & Imports;
  readonly memories: NamedMemories;
  readonly corrections: Corrections;
  readonly study: Study;
  readonly doubts: Doubts;
}

let opened: Parts | undefined;
const readDoneJob = createDoneJobReader();
/** Recoveries to report to the host, with the next answer. */
let recovered: Recovered[] = [];

function parts(path: string): Parts {
  if (opened) return opened;
  const db = openDatabase(path, (one) => recovered.push(one));
  const memory = createMemoryUnits(db);
  const corrections = createCorrections(db);
  const study = createStudy(db, corrections);
  opened = {
    ...{ db, memory, corrections, study },
    doubts: createDoubts(db, study),
    glossaries: createGlossaryTables(db),
    memories: createNamedMemories(db, memory),
  };
  return opened;
}

/** When a step that begins now must end, in performance.now(). */
function stepEnd(): number {
  return performance.now() + STEP_MS;
}

/** Bytes of the account's units and glossaries. */
function bytesOf({ memory, glossaries }: Parts, account: string): number {
  return memory.bytes(account) + glossaries.bytes(account);
}

/** Throws if the account exceeds its room, within the transaction that would cause that. */
function within(database: string, account: string, { stored, limit }: StorageRoom): () => void {
  return () => {
    const bytes = bytesOf(parts(database), account);
    if (stored + bytes > limit) throw accountStorageFull({ stored: stored + bytes, limit });
  };
}

function now(): string {
  return new Date().toISOString();
}

/** Shared by all tasks: the file, and the account it belongs to. */
export interface Common {
  readonly database: string;
  readonly account: string;
}
type Keyed = Common & { readonly key: MemoryKey };
type One = Common & { readonly id: string };
/** The size of the account's jobs, and its limit. */
interface InRoom {
  readonly room: StorageRoom;
}

/** Tasks by the name the host uses. */
export const MEMORY_TASKS = {
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
  /**
   * Adds confirmed translations and removes those that are no longer confirmed, unless another segment with
   * the same text still is: a unit represents all of them. A translation that the job had taken from the
   * memory is restored.
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
    engine,
    room,
  }: Keyed &
    InRoom & {
      jobId: string;
      segmentsPath: string;
      journalPath: string;
      editsPath: string;
      indexes: number[];
      editedAt?: string;
      engine?: string | undefined;
    }) => {
    const edits = await readEdits(editsPath);
    const stored = parseSegments(readFileSync(segmentsPath));
    const { segments, journal } = reshape(
      { segments: stored, journal: parseJournal(readFileSync(journalPath), stored.length) },
      edits?.reshaped,
    );
    const lines = resolveLines(segments, journal, edits?.edits);
    const learnable = new Map<string, string>();
    for (const [i, line] of lines.entries()) {
      const segment = segments[i]!;
      if (!segment.copy && isLearnable(line)) learnable.set(segment.text, line.t);
    }
    const remembered = new Map(
      [...journal.values()].filter(({ o }) => o === 'memory').map(({ i, t }) => [segments[i]?.text, t]),
    );
    const firsts = firstOccurrences(segments);
    const units = indexes.flatMap((index): MemoryUnit[] => {
      const segment = segments[index];
      if (!segment || segment.copy) return [];
      const line = lines[index];
      const target = isLearnable(line) ? line.t : (learnable.get(segment.text) ?? null);
      const text = engineTextOf(line, journal.get(index) ?? journal.get(firsts[index]!));
      return [
        {
          ...{ source: segment.text, target, before: remembered.get(segment.text) },
          began: engine === undefined || text === undefined ? undefined : { text, engine, segment: index },
        },
      ];
    });
    const by = { at: editedAt ?? now(), job: jobId, keepNewer: editedAt !== undefined };
    // A full account removes units, and learns nothing more.
    const isFull = room.stored + bytesOf(parts(database), key.account) >= room.limit;
    const kept = isFull ? units.filter(({ target }) => target === null) : units;
    const { memory, corrections } = parts(database);
    const before = corrections.active(key);
    const { updated } = memory.put(key, kept, by);
    return {
      isFull: kept.length < units.length,
      // A translation that is removed or changed takes its lesson back.
      turned: updated > 0 ? corrections.turnedSince(key, before) : [],
    };
  },
  /** Learns from confirmed units for some time. */
  study: ({ database, key, job }: Keyed & { job?: StudiedJob | undefined }) => {
    const { study, corrections } = parts(database);
    const step = study.step(key, job, stepEnd());
    return step.isDone ? { ...step, turned: [...step.turned, ...corrections.takeTurned(key)] } : step;
  },
  dueLessons: ({ database }: Common) => parts(database).study.due(),
  /** The active corrections; undefined while they are those of `version`. */
  activeCorrections: ({ database, key, version }: Keyed & { version: number | undefined }) => {
    const { corrections } = parts(database);
    const active = corrections.active(key);
    const now = corrections.version(key);
    return now === version ? undefined : { version: now, json: JSON.stringify([...active.values()].flat()) };
  },
  /** The untouched segments of a job that some corrections concern, and how they read now. */
  follow: async ({
    database,
    key,
    job,
    turned,
    after,
  }: Keyed & { job: FollowedJob; turned: readonly { source: string; engine: string }[]; after: number }) => {
    const { segments, lines, edits } = await readDoneJob(job);
    const until = stepEnd();
    const phrases = turned.map(({ source, engine }) => [source.toLowerCase(), engine.toLowerCase()] as const);
    const terms = compileGlossary(job.glossary ?? []);
    const active = parts(database).corrections.active(key);
    const followed: Followed[] = [];
    for (let index = after; index < segments.length; index++) {
      const [segment, line] = [segments[index]!, lines[index]];
      const answer = engineTextOf(line, line);
      if (segment.copy || answer === undefined || line?.o === 'memory' || !isUntouched(edits.get(index)))
        continue;
      const [source, engine] = [segment.text.toLowerCase(), answer.toLowerCase()];
      if (!phrases.some((one) => source.includes(one[0]) && engine.includes(one[1]))) continue;
      const { syntaxes, text: from } = segment;
      const { text, changes } = correctAnswer(
        { source: from, answer, to: key.to, glossary: terms, syntaxes },
        (phrase) => active.get(phrase) ?? [],
      );
      if (text !== line!.t) followed.push({ index, source: from, text, learned: changes });
      if (performance.now() > until) return { followed, next: index + 1 };
    }
    return { followed };
  },
  /** What is expected of some segments of a job, or of all; `next`: the one to go on with. */
  doubts: async ({
    database,
    key,
    job,
    indexes,
    after,
  }: Keyed & { job: FollowedJob; indexes?: readonly number[] | undefined; after: number }) => {
    const doubtOf = parts(database).doubts.of(key, stepEnd());
    const found: { index: number; doubt: Doubt }[] = [];
    if (!doubtOf) return { found, next: after, isBuilding: true };
    const { segments, lines } = await readDoneJob(job);
    const until = stepEnd();
    const only = indexes && new Set(indexes);
    for (let index = after; index < segments.length; index++) {
      const [segment, line] = [segments[index]!, lines[index]];
      const answer = engineTextOf(line, line);
      if (segment.copy || only?.has(index) === false || answer === undefined || line?.s === 'confirmed')
        continue;
      const doubt = doubtOf(segment.text, answer);
      if (doubt) found.push({ index, doubt });
      if (performance.now() > until) return { found, next: index + 1 };
    }
    return { found };
  },
  /** Segments of a job, not confirmed, that read otherwise with corrections that are only offered. */
  offers: async ({
    database,
    key,
    job,
    indexes,
  }: Keyed & { job: FollowedJob; indexes: readonly number[] }) => {
    const { segments, lines } = await readDoneJob(job);
    const terms = compileGlossary(job.glossary ?? []);
    const offered = parts(database).corrections.active(key, true);
    return indexes.flatMap((index): Followed[] => {
      const [segment, line] = [segments[index], lines[index]];
      const answer = engineTextOf(line, line);
      if (!segment || segment.copy || answer === undefined || line?.s === 'confirmed' || line?.o === 'edited')
        return [];
      const { text: source, syntaxes } = segment;
      const { text, changes } = correctAnswer(
        { source, answer, to: key.to, glossary: terms, syntaxes },
        (phrase) => offered.get(phrase) ?? [],
      );
      return changes.length === 0 || text === line?.t ? [] : [{ index, source, text, learned: changes }];
    });
  },
  listCorrections: ({ database, key, query }: Keyed & { query: CorrectionsQuery }) =>
    parts(database).corrections.list(key, query),
  explainCorrections: ({ database, account, ids }: Common & { ids: number[] }) => {
    const { corrections } = parts(database);
    return corrections
      .byId(account, ids)
      .map(({ id, good, kept }) => ({ id, good, kept, examples: corrections.examples(id) }));
  },
  terms: ({ database, key, limit }: Keyed & { limit: number }) =>
    parts(database)
      .corrections.terms(key, limit)
      .map(({ source, engine, human, ...rest }) => ({
        ...rest,
        ...{ source: plainText(source), engine: plainText(engine), human: plainText(human) },
      })),
  refuseTerm: ({ database, account, id }: Common & { id: number }) =>
    parts(database).corrections.settleTerm(account, id, 'refused'),
  /** Adds a proposed term to a glossary. Null without such a proposal. */
  acceptTerm: ({
    database,
    account,
    id,
    glossaryId,
    room,
  }: Common & InRoom & { id: number; glossaryId: string }) => {
    const { corrections, glossaries } = parts(database);
    const found = corrections.withDirection(account, id);
    if (!found) return null;
    const [term, translation] = [plainText(found.source), plainText(found.human)];
    const dictionary = { from: found.from, to: found.to, entries: [{ term, translation }] };
    glossaries.merge(account, glossaryId, dictionary, now(), within(database, account, room));
    corrections.settleTerm(account, id, 'accepted');
    return { term, translation };
  },
  setCorrection: ({ database, account, id, state }: Common & { id: number; state: CorrectionState }) =>
    parts(database).corrections.setState(account, id, state),
  removeCorrection: ({ database, account, id }: Common & { id: number }) =>
    parts(database).corrections.remove(account, id),
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
  memories: ({ database, account }: Common) => parts(database).memories.list(account),
  memory: ({ database, account, id }: One) => parts(database).memories.get(account, id),
  createMemory: ({ database, account, id, name, from }: One & { name: string; from: string }) =>
    parts(database).memories.create(account, { id, name, from }, now()),
  removeMemory: ({ database, account, id }: One) => parts(database).memories.remove(account, id),
  keyOfMemory: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).memories.keyFor(account, id, direction),
  /** Matches of the first sources; if fewer come back, call again for the rest. */
  matchStep: ({
    database,
    account,
    memory,
    direction,
    sources,
    glossary,
  }: Matching & { sources: string[] }) => {
    const find = matchWith(database, account, { memory, direction, glossary });
    const hits: (MemoryHit | null)[] = [];
    const until = stepEnd();
    for (const source of sources) {
      const hit = find(source, until);
      if (hit === 'later') break;
      hits.push(hit ?? null);
      if (performance.now() > until) break;
    }
    return hits;
  },
  /** As `matchStep`; `done`: number of processed indexes. */
  matchLinesStep: ({
    database,
    account,
    memory,
    direction,
    segmentsPath,
    indexes,
    glossary,
  }: Matching & { segmentsPath: string; indexes: number[] }) => {
    const find = matchWith(database, account, { memory, direction, glossary });
    const segments = parseSegments(readFileSync(segmentsPath));
    const until = stepEnd();
    const found: number[] = [];
    let lines = '';
    let done = 0;
    for (const index of indexes) {
      const segment = segments[index];
      const hit = segment && find(segment.text, until);
      if (hit === 'later') break;
      done++;
      if (hit) {
        found.push(index);
        lines += encodeJournalLine({
          i: index,
          t: hit.target,
          o: 'memory',
          ...(hit.isFuzzy ? { f: [fuzzyMatch()] } : {}),
          m: hit.match,
        });
      }
      if (performance.now() > until) break;
    }
    return { lines: new TextEncoder().encode(lines), indexes: found, done };
  },
  memorySegments: ({ database, account, id, query }: One & { query: SegmentsQuery }) =>
    parts(database).memories.page(account, id, query, stepEnd()),
  bytes: ({ database, account }: Common) => bytesOf(parts(database), account),

  list: ({ database, account, limit, after }: Common & { limit: number; after: number }) =>
    parts(database).glossaries.list(account, limit, after),
  get: ({ database, account, id }: One) => parts(database).glossaries.get(account, id),
  entriesOf: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).glossaries.entriesOf(account, id, direction),
  create: ({ database, account, content, room }: Common & InRoom & { content: GlossaryContent }) =>
    parts(database).glossaries.create(account, content, now(), within(database, account, room)),
  replace: ({ database, account, id, content, room }: One & InRoom & { content: GlossaryContent }) =>
    parts(database).glossaries.replace(account, id, content, now(), within(database, account, room)),
  remove: ({ database, account, id }: One) => parts(database).glossaries.remove(account, id),
  entriesFor: ({ database, account, id, direction }: One & { direction: Direction }) =>
    parts(database).glossaries.entriesFor(account, id, direction),
  importEntries: ({
    database,
    account,
    file,
    direction,
    name,
    glossaryId,
    room,
  }: Common & InRoom & { file: GlossaryFile; direction: Direction; name: string; glossaryId?: string }) => {
    const { glossaries } = parts(database);
    const known = glossaryId === undefined ? [] : glossaries.entriesOf(account, glossaryId, direction);
    const dictionary = { ...direction, entries: file.entries };
    const imported = changesOf(file, known);
    const check = within(database, account, room);
    const glossary =
      glossaryId === undefined
        ? glossaries.create(account, { name, dictionaries: [dictionary] }, now(), check)
        : glossaries.merge(account, glossaryId, dictionary, now(), check);
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

/** The engine's own answer behind a translation; undefined where no engine gave one. */
function engineTextOf(
  line: ResolvedLine | undefined,
  engines: JournalSegmentLine | undefined,
): string | undefined {
  if (line?.e !== undefined) return line.e;
  return engines && isOfEngine(engines) ? engines.t : undefined;
}

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

type Matching = Common & { memory: AskedMemory; direction: Direction; glossary: GlossaryEntry[] };

/** As `exactWith`, in a named memory. A memory removed meanwhile is empty. */
function matchWith(
  database: string,
  account: string,
  { memory: { id, min }, direction, glossary: entries }: Omit<Matching, keyof Common>,
): (source: string, until: number) => MemoryHit | 'later' | undefined {
  const { memory, memories } = parts(database);
  let key: MemoryKey;
  try {
    key = memories.keyFor(account, id, direction);
  } catch {
    return () => undefined;
  }
  const glossary = compileGlossary(entries);
  return (source, until) => {
    const hit = bestMatch(memory, key, source, { min, until });
    if (hit === undefined || hit === 'later' || entries.length === 0) return hit;
    return missingTerms(source, hit.target, glossary, key.to).length > 0 ? undefined : hit;
  };
}

/** A task's result. `recovered`: damaged or missing files that were replaced since the last one. */
export interface ThreadAnswer<Value> {
  readonly value: Value;
  readonly recovered: readonly Recovered[];
}

type Task = (own: never) => unknown;

/**
 * If a page has become unreadable since the file was opened, opens it again, which checks and recovers it.
 */
function recovering(task: Task): Task {
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

/** Closing merges the log into the file. Even an unopened file may have the log of a killed process. */
function finish({ database }: Common): void {
  parts(database).db.close();
  opened = undefined;
}

function closeDamaged(): void {
  try {
    opened?.db.close();
  } catch {
    // Unwritten changes are lost with the page.
  }
  opened = undefined;
}

function answer(value: unknown): ThreadAnswer<unknown> {
  const told = recovered;
  recovered = [];
  return { value, recovered: told };
}

serveTasks(
  Object.fromEntries(
    Object.entries({ ...MEMORY_TASKS, finish }).map(([name, task]) => [name, recovering(task)]),
  ),
);
