import type { TbxForm } from '../bilingual/write-tbx.ts';
import type { Change } from '../learning/apply.ts';
import type { Doubt } from '../learning/doubt.ts';
import type { Correction, CorrectionState } from '../learning/correction.ts';
import type { Stretch } from '../learning/repair.ts';
import type { GlossaryEntry } from '../text/glossary.ts';

/** How a unit came into its memory: a person confirmed it, a file had it, or an alignment found it. */
export type UnitOrigin = 'confirmed' | 'imported' | 'aligned';

export interface MemoryIdentity {
  readonly id: string;
  readonly name: string;
}

export interface MemoryMatch {
  /** Of the unit. */
  readonly id: number;
  /** Coded texts. */
  readonly source: string;
  readonly target: string;
  /** 0 to 100; 101 in the same context. */
  readonly match: number;
  readonly memory: MemoryIdentity;
  readonly updated_at: string;
}

/** A stored unit. */
export interface MemoryEntry {
  readonly id: number;
  /** Coded texts. */
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
  readonly memory: MemoryIdentity;
  /** Plain texts of the neighbours; '' where there is none. Absent where they are unknown. */
  readonly context?: { readonly pre?: string; readonly post?: string };
  readonly origin: UnitOrigin;
  readonly created_at: string;
  readonly created_by?: string;
  readonly updated_at: string;
}

/** Which units are meant; those of all memories that are read if it is empty. */
export interface UnitFilter {
  readonly ids?: readonly number[] | undefined;
  readonly memoryId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** In source or target, ignoring case. */
  readonly text?: string | undefined;
  /** The job that taught them. */
  readonly job?: string | undefined;
  /** Changed before, and from then on; RFC 3339. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Those with the source of another unit: with another target, or the same one. */
  readonly only?: 'contradictions' | 'duplicates' | undefined;
}

/** Memories to read, in order; those of the account if absent. `min`: matches below 100 per cent are used too, down to it. */
export interface ReadMemories {
  readonly ids?: readonly string[] | undefined;
  readonly min?: number | undefined;
}

export interface ImportCounts {
  added: number;
  /** Units that were there and have a newer date now. */
  updated: number;
  skipped: number;
  /** Those of the added ones whose source has another target too. */
  contradicted: number;
}

/** A unit with the words that were looked for, as ranges in code points. */
export interface ConcordanceHit {
  readonly id: number;
  /** Coded texts. */
  readonly source: string;
  readonly target: string;
  readonly memory: MemoryIdentity;
  readonly marks: readonly (readonly [start: number, end: number])[];
}

export interface MemoryPair {
  from: string;
  to: string;
  units: number;
}

/** Canonical tags. */
export interface Direction {
  readonly from: string;
  readonly to: string;
}

export interface SegmentsQuery {
  readonly limit: number;
  readonly after: number;
  readonly text?: string | undefined;
  readonly isCaseSensitive?: boolean;
}

/** Plain texts. */
export interface MemorySegment {
  readonly id: number;
  readonly source: string;
  readonly targets: readonly {
    readonly id: number;
    readonly to: string;
    readonly target: string;
    readonly updated_at: string;
  }[];
}

export interface MemoryHit {
  /** Coded text. */
  readonly target: string;
  /** Whether the source only resembles the text. */
  readonly isFuzzy: boolean;
  /** Per cent; 101 in the same context. */
  readonly match: number;
  readonly memory: MemoryIdentity;
}

/** A memory that is used only if its id is given. */
export interface NamedMemory {
  readonly id: string;
  readonly name: string;
  /** Its source language; absent if it has several, or no unit yet. */
  readonly from?: string;
  readonly targets: readonly string[];
  /** Source texts. */
  readonly units: number;
  /** Whether it holds the account's own confirmed segments of a language: it cannot be removed as a whole. */
  readonly own: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A correction that has begun or ceased to be applied, or to be offered. */
export interface Turned {
  readonly source: string;
  readonly engine: string;
}

export type { Doubt };

/** The files of a done job. */
export interface FollowedJob {
  readonly segmentsPath: string;
  readonly journalPath: string;
  readonly editsPath: string;
  readonly glossary?: readonly GlossaryEntry[] | undefined;
}

/** The files of a batch in which another engine translates segments of a job, see Memory.secondOpinion. */
export interface SecondAnswers {
  readonly engine: string;
  readonly segmentsPath: string;
  readonly journalPath: string;
}

/** An untouched segment, and its translation with the corrections that are active now. */
export interface Followed {
  readonly index: number;
  /** Coded text: another one by now is left alone. */
  readonly source: string;
  /** Coded text. */
  readonly text: string;
  readonly learned: readonly Change[];
}

/** Another translation of a segment. Coded texts. */
export interface Offer {
  /**
   * `repair`: an earlier translation of a similar source, with the words that differ replaced; `fuzzy`: the same as it
   * is; `correction`: the engine's, with corrections that are only offered; `second`: another engine's.
   */
  readonly kind: 'repair' | 'fuzzy' | 'correction' | 'second';
  readonly text: string;
  /** Of a correction. */
  readonly learned?: readonly Change[];
  /**
   * Words of `text` that were replaced, that will need a change, or that the present translation lacks, as far as they
   * are known.
   */
  readonly changes?: readonly Stretch[];
  /** Of a `second`. */
  readonly engine?: string;
  /** Per cent of the source that is the same. */
  readonly match?: number;
  /** Whose unit it is. */
  readonly memory?: MemoryIdentity;
  readonly earlier?: {
    readonly unit: number;
    readonly source: string;
    /** Words of its source that the segment's lacks. */
    readonly differences: readonly Stretch[];
  };
}

/** A translator's confirmed work as language models get it. Plain texts. */
export interface TranslatorWork {
  /** Confirmed pairs most similar to the texts, best first, at most five. */
  readonly examples: readonly { readonly source: string; readonly target: string }[];
  /** Active corrections whose source occurs. */
  readonly corrections: readonly { readonly term: string; readonly translation: string }[];
  /** The last confirmed translations. */
  readonly latest: readonly string[];
}

/** A confirmed segment that shows a correction. */
export interface CorrectionExample {
  readonly job: string | null;
  readonly segment: number | null;
  /** Coded texts. */
  readonly source: string;
  readonly target: string;
}

export interface LearnedCorrection extends Correction {
  /** Whether it is applied; else it is offered, or refused. */
  readonly isActive: boolean;
  readonly examples: readonly CorrectionExample[];
}

export type CorrectionFilter = 'active' | 'offered' | 'refused' | 'always';

/**
 * The confirmed translations of an owner (lib/owner.ts), by direction. Durable when a call resolves. Where `account`
 * stands, calls take an owner; those about units of a direction a holder too, one of its memories.
 */
export interface Memory {
  pairs(account: string): Promise<MemoryPair[]>;
  /** Coded or plain texts: codes are not compared. `pre`, `post`: the neighbours, '' where there is none. */
  search(
    account: string,
    direction: Direction,
    query: { text: string; limit: number; min: number; pre?: string | undefined; post?: string | undefined },
  ): Promise<MemoryMatch[]>;
  /** Newest first; of a further page, those with ids below `before`. Throws `invalid_request` for an unknown memory. */
  list(account: string, filter: UnitFilter, page: { limit: number; before?: number }): Promise<MemoryEntry[]>;
  /** Stores one unit of plain texts. Returns false if it is too long. Throws `storage_full`. */
  add(account: string, direction: Direction, unit: { source: string; target: string }): Promise<boolean>;
  /**
   * Changes the coded texts of a unit. Undefined if the account has none with this id; throws `invalid_request` for a
   * blank text, and for a target whose codes are not the source's.
   */
  changeUnit(
    account: string,
    id: number,
    change: { source?: string | undefined; target?: string | undefined },
  ): Promise<MemoryEntry | undefined>;
  /** Returns whether the account had such a unit. */
  removeUnit(account: string, id: number): Promise<boolean>;
  /** `undo`: restores them, once, for ten minutes. */
  removeUnits(account: string, filter: UnitFilter): Promise<{ deleted: number; undo: string }>;
  /** Undefined if the time is over, or they have been restored. */
  restoreUnits(account: string, undo: string): Promise<{ restored: number } | undefined>;
  /** Units with all words of a text in source or target, in any inflection, best first. */
  concordance(
    account: string,
    query: {
      text: string;
      side: 'source' | 'target';
      from?: string | undefined;
      to?: string | undefined;
      limit: number;
    },
  ): Promise<ConcordanceHit[]>;
  /**
   * The match of each coded source; null if there is none, or it lacks a term of the glossary. `contexts`: of the
   * sources, in their order.
   */
  lookUp(
    account: string,
    direction: Direction,
    sources: readonly string[],
    options: ReadMemories & {
      contexts?: readonly { readonly pre: string; readonly post: string }[] | undefined;
      glossary?: readonly GlossaryEntry[] | undefined;
    },
  ): Promise<(MemoryHit | null)[]>;
  /**
   * Journal lines of segments with known sources, and their indexes; without any that lacks a glossary term.
   */
  linesFor(
    account: string,
    direction: Direction,
    job: ReadMemories & {
      segmentsPath: string;
      indexes: readonly number[];
      glossary?: readonly GlossaryEntry[] | undefined;
    },
  ): Promise<{ lines: Uint8Array; indexes: number[] }>;
  /**
   * Stores the confirmed translations among a job's segments, and removes those that the job taught and that
   * are no longer confirmed. `editedAt`: units changed later are not touched. Resolves with the corrections that ceased
   * to be applied with them.
   */
  learnFrom(
    account: string,
    direction: Direction,
    job: {
      jobId: string;
      segmentsPath: string;
      journalPath: string;
      editsPath: string;
      indexes: readonly number[];
      editedAt?: string;
      /** The engine whose answers were confirmed or changed; absent: they teach no corrections. */
      engine?: string | undefined;
      /** Who confirmed them. */
      by?: string | undefined;
    },
  ): Promise<Turned[]>;
  /**
   * Studies the confirmed units of a direction that have not been studied: what they teach is then active.
   * `job`: one whose answers show how words go together. Resolves with the corrections that began or ceased to
   * be applied or offered.
   */
  study(
    account: string,
    direction: Direction,
    job: { jobId: string; segmentsPath: string; journalPath: string } | undefined,
    signal: AbortSignal,
  ): Promise<Turned[]>;
  /** Directions with units that have not been studied, such as after a crash. */
  dueLessons(): Promise<(Direction & { account: string })[]>;
  /** The active corrections as JSON, an array of Correction; undefined without any. */
  activeCorrections(account: string, direction: Direction): Promise<string | undefined>;
  /**
   * Writes some segments of a done job, without those confirmed or copied, as the `segments.ndjson` of a batch: each
   * with its index as its id. `share`: of the segments with a doubt, the most doubtful; of fewer than one, one. Resolves
   * with their number; undefined if no doubt means anything yet.
   */
  secondOpinion(
    account: string,
    direction: Direction,
    job: FollowedJob,
    asked: { indexes: readonly number[] } | { share: number },
    path: string,
  ): Promise<number | undefined>;
  /** For segments that a language model is about to translate. */
  workFor(
    account: string,
    direction: Direction,
    job: { segmentsPath: string; indexes: readonly number[] },
  ): Promise<TranslatorWork | undefined>;
  /** What confirmed segments have in common, as JSON of MemoryChecks; undefined before there are enough. */
  checks(account: string, direction: Direction): Promise<string | undefined>;
  /**
   * The untouched segments of a done job that read otherwise with the corrections active now. `turned`: only those that
   * these concern.
   */
  follow(
    account: string,
    direction: Direction,
    job: FollowedJob,
    turned: readonly Turned[] | undefined,
  ): Promise<Followed[]>;
  /**
   * What is expected of some segments of a job that are not confirmed, or of all. Empty before it means something, and,
   * unless `isWaitedFor`, while it is being worked out.
   */
  doubts(
    account: string,
    direction: Direction,
    job: FollowedJob,
    options: { indexes?: readonly number[] | undefined; isWaitedFor?: boolean },
  ): Promise<{ index: number; doubt: Doubt }[]>;
  /**
   * Other translations of some segments of a job that are not confirmed, best first. Unless `isWaitedFor`, those that are
   * found within a tenth of a second.
   */
  offers(
    account: string,
    direction: Direction,
    job: FollowedJob & { readonly jobId: string },
    asked: {
      indexes: readonly number[];
      /** The memories whose units are offered; the account's own if absent. */
      ids?: readonly string[] | undefined;
      minMatch: number;
      isWaitedFor: boolean;
      /** Whether the job uses what was learned; else only other engines' answers are offered. */
      isLearned: boolean;
      seconds: readonly SecondAnswers[];
    },
  ): Promise<{ index: number; offers: readonly Offer[] }[]>;
  /** Newest first; of a further page, those with ids below `before`. */
  corrections(
    account: string,
    direction: Direction,
    query: { state?: CorrectionFilter | undefined; text: string; limit: number; before?: number | undefined },
  ): Promise<LearnedCorrection[]>;
  /** Corrections of content words that were made every time: terms to propose, the surest first. */
  terms(account: string, direction: Direction, limit: number): Promise<LearnedCorrection[]>;
  /** Adds a proposed term to a glossary. Null without such a proposal; throws `not_found` without the glossary. */
  acceptTerm(
    account: string,
    id: number,
    glossaryId: string,
  ): Promise<{ term: string; translation: string } | null>;
  /** Never proposes it again. Returns whether there was one. */
  refuseTerm(account: string, id: number): Promise<boolean>;
  /** Those that exist. */
  explain(
    account: string,
    ids: readonly number[],
  ): Promise<{ id: number; good: number; kept: number; examples: readonly CorrectionExample[] }[]>;
  /** Returns the changed correction; undefined if the account has none with this id. */
  setCorrection(account: string, id: number, state: CorrectionState): Promise<LearnedCorrection | undefined>;
  /** Returns whether the account had it. It may be learned again. */
  removeCorrection(account: string, id: number): Promise<boolean>;
  /**
   * Imports a TMX file's units of the direction, into a memory or the account's own. Throws `invalid_request` if it is invalid or damaged,
   * `storage_full` without room. Imports run one at a time; one that fails, is aborted or killed leaves
   * nothing.
   */
  importTmx(
    account: string,
    direction: Direction,
    file: { path: string; memoryId?: string | undefined },
    signal?: AbortSignal,
  ): Promise<ImportCounts>;
  /**
   * Stores units that a process of ours has written to `path` (unit-lines.ts), as an import does: all of them, or none.
   * Throws as `importTmx` does.
   */
  addUnits(
    account: string,
    direction: Direction,
    file: {
      path: string;
      memoryId?: string | undefined;
      origin: 'imported' | 'aligned';
      by?: string | undefined;
    },
    signal?: AbortSignal,
  ): Promise<ImportCounts>;
  /** The account's own memories, one per source language, and the imported ones. */
  memories(account: string): Promise<NamedMemory[]>;
  /** As `memories`, with the account's own as one. */
  wholeMemories(account: string): Promise<NamedMemory[]>;
  /** Makes an empty memory of any languages. */
  createMemory(account: string, memory: { id: string; name: string }): Promise<NamedMemory>;
  /** Throws `not_found`. */
  memory(account: string, id: string): Promise<NamedMemory>;
  /**
   * Imports a TMX file as a named memory, in one direction or in all from its source language. Throws as
   * `importTmx` does, and if nothing in it can be used.
   */
  importMemory(
    account: string,
    file: { path: string; name: string; direction?: Direction },
    signal?: AbortSignal,
  ): Promise<{ memory: NamedMemory } & ImportCounts>;
  /** Throws `not_found`, and `conflict` for the account's own. */
  removeMemory(account: string, id: string): Promise<void>;
  /** Throws `invalid_request` (field `memory_id`) for an unknown memory, or one without this direction. */
  checkMemory(account: string, id: string, direction: Direction): Promise<void>;
  memorySegments(
    account: string,
    id: string,
    query: SegmentsQuery,
  ): Promise<{ segments: MemorySegment[]; next?: number }>;
  /**
   * All directions of a memory as TMX. The file counts towards the account's room until `dropExport` removes
   * it. Throws `storage_full`, without a file.
   */
  exportMemory(account: string, id: string, path: string): Promise<void>;
  dropExport(path: string): Promise<void>;
  /** Writes units as TMX to a new file at `path`; of the filter memory, direction and dates count. */
  exportTmx(account: string, file: { filter: UnitFilter; path: string }): Promise<void>;
  remove(account: string, direction: Direction): Promise<void>;
  /** How many units and glossaries an owner has in all. */
  count(owner: string): Promise<{ units: number; glossaries: number; memories: number }>;
  /** Closes the owner's file, so that its folder can be removed; what is under way there fails. */
  release(owner: string): Promise<void>;
}

export interface Dictionary extends Direction {
  readonly entries: readonly GlossaryEntry[];
}

/** A text that is a dictionary: a term and its translation per line. */
export interface AskedEntries extends Direction {
  readonly text: string;
  readonly format: 'tsv' | 'csv';
  /** The request's field, for refusals. */
  readonly field: string;
}

export interface DictionaryInfo extends Direction {
  readonly entry_count: number;
  readonly entries?: readonly GlossaryEntry[];
}

export interface NamedGlossary {
  readonly id: string;
  readonly name: string;
  readonly dictionaries: readonly DictionaryInfo[];
  readonly created_at: string;
  readonly updated_at: string;
}

export type GlossaryFormat = { readonly format: 'csv' | 'tmx' } | ({ readonly format: 'tbx' } & TbxForm);

/** The outcome of an import, by a file's rows or units. */
export interface GlossaryImported {
  readonly read: number;
  readonly added: number;
  /** Terms that had another translation. */
  readonly updated: number;
  /** Terms that had the same one. */
  readonly unchanged: number;
  /** Units without a text in one of the languages. */
  readonly incomplete: number;
  /** Terms that were repeated: the last translation counts. */
  readonly repeated: number;
  /** Data categories of a TBX that a glossary has no place for. */
  readonly left_out?: readonly string[];
}

export interface GlossaryContent {
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
}

/** An owner's named glossaries (lib/owner.ts). Durable when a call resolves; `not_found` for any other id. */
export interface Glossaries {
  /** Without entries, oldest first. */
  list(
    account: string,
    page: { limit: number; cursor?: string },
  ): Promise<{ glossaries: NamedGlossary[]; next?: string }>;
  /** With all entries. */
  get(account: string, id: string): Promise<NamedGlossary>;
  /** Without entries, as `create`, `replace` and imports answer it. */
  info(account: string, id: string): Promise<NamedGlossary>;
  /** Those of exactly this direction, as engines are told them: each term once. */
  entriesOf(account: string, id: string, direction: Direction): Promise<GlossaryEntry[]>;
  create(account: string, content: GlossaryContent): Promise<NamedGlossary>;
  replace(account: string, id: string, content: GlossaryContent): Promise<NamedGlossary>;
  remove(account: string, id: string): Promise<void>;
  /**
   * The entries for a job in this direction, ignoring regions that only one side names. Throws
   * `invalid_request` (field `glossary_id`) if the glossary does not exist, or lacks the direction.
   */
  entriesFor(account: string, id: string, direction: Direction): Promise<GlossaryEntry[]>;
  /**
   * Parses entries from texts in DeepL's formats, outside the host: one list per text. Throws
   * `invalid_request` that names the text's field.
   */
  readEntries(
    account: string,
    asked: readonly AskedEntries[],
    signal?: AbortSignal,
  ): Promise<GlossaryEntry[][]>;
  /** Imports a CSV, TMX or TBX file as a new glossary, or into a direction's dictionary: new entries win. */
  importFile(
    account: string,
    file: { path: string; direction: Direction; name?: string; glossaryId?: string },
    signal?: AbortSignal,
  ): Promise<{ glossary: NamedGlossary; imported: GlossaryImported }>;
  /** The text of the file. Without a direction, of a glossary's only dictionary. */
  exportFile(
    account: string,
    id: string,
    options: GlossaryFormat & Partial<Direction>,
  ): Promise<{ text: string; name: string } & Direction>;
}

/** A file in the data folder, of a table, and what its cells hold. */
export interface TableFile {
  readonly path: string;
  /** As the client calls it. */
  readonly fileName: string | undefined;
  readonly contents: 'texts' | 'terms';
}

/** Reads tables in the import process. Nothing of them is stored. */
export interface Tables {
  /** Rejects with `invalid_request` (field `file`) for what is no table, or too large a one. */
  read(
    account: string,
    file: TableFile,
    signal?: AbortSignal,
  ): Promise<{ readonly rows: readonly (readonly string[])[]; readonly has_columns: boolean }>;
  /** The table as a workbook. */
  workbook(account: string, file: TableFile, signal?: AbortSignal): Promise<Uint8Array>;
}
