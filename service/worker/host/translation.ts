import { createYield } from '../../lib/yielding.ts';
import { testEngine } from '../../engines/test-engine.ts';
import { teamDirection } from '../../engines/team-direction.ts';
import type { Team, TeamOffers } from '../../engines/team-engine.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import { again } from '../again.ts';
import type {
  PackagePort,
  TermsTask,
  TextsTask,
  TranslatedChunk,
  TranslatedTexts,
  TranslateTask,
} from '../document-port.ts';
import type { EngineConfiguration } from '../engine-port.ts';
import { countTranslated } from '../flag-warnings.ts';
import { createJobWork } from '../job-work.ts';
import { isAsked } from '../text/present-texts.ts';
import type { FinishedText } from '../text/segment-texts.ts';
import type { TranslationPort } from '../translation-port.ts';
import type { DocumentTasks } from './document-tasks.ts';
import type { EngineProcess } from './engine-process.ts';
import { createEngineSessions, isOffline } from './engine-sessions.ts';
import type { TextTasks } from './text-tasks.ts';
import { translateSegments } from './translate-segments.ts';

export interface TranslationParts {
  /** The engines of this machine. */
  engines: EngineProcess;
  documents: DocumentTasks;
  texts: TextTasks;
  /** The workers of a team, which run the offline engines instead of this machine. */
  team?: (Team & { offers(): TeamOffers; onChange(listener: () => void): void }) | undefined;
}

/** `onRestart`: see EngineProcess. */
export type Translation = TranslationPort &
  PackagePort &
  Pick<EngineProcess, 'onRestart'> & {
    /** Drops the answers that are kept for equal texts, whosesoever they are. */
    forgetAnswers(): void;
  };

/** Joins engines, documents and texts: prepares a chunk, asks for it and finishes it. */
export function createTranslation({ engines, documents, texts, team }: TranslationParts): Translation {
  const work = createJobWork();
  const sessions = createEngineSessions(engines, team);

  const translate = async (task: TranslateTask, signal: AbortSignal): Promise<TranslatedChunk> => {
    const { session, capabilities } = await sessions.open(task);
    const worked = createStopwatch();
    const translated = await translateSegments({
      session,
      capabilities,
      texts: texts.of(task.account, signal),
      segments: { segmentsPath: task.segmentsPath, indexes: task.indexes },
      title: task.title,
      corrections: task.corrections,
      checks: task.checks,
      work: task.work,
      options: {
        ...engineOptions(task.options),
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
    const { session, capabilities } = await sessions.open(task);
    const asked = task.segments.filter(isAsked);
    const targets =
      asked.length === 0
        ? []
        : await translateSegments({
            session,
            capabilities,
            texts: texts.of(task.account, signal),
            segments: asked,
            options: { urgent: true, ...engineOptions(task.options) },
            from: task.pair.from,
            to: task.pair.to,
            signal,
          });
    const { segments, fragments } = task;
    return texts.present(task.account, { segments, ...(fragments ? { fragments } : {}), targets }, signal);
  };

  const listTerms = async (
    { jobId, engine, pair, texts: asked, context }: TermsTask,
    signal: AbortSignal,
  ): ReturnType<TranslationPort['listTerms']> => {
    const { capabilities } = await engines.direction({ engine, pair });
    if (!capabilities.terms) return 'unable';
    if (!capabilities.work) return 'forbidden';
    if (asked.length === 0) return [];
    signal.throwIfAborted();
    const stop = (): void => void engines.release(jobId).catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await engines.listTerms({ id: jobId, engine, pair, texts: asked, context });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  let configuration: EngineConfiguration | undefined;
  const configure = async (): Promise<void> => {
    if (!configuration) return;
    sessions.keep(configuration.cacheMb * 1_048_576);
    await engines.configure(team ? { ...configuration, team: team.offers() } : configuration);
  };
  team?.onChange(() => void configure());

  /** Runs work under its id; again if its process dies. */
  const under = <Value>(id: string, task: (signal: AbortSignal) => Promise<Value>): Promise<Value> =>
    work.run(id, (signal) => again(() => task(signal)));

  return {
    ...engines,
    forgetAnswers: () => sessions.forget(),
    configure: (next) => {
      configuration = next;
      return configure();
    },
    testEngine: async (id) => {
      const found = team && isOffline(id) && (await engines.engines()).find((engine) => engine.id === id);
      if (!found) return engines.testEngine(id);
      return testEngine(found, found, (pair) => Promise.resolve(teamDirection(team, id, pair).session));
    },
    extract: (task) => under(task.jobId, (signal) => documents.extract(task, signal)),
    examine: (task) => under(task.jobId, (signal) => documents.examine(task, signal)),
    prepareBatch: (task) => under(task.jobId, (signal) => documents.prepareBatch(task, signal)),
    plan: (task) => under(task.jobId, (signal) => texts.plan(task, signal)),
    segments: (task) => again(() => texts.page(task)),
    effort: (task) => again(() => texts.effort(task)),
    examineTexts: (task) =>
      under(task.jobId, (signal) => texts.examine(task.account, task.texts, task.markup, signal)),
    translateTexts: (task) => under(task.jobId, (signal) => translateTexts(task, signal)),
    listTerms: (task) => under(task.jobId, (signal) => listTerms(task, signal)),
    // The runner of a job retries, which knows the journal.
    translate: (task) => work.run(task.jobId, (signal) => translate(task, signal)),
    assemble: (task) => work.run(task.jobId, (signal) => documents.assemble(task, signal)),
    export: (task) => under(task.jobId, (signal) => documents.export(task, signal)),
    drawPage: (task) => under(task.jobId, (signal) => documents.drawPage(task, signal)),
    check: (task) => under(task.jobId, (signal) => documents.check(task, signal)),
    preview: (task) => under(task.jobId, (signal) => documents.preview(task, signal)),
    readPackage: (task) => under(task.jobId, (signal) => documents.readPackage(task, signal)),
    countPackage: (task) => under(task.jobId, (signal) => documents.countPackage(task, signal)),
    returnPackage: (task) => under(task.jobId, (signal) => documents.returnPackage(task, signal)),
    unpackEntry: (task) => under(task.jobId, (signal) => documents.unpackEntry(task, signal)),
    edit: (task) => under(task.jobId, (signal) => documents.edit(task, signal)),
    release: (id) => work.release(id),
  };
}

function engineOptions({ tone, context, glossary }: TextsTask['options']): TextsTask['options'] {
  return {
    ...(tone === undefined ? {} : { tone }),
    ...(context === undefined ? {} : { context }),
    ...(glossary === undefined ? {} : { glossary }),
  };
}

function isAnswered(translated: readonly FinishedText[]): boolean | undefined {
  const lines = translated.map(({ text, origin, flags }, i) => ({ i, t: text, o: origin, f: flags }));
  const counts = countTranslated(lines);
  return counts.translated > 0 || (counts.unanswered > 0 ? false : undefined);
}

/** Sums up the working time that a session reports; undefined if it reports none. */
function createStopwatch(): { add: (ms: number) => void; ms: () => number | undefined } {
  let sum: number | undefined;
  return {
    add: (ms) => {
      sum = (sum ?? 0) + ms;
    },
    ms: () => sum,
  };
}

async function journalLines(
  indexes: readonly number[],
  translated: readonly FinishedText[],
): Promise<Uint8Array> {
  const yieldIfDue = createYield();
  let lines = '';
  for (const [n, { text, origin, flags, engineText, learned }] of translated.entries()) {
    lines += encodeJournalLine({
      i: indexes[n]!,
      t: text,
      ...(origin === 'engine' ? {} : { o: origin }),
      ...(flags.length === 0 ? {} : { f: flags }),
      ...(engineText === undefined ? {} : { e: engineText }),
      ...(learned === undefined ? {} : { l: learned }),
    });
    await yieldIfDue();
  }
  return Buffer.from(lines);
}
