import type { ClientRules } from '../clients/clients-port.ts';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { LearningMode } from '../contract/index.ts';
import type {
  Direction,
  Doubt,
  Followed,
  Glossaries,
  Memory,
  MemoryHit,
  Offer,
  SecondAnswers,
  TranslatorWork,
  ReadMemories,
  Turned,
} from '../memory/memory-port.ts';
import { ownerOf } from '../lib/owner.ts';
import type { Log } from '../log.ts';
import type { JobOptions, JobRecord } from '../records/job-record.ts';
import { plainText } from '../text/codes.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import type { JobPaths } from '../store/store-port.ts';
import { isAborted } from './run/failures.ts';
import type { NewJob } from './jobs-port.ts';
import type { StoredBeside } from './admit/stored-bytes.ts';

/** Named glossaries and the translation memory, as jobs use them. */
export interface JobLanguageData {
  readonly glossaries: Pick<Glossaries, 'entriesFor'>;
  readonly memory: Pick<
    Memory,
    | 'lookUp'
    | 'linesFor'
    | 'learnFrom'
    | 'study'
    | 'dueLessons'
    | 'activeCorrections'
    | 'checks'
    | 'workFor'
    | 'follow'
    | 'doubts'
    | 'offers'
    | 'secondOpinion'
    | 'search'
    | 'pairs'
    | 'checkMemory'
  >;
  /** The size of glossaries and memory. Absent: not counted. */
  readonly stored?: StoredBeside;
  /** Whether the settings have the memory on. */
  readonly isMemoryOn: () => boolean;
  /** Whether corrections are learned, and applied or only offered. */
  readonly learning: () => LearningMode;
  /** The lowest match to offer, in percent. */
  readonly minMatch: () => number;
}

/** The lowest match of a named memory to use, unless the request says otherwise. */
const MIN_MATCH = 75;

/** The named memory in the options, or those of a package, if any. */
function askedMemory({
  memory_id,
  memory_ids = memory_id === undefined ? [] : [memory_id],
  min_match = MIN_MATCH,
}: JobOptions): ReadMemories | undefined {
  return memory_ids.length === 0 ? undefined : { ids: memory_ids, min: min_match };
}

/**
 * The request with the current entries of its named glossary, behind those that are settled for its texts. Throws if a
 * named memory cannot be used.
 */
export async function withGlossary<
  Request extends Pick<NewJob, 'accountId' | 'clientId' | 'from' | 'to' | 'terms' | 'options'>,
>(languageData: JobLanguageData | undefined, clients: ClientRules, request: Request): Promise<Request> {
  const { from, to, terms = [], options } = request;
  const owner = ownerOf(request);
  const { glossary_id, glossary, memory_id, min_match } = options;
  if (memory_id !== undefined) await languageData?.memory.checkMemory(owner, memory_id, { from, to });
  else if (min_match !== undefined)
    throw fieldProblem(
      'min_match',
      'invalid',
      'min_match goes with memory_id. Name a memory, or leave it out.',
    );
  const named =
    !languageData || glossary
      ? (glossary ?? [])
      : glossary_id === undefined
        ? await entriesOfClient(languageData, owner, clients.of(owner)?.glossaryIds ?? [], { from, to })
        : await languageData.glossaries.entriesFor(owner, glossary_id, { from, to });
  const settled = new Set(terms.map(({ term }) => term));
  const entries = [...terms, ...named.filter(({ term }) => !settled.has(term))];
  return entries.length === 0 && glossary_id === undefined
    ? request
    : { ...request, options: { ...options, glossary: entries } };
}

/** The entries of several glossaries in a direction: of two translations of a term the first one's counts. */
async function entriesOfClient(
  { glossaries }: JobLanguageData,
  owner: string,
  ids: readonly string[],
  direction: Direction,
): Promise<GlossaryEntry[]> {
  const byTerm = new Map<string, GlossaryEntry>();
  for (const id of ids) {
    const entries = await glossaries.entriesFor(owner, id, direction).catch((error: unknown) => {
      // It has been removed, or has nothing for this direction.
      if (error instanceof ProblemError && error.code === 'invalid_request') return [];
      throw error;
    });
    for (const entry of entries) if (!byTerm.has(entry.term)) byTerm.set(entry.term, entry);
  }
  return [...byTerm.values()];
}

function neighboursOf(coded: readonly string[], n: number): { pre: string; post: string } {
  return { pre: plainText(coded[n - 1] ?? '').trim(), post: plainText(coded[n + 1] ?? '').trim() };
}

/** Earlier translations, for jobs that want them. */
export interface Remembered {
  /** Whether a job with these options currently uses the memory. */
  isWanted(options: JobOptions): boolean;
  /** Journal lines for a job's segments; empty if the memory is off or does not answer. */
  linesFor(
    record: JobRecord,
    paths: JobPaths,
    indexes: readonly number[],
  ): Promise<{ lines: Uint8Array; indexes: number[] }>;
  /** The match of each coded text, or null. */
  lookUp(
    request: Pick<NewJob, 'accountId' | 'clientId' | 'from' | 'to' | 'options'>,
    sources: readonly string[],
  ): Promise<(MemoryHit | null)[]>;
  /**
   * Learns edited segments of a done job, by index, and forgets segments that are no longer edited. Never rejects, since the edits themselves are stored. `editedAt`: units
   * changed later stay unchanged. `by`: the name of who confirmed them.
   */
  learn(
    record: JobRecord,
    paths: JobPaths,
    indexes: readonly number[],
    options?: { editedAt?: string; by?: string | undefined },
  ): Promise<Learned>;
  /** As JSON, an array of Correction; undefined without any for this job. */
  correctionsFor(record: JobRecord): Promise<string | undefined>;
  /** See Memory.secondOpinion. Rejects where the memory does not answer. */
  secondOpinion(
    record: JobRecord,
    paths: JobPaths,
    asked: { indexes: readonly number[] } | { share: number },
    path: string,
  ): Promise<number | undefined>;
  /** The translator's work beside some segments, for engines that use it; undefined without any. */
  workFor(
    record: JobRecord,
    paths: JobPaths,
    indexes: readonly number[],
  ): Promise<TranslatorWork | undefined>;
  /** As JSON of MemoryChecks: what confirmed segments have in common; undefined if that is not known for this job. */
  checksFor(record: JobRecord): Promise<string | undefined>;
  /** Studies what was learned. Resolves with the corrections that turned; see Memory.study. */
  study(record: JobRecord, paths: JobPaths, signal: AbortSignal): Promise<Turned[]>;
  /**
   * Untouched segments of the job that read otherwise with the corrections of now. `turned`: those that may differ from
   * the job's; all if absent.
   */
  follow(record: JobRecord, paths: JobPaths, turned: readonly Turned[] | undefined): Promise<Followed[]>;
  /** What is expected of segments of the job that are not confirmed; see Memory.doubts. */
  doubts(
    record: JobRecord,
    paths: JobPaths,
    options: { indexes?: readonly number[]; isWaitedFor?: boolean },
  ): Promise<ReadonlyMap<number, Doubt>>;
  /** Other translations of segments of the job; see Memory.offers. */
  offers(
    record: JobRecord,
    paths: JobPaths,
    asked: { indexes: readonly number[]; isWaitedFor: boolean; seconds: readonly SecondAnswers[] },
  ): Promise<ReadonlyMap<number, readonly Offer[]>>;
  /** Studies what a crash left. */
  catchUp(signal: AbortSignal): Promise<void>;
}

export interface Learned {
  /** Whether nothing is left to do. */
  readonly isDone: boolean;
  /** Corrections that ceased to be applied. */
  readonly turned: readonly Turned[];
}

/** The memories that the owner's work reads; its own alone are read unless others are named. */
export function readBy(clients: ClientRules, owner: string): ReadMemories {
  const used = clients.memoriesOf(owner);
  return used.length === 1 && used[0]!.holder === owner ? {} : { ids: used.map(({ id }) => id) };
}

export function createRemembered(
  languageData: JobLanguageData | undefined,
  clients: ClientRules,
  log: Log | undefined,
): Remembered {
  /** The holder of what the job's client learns; undefined if none of its memories learns. */
  const ownerIn = ({ account_id, client_id }: Pick<JobRecord, 'account_id' | 'client_id'>): string =>
    ownerOf({ accountId: account_id, clientId: client_id });
  const learnerOf = (record: Pick<JobRecord, 'account_id' | 'client_id'>): string | undefined =>
    clients.learnerOf(ownerIn(record));
  const isWanted = ({ memory }: JobOptions): boolean =>
    languageData?.isMemoryOn() === true && memory !== 'off';
  const learns = (options: JobOptions): boolean =>
    isWanted(options) && languageData?.learning() !== 'off' && options.learning !== 'off';
  // The engine can do the work too: a silent memory is no reason to fail.
  const failed = (err: unknown): void => {
    // Not logged while the service closes.
    if (!isAborted(err)) log?.error({ err }, 'the translation memory does not answer');
  };
  return {
    isWanted,
    async linesFor(record, { segments }, indexes) {
      const { account_id, client_id, from, to, options } = record;
      const none = { lines: new Uint8Array(), indexes: [] };
      if (!languageData || indexes.length === 0) return none;
      const memory = askedMemory(options);
      if (!memory && !isWanted(options)) return none;
      const owner = ownerOf({ accountId: account_id, clientId: client_id });
      try {
        return await languageData.memory.linesFor(
          owner,
          { from, to },
          {
            segmentsPath: segments,
            indexes,
            ...(memory ?? readBy(clients, owner)),
            glossary: options.glossary,
          },
        );
      } catch (error) {
        failed(error);
        return none;
      }
    },
    async lookUp(request, sources) {
      const { from, to, options } = request;
      const none = sources.map(() => null);
      const memory = askedMemory(options);
      const owner = ownerOf(request);
      if (!languageData || (!memory && !isWanted(options))) return none;
      const { glossary } = options;
      const direction = { from, to };
      try {
        // Of a text alone it is unknown what is before and behind it.
        const contexts = sources.length > 1 ? sources.map((_, n) => neighboursOf(sources, n)) : undefined;
        return await languageData.memory.lookUp(owner, direction, sources, {
          ...(memory ?? readBy(clients, owner)),
          contexts,
          glossary,
        });
      } catch (error) {
        failed(error);
        return none;
      }
    },
    async learn(record, { segments, journal, edits }, indexes, { editedAt, by } = {}) {
      const { id, from, to, engine, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || indexes.length === 0 || !isWanted(options))
        return { isDone: true, turned: [] };
      const job = {
        ...{ jobId: id, segmentsPath: segments, journalPath: journal, editsPath: edits, indexes, by },
        ...(learns(options) ? { engine } : {}),
      };
      try {
        const turned = await languageData.memory.learnFrom(
          learner,
          { from, to },
          editedAt === undefined ? job : { ...job, editedAt },
        );
        return { isDone: true, turned };
      } catch (error) {
        failed(error);
        return { isDone: false, turned: [] };
      }
    },
    async correctionsFor(record) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options) || languageData.learning() !== 'auto')
        return undefined;
      try {
        return await languageData.memory.activeCorrections(learner, { from, to });
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async workFor(record, { segments: segmentsPath }, indexes) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options)) return undefined;
      try {
        return await languageData.memory.workFor(learner, { from, to }, { segmentsPath, indexes });
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async checksFor(record) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options)) return undefined;
      try {
        return await languageData.memory.checks(learner, { from, to });
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
    async study(record, { segments, journal }, signal) {
      const { id, from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options)) return [];
      const job = { jobId: id, segmentsPath: segments, journalPath: journal };
      try {
        return await languageData.memory.study(learner, { from, to }, job, signal);
      } catch (error) {
        failed(error);
        return [];
      }
    },
    async follow(record, { segments, journal, edits }, turned) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options) || languageData.learning() !== 'auto') return [];
      const files = { segmentsPath: segments, journalPath: journal, editsPath: edits };
      try {
        const job = { ...files, glossary: options.glossary };
        return await languageData.memory.follow(learner, { from, to }, job, turned);
      } catch (error) {
        failed(error);
        return [];
      }
    },
    async doubts(record, { segments, journal, edits }, asked) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || !learner || !learns(options)) return new Map();
      const job = { segmentsPath: segments, journalPath: journal, editsPath: edits };
      try {
        const found = await languageData.memory.doubts(learner, { from, to }, job, asked);
        return new Map(found.map(({ index, doubt }) => [index, doubt]));
      } catch (error) {
        failed(error);
        return new Map();
      }
    },
    async offers(record, { segments, journal, edits }, asked) {
      const { id, from, to, options } = record;
      const learner = learnerOf(record);
      const isLearned = learner !== undefined && learns(options);
      if (!languageData || (!isLearned && asked.seconds.length === 0)) return new Map();
      const files = { segmentsPath: segments, journalPath: journal, editsPath: edits };
      const job = { ...files, jobId: id, glossary: options.glossary };
      const minMatch = languageData.minMatch();
      try {
        const found = await languageData.memory.offers(learner ?? ownerIn(record), { from, to }, job, {
          ...asked,
          ids: readBy(clients, ownerIn(record)).ids,
          minMatch,
          isLearned,
        });
        return new Map(found.map(({ index, offers }) => [index, offers]));
      } catch (error) {
        failed(error);
        return new Map();
      }
    },
    async secondOpinion(record, { segments, journal, edits }, asked, path) {
      const { from, to, options } = record;
      const learner = learnerOf(record);
      if (!languageData || ('share' in asked && (!learner || !learns(options)))) return undefined;
      const job = { segmentsPath: segments, journalPath: journal, editsPath: edits };
      return languageData.memory.secondOpinion(learner ?? ownerIn(record), { from, to }, job, asked, path);
    },
    async catchUp(signal) {
      if (!languageData?.isMemoryOn() || languageData.learning() === 'off') return;
      try {
        for (const { account, ...direction } of await languageData.memory.dueLessons())
          await languageData.memory.study(account, direction, undefined, signal);
      } catch (error) {
        failed(error);
      }
    },
  };
}
