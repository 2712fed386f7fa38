import { EngineClosedError, EngineError } from '../../engines/engine.ts';
import type {
  EngineCapabilities,
  EngineSession,
  Surroundings,
  TranslateOptions,
} from '../../engines/engine.ts';
import { RETRY_POLICY, translateReliably } from '../../engines/reliably.ts';
import type { RetryPolicy } from '../../engines/reliably.ts';
import { createYield } from '../../lib/yielding.ts';
import type { AskedChunk, SegmentQuestions } from '../text/chunk.ts';
import type { FinishedText, SegmentAnswers } from '../text/segment-texts.ts';
import { WorkerError } from '../translation-port.ts';
import { engineGlossary, glossaryJson } from './glossary-json.ts';

/** The processing of one call's texts, done elsewhere. */
export interface ChunkWork {
  /**
   * Each segment's questions, if any; undefined: it takes too much time or memory. `surrounded`: see
   * PrepareTask.
   */
  prepare(
    chunk: AskedChunk,
    surrounded: boolean,
  ): Promise<{ questions: readonly (SegmentQuestions | undefined)[]; surroundings?: Surroundings }>;
  /** The targets. `askAgain`: asks for texts once more, see secondTry; empty if that fails. */
  finish(
    chunk: AskedChunk,
    answers: readonly SegmentAnswers[],
    askAgain: (texts: readonly string[]) => Promise<readonly string[]>,
  ): Promise<FinishedText[]>;
}

export interface TranslateSegmentsRequest {
  readonly session: EngineSession;
  readonly capabilities: EngineCapabilities;
  readonly texts: ChunkWork;
  readonly segments: AskedChunk['segments'];
  readonly options: TranslateOptions;
  readonly signal: AbortSignal;
  /** See ChunkTexts. */
  readonly corrections?: string | undefined;
  readonly checks?: string | undefined;
  /** The translator's work beside the segments, for engines that use it. */
  readonly work?: (() => Promise<TranslateOptions['work']>) | undefined;
  /** Title of the document. */
  readonly title?: string | undefined;
  /** Canonical tags, for the ends of sentences in overlong segments and for checks of a translation. */
  readonly from?: string;
  readonly to?: string;
  readonly retry?: RetryPolicy;
}

/**
 * Translates one chunk, and returns the targets in order: masks protected text, locks glossary terms for
 * engines without a glossary, asks the engine, repairs codes, and records the result of each segment. A
 * segment keeps its source (`untranslated`) if its answer is empty or absurdly long, if it has too many codes
 * (`too_many_codes`), or if it takes too much time or memory to prepare or complete.
 *
 * Rejects with a WorkerError `engine_failed` if the engine gave nothing usable after its retries, and at once
 * with the signal's reason if aborted. An engine that ends during the call is a retryable `crashed`.
 */
export async function translateSegments(request: TranslateSegmentsRequest): Promise<FinishedText[]> {
  const { session, capabilities, texts, segments, options, title, corrections, checks, signal } = request;
  signal.throwIfAborted();
  const chunk: AskedChunk = {
    segments,
    from: request.from ?? 'und',
    to: request.to ?? 'und',
    inlineCodes: capabilities.inlineCodes,
    ...(options.glossary ? { glossary: glossaryJson(options.glossary) } : {}),
    lockTerms: !capabilities.glossary,
    ...(corrections === undefined ? {} : { corrections }),
    ...(checks === undefined ? {} : { checks }),
  };
  const prepared = await texts.prepare(chunk, capabilities.surroundings === true);
  const surroundings = prepared.surroundings && {
    ...(title === undefined ? {} : { title }),
    ...prepared.surroundings,
  };
  const work = capabilities.work ? await request.work?.() : undefined;
  const usable = {
    ...usableOptions({ ...options, ...(surroundings ? { surroundings } : {}) }, capabilities),
    ...(work ? { work } : {}),
  };
  const answers = await answersTo(request, joined(prepared.questions), usable);
  let next = 0;
  const ownAnswers = prepared.questions.map((own) => own && answers.slice(next, (next += own.texts.length)));
  return texts.finish(chunk, ownAnswers, (again) => askAgain(session, again, usable, signal));
}

/** The questions of all segments, in order. */
function joined(prepared: readonly (SegmentQuestions | undefined)[]): SegmentQuestions {
  const all = prepared.filter((own) => own !== undefined);
  const join = <Value>(pick: (own: SegmentQuestions) => readonly (Value | undefined)[] | undefined) =>
    all.some(pick)
      ? all.flatMap((own): (Value | undefined)[] => [...(pick(own) ?? own.texts.map(() => undefined))])
      : undefined;
  const shown = join((own) => own.shown);
  const terms = join((own) => own.terms);
  const wholes = join((own) => own.wholes);
  return {
    texts: all.flatMap(({ texts }) => texts),
    ...(shown ? { shown } : {}),
    ...(terms ? { terms } : {}),
    ...(wholes ? { wholes } : {}),
  };
}

/** The engine's answers to all questions, asked in parts. */
async function answersTo(
  { session, capabilities, signal, retry }: TranslateSegmentsRequest,
  questions: SegmentQuestions,
  usable: TranslateOptions,
): Promise<(string | undefined)[]> {
  const policy = { ...(retry ?? RETRY_POLICY), takesBlanks: capabilities.retriesBlanks === true };
  const answers: (string | undefined)[] = [];
  const yieldIfDue = createYield();
  const ends = partEnds(questions.texts, Math.max(MAX_ASKED_UNITS, capabilities.batchChars ?? 0));
  for (const [n, end] of ends.entries()) {
    const part = { from: ends[n - 1] ?? 0, end };
    const options = { ...usable, ...aboutTexts(questions, part, capabilities) };
    answers.push(...(await ask(session, questions.texts.slice(part.from, end), options, signal, policy)));
    await yieldIfDue();
  }
  return answers;
}

/** Empty if the engine fails: there are answers already, if poor ones. */
async function askAgain(
  session: EngineSession,
  texts: readonly string[],
  { urgent, alone, tone, context }: TranslateOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const options = {
    ...(urgent === undefined ? {} : { urgent }),
    ...(alone === undefined ? {} : { alone }),
    ...(tone === undefined ? {} : { tone }),
    ...(context === undefined ? {} : { context }),
  };
  try {
    return await session.translate(texts, options, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineError) return [];
    throw error;
  }
}

/** Questions and UTF-16 units of one call on this thread that take little time. */
const MAX_ASKED = 1_000;
const MAX_ASKED_UNITS = 30_000;

/** Where each part of the questions ends. */
function partEnds(texts: readonly string[], maxUnits: number): number[] {
  const ends: number[] = [];
  let [units, count] = [0, 0];
  for (const [n, { length }] of texts.entries()) {
    if (count > 0 && (units + length > maxUnits || count >= MAX_ASKED)) {
      ends.push(n);
      [units, count] = [0, 0];
    }
    units += length;
    count++;
  }
  return count > 0 ? [...ends, texts.length] : ends;
}

/** An engine's extra information on each text; undefined if there is none. */
function aboutTexts(
  { shown, terms, wholes }: SegmentQuestions,
  { from, end }: { from: number; end: number },
  { context }: EngineCapabilities,
): TranslateOptions {
  const [ownShown, ownTerms] = [shown?.slice(from, end), terms?.slice(from, end)];
  const ownWholes = context ? wholes?.slice(from, end) : undefined;
  const isKnown = (one: unknown): boolean => one !== undefined;
  return {
    ...(ownShown?.some(isKnown) ? { shown: ownShown } : {}),
    ...(ownTerms?.some(isKnown) ? { terms: ownTerms } : {}),
    ...(ownWholes?.some(isKnown) ? { wholes: ownWholes } : {}),
  };
}

async function ask(
  session: EngineSession,
  texts: readonly string[],
  options: TranslateOptions,
  signal: AbortSignal,
  retry: RetryPolicy,
): Promise<(string | undefined)[]> {
  try {
    return await translateReliably(session, texts, options, signal, retry);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WorkerError) throw error;
    if (error instanceof EngineClosedError) throw new WorkerError('crashed', error.message, true);
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkerError('engine_failed', `The engine could not translate: ${why}`, false);
  }
}

/** The options that the engine can use; the others became warnings when the job was created. */
function usableOptions(options: TranslateOptions, capabilities: EngineCapabilities): TranslateOptions {
  const { tone, context, glossary, surroundings, urgent, alone, report } = options;
  return {
    ...(urgent ? { urgent } : {}),
    ...(alone ? { alone } : {}),
    ...(report ? { report } : {}),
    ...(tone !== undefined && capabilities.tone !== 'none' ? { tone } : {}),
    ...(context !== undefined && capabilities.context ? { context } : {}),
    ...(glossary !== undefined && capabilities.glossary ? { glossary: engineGlossary(glossary) } : {}),
    ...(surroundings !== undefined && capabilities.surroundings ? { surroundings } : {}),
  };
}
