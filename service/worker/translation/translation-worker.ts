import { setImmediate as nextIteration } from 'node:timers/promises';
import { availableParallelism, hostname } from 'node:os';
import type { EnginePair } from '../../contract/index.ts';
import { createAnswerCache } from '../../engines/answer-cache.ts';
import { EngineClosedError } from '../../engines/engine.ts';
import type { Surroundings } from '../../engines/engine.ts';
import type { Registry } from '../../engines/registry.ts';
import { createYield } from '../../lib/yielding.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { fuzzyMatch, presentFlags } from '../../records/stored-flags.ts';
import { plainText, readableText } from '../../text/codes.ts';
import type { DocumentTasks } from './document-tasks.ts';
import { countTranslated, flagWarnings } from '../flag-warnings.ts';
import { createJobCache } from './job-cache.ts';
import type { CachedJob } from './job-cache.ts';
import { createJobReader } from '../text/job-reads.ts';
import { createJobWork } from './job-work.ts';
import { WorkerError } from '../translation-port.ts';
import type { Answer, AskTask, EngineWorker } from '../engine-port.ts';
import type { Plan, PlanTask, TextsTask, TranslatedTexts, TranslateTask } from '../document-port.ts';
import type { TranslationPort } from '../translation-port.ts';
import type { FinishedText } from '../text/segment-texts.ts';
import type { TeamHolder } from './team-holder.ts';
import type { TextTasks } from './text-tasks.ts';
import { abortError } from '../../tasks/wire-error.ts';
import { translateSegments } from './translate-segments.ts';

/** Enough for every job of a busy day; one job at the 10 MB limit takes about 20 MB here. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** One core is left to the rest of the program. */
const SLOTS = Math.max(1, availableParallelism() - 1);

/** The TranslationPort as the translation process itself has it: engines here, documents and texts apart. */
export function createTranslationWorker(parts: {
  registry: Registry;
  documents: DocumentTasks;
  texts: TextTasks;
  team: TeamHolder;
}): TranslationPort {
  const { registry, documents, texts, team } = parts;
  const work = createJobWork();
  const reader = createJobReader(texts);
  const cache = createJobCache(CACHE_BYTES);
  const answers = createAnswerCache(0);

  /** The account's earlier translations come from memory. */
  const sessionFor = async ({
    account,
    engine,
    pair,
  }: Pick<TranslateTask, 'account' | 'engine' | 'pair'>) => {
    const { session, capabilities, version } = await registry.session(engine, pair);
    const scope = { account, engine, pair, version: await version() };
    return { session: answers.over(session, scope), capabilities };
  };

  const plan = async (task: PlanTask, signal: AbortSignal): Promise<Plan> => {
    const planning = reader.plan(task, signal);
    // Read meanwhile, for the chunks that follow. Of a job.json that is damaged the first of them tells.
    const segments = async (): Promise<readonly SegmentLine[]> => {
      const planned = await planning;
      if (!planned.segments) throw abortError('Nothing is left to translate.');
      return planned.segments;
    };
    void cache.get(task.jobId, { jobPath: task.jobPath, segments }).catch(() => undefined);
    const { plan } = await planning;
    signal.throwIfAborted();
    return plan;
  };

  const translate = async (task: TranslateTask, signal: AbortSignal) => {
    const job = await cache.get(task.jobId, {
      jobPath: task.jobPath,
      segments: () => reader.segments(task, signal),
    });
    const { session, capabilities } = await sessionFor(task);
    // Chunks that come together run one after another: the first is stored while the next is at work.
    await nextIteration();
    signal.throwIfAborted();
    const worked = createStopwatch();
    const translated = await translateSegments({
      session,
      capabilities,
      texts: texts.of(task.account, signal),
      segments: task.indexes.map((index) => segmentAt(job.segments, index)),
      options: {
        ...job.options,
        surroundings: surroundingsOf(job, task.indexes),
        ...(task.alone ? { alone: true } : {}),
        report: worked.add,
      },
      from: task.pair.from,
      to: task.pair.to,
      signal,
    });
    return {
      lines: await journalLines(task.indexes, translated),
      answered: isAnswered(translated),
      batchChars: capabilities.batchChars,
      workedMs: worked.ms(),
    };
  };

  const translateTexts = async (task: TextsTask, signal: AbortSignal): Promise<TranslatedTexts> => {
    const { session, capabilities } = await sessionFor(task);
    signal.throwIfAborted();
    const { tone, context, glossary } = task.options;
    const indexes = [...task.segments.keys()].filter((index) => {
      const { copy, known } = task.segments[index]!;
      return !copy && known === undefined;
    });
    const translated = await translateSegments({
      session,
      capabilities,
      texts: texts.of(task.account, signal),
      segments: indexes.map((index) => {
        const { text, rules, syntaxes } = task.segments[index]!;
        return { text, ...(rules ? { rules } : {}), ...(syntaxes ? { syntaxes } : {}) };
      }),
      options: {
        urgent: true,
        ...(tone === undefined ? {} : { tone }),
        ...(context === undefined ? {} : { context }),
        ...(glossary === undefined ? {} : { glossary }),
      },
      from: task.pair.from,
      to: task.pair.to,
      signal,
    });
    const found = new Map(translated.map((one, n) => [indexes[n], one]));
    const finished = task.segments.map(({ text, known }, index): FinishedText => {
      if (known !== undefined)
        return { text: known.target, origin: 'memory', flags: known.isFuzzy ? [fuzzyMatch()] : [] };
      return found.get(index) ?? { text, origin: 'copied', flags: [] };
    });
    const segments = task.fragments
      ? await withMarkup(task.account, task.fragments, finished, signal)
      : finished.map(({ text, ...rest }) => ({ text: plainText(text), ...rest }));
    return {
      segments: segments.map(({ flags, ...rest }) => ({ ...rest, flags: presentFlags(flags) })),
      warnings: flagWarnings(translated.map(({ text, flags }, n) => ({ i: indexes[n]!, t: text, f: flags }))),
    };
  };

  /** For each text with markup, the result of its segments. */
  const withMarkup = async (
    account: string,
    fragments: NonNullable<TextsTask['fragments']>,
    finished: readonly FinishedText[],
    signal: AbortSignal,
  ): Promise<FinishedText[]> => {
    const { sizes } = await texts.examine(account, fragments.texts, fragments.markup, signal);
    const targets = finished.map(({ text, origin }) => (origin === 'copied' ? null : text));
    const written = await texts.write(account, { ...fragments, targets }, signal);
    let next = 0;
    return written.map((text, index) => {
      const own = finished.slice(next, (next += sizes[index]!.segments));
      const origin =
        (['engine', 'memory'] as const).find((one) => own.some((segment) => segment.origin === one)) ??
        'copied';
      return { text, origin, flags: own.flatMap(({ flags }) => flags) };
    });
  };

  const ask = async ({ engine, pair, texts, options }: AskTask, signal: AbortSignal): Promise<Answer> => {
    const { session } = await registry.session(engine, pair);
    signal.throwIfAborted();
    const begun = performance.now();
    const worked = createStopwatch();
    try {
      const answers = await session.translate(texts, { ...options, report: worked.add }, signal);
      return { texts: answers, ms: worked.ms() ?? performance.now() - begun };
    } catch (error) {
      if (error instanceof EngineClosedError) throw new WorkerError('crashed', error.message, true);
      throw error;
    }
  };

  let busy = 0;
  const counted = async <Value>(translating: Promise<Value>): Promise<Value> => {
    busy++;
    try {
      return await translating;
    } finally {
      busy--;
    }
  };

  return {
    configure: async (engines) => {
      registry.configure(engines);
      answers.resize(engines.cacheMb * 1_048_576);
      if (engines.team) await team.join(engines.team);
    },
    team: async () => (await team.joined())?.status(),
    claimTeam: async (limitMs) => (await team.joined())?.claimed(limitMs),
    engines: () => registry.summaries(),
    checkModel: (model) => registry.checkModel(model),
    testEngine: (id) => registry.test(id),
    localServers: () => registry.localServers(),
    route: (request) => registry.route(request),
    ask: (task) => counted(work.run(task.id, (signal) => ask(task, signal))),
    workers: async () => [{ name: hostname(), slots: SLOTS, busy, engines: await readyEngines(registry) }],
    extract: (task) => work.run(task.jobId, (signal) => documents.extract(task, signal)),
    examine: (task) => work.run(task.jobId, (signal) => documents.examine(task, signal)),
    prepareBatch: (task) => work.run(task.jobId, (signal) => documents.prepareBatch(task, signal)),
    plan: (task) => work.run(task.jobId, (signal) => plan(task, signal)),
    segments: (task) => reader.page(task),
    examineTexts: (task) =>
      work.run(task.jobId, (signal) => texts.examine(task.account, task.texts, task.markup, signal)),
    translateTexts: (task) => counted(work.run(task.jobId, (signal) => translateTexts(task, signal))),
    translate: (task) => counted(work.run(task.jobId, (signal) => translate(task, signal))),
    assemble: (task) => work.run(task.jobId, (signal) => documents.assemble(task, signal)),
    export: (task) => work.run(task.jobId, (signal) => documents.export(task, signal)),
    edit: (task) => work.run(task.jobId, (signal) => documents.edit(task, signal)),
    release: async (jobId) => {
      cache.forget(jobId);
      await work.release(jobId);
    },
  };
}

async function readyEngines(registry: Registry): Promise<EngineWorker['engines']> {
  const ready = (await registry.summaries()).filter(({ state }) => state === 'ready');
  return Promise.all(
    ready.map(async ({ id, pairs }) => ({
      id,
      pairs: await Promise.all(
        pairs
          .filter((pair) => pair.ready)
          .map(async ({ from, to }) => withVersion(registry, id, { from, to })),
      ),
    })),
  );
}

async function withVersion(registry: Registry, engine: string, pair: EnginePair) {
  if (pair.from === '*') return pair;
  const { version } = await registry.session(engine, pair);
  const told = await version();
  return { ...pair, ...(told === undefined ? {} : { version: told }) };
}

function isAnswered(translated: readonly FinishedText[]): boolean | undefined {
  const lines = translated.map(({ text, origin, flags }, i) => ({ i, t: text, o: origin, f: flags }));
  const counts = countTranslated(lines);
  return counts.translated > 0 || (counts.unanswered > 0 ? false : undefined);
}

/** Sums up the working time that a session reports; undefined where it reports none. */
function createStopwatch(): { add: (ms: number) => void; ms: () => number | undefined } {
  let sum: number | undefined;
  return {
    add: (ms) => {
      sum = (sum ?? 0) + ms;
    },
    ms: () => sum,
  };
}

const BEFORE = 3;
const AFTER = 2;

/** The surroundings of a chunk's segments in their document. */
function surroundingsOf({ segments, title }: CachedJob, indexes: readonly number[]): Surroundings {
  const first = Math.min(...indexes);
  const last = Math.max(...indexes);
  const texts = (from: number, to: number): string[] =>
    segments.slice(Math.max(0, from), to).map(({ text }) => readableText(text));
  return {
    ...(title === undefined ? {} : { title }),
    before: texts(first - BEFORE, first),
    after: texts(last + 1, last + 1 + AFTER),
  };
}

function segmentAt(segments: readonly SegmentLine[], index: number): SegmentLine {
  const segment = segments[index];
  if (!segment) throw new WorkerError('internal_error', `The job has no segment ${index}.`, false);
  return segment;
}

async function journalLines(
  indexes: readonly number[],
  translated: readonly FinishedText[],
): Promise<Uint8Array> {
  const yieldIfDue = createYield();
  let lines = '';
  for (const [n, { text, origin, flags }] of translated.entries()) {
    lines += encodeJournalLine({
      i: indexes[n]!,
      t: text,
      ...(origin === 'engine' ? {} : { o: origin }),
      ...(flags.length === 0 ? {} : { f: flags }),
    });
    await yieldIfDue();
  }
  return Buffer.from(lines);
}
