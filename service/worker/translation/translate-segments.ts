import { EngineClosedError } from '../../engines/engine.ts';
import type { EngineCapabilities, EngineSession, TranslateOptions } from '../../engines/engine.ts';
import { RETRY_POLICY, translateReliably } from '../../engines/reliably.ts';
import type { RetryPolicy } from '../../engines/reliably.ts';
import { createYield } from '../../lib/yielding.ts';
import { WorkerError } from '../translation-port.ts';
import type { Question } from '../../text/prepare.ts';
import { withSecondTry } from './second-try.ts';
import { leftOut } from '../text/segment-texts.ts';
import type { ChunkSegment, ChunkTexts, FinishedText, SegmentTexts } from '../text/segment-texts.ts';

export interface TranslateSegmentsRequest {
  readonly session: EngineSession;
  readonly capabilities: EngineCapabilities;
  readonly texts: SegmentTexts;
  readonly segments: readonly ChunkSegment[];
  readonly options: TranslateOptions;
  readonly signal: AbortSignal;
  /** Canonical tags, for the ends of sentences in overlong segments and for what is odd in a translation. */
  readonly from?: string;
  readonly to?: string;
  readonly retry?: RetryPolicy;
}

/**
 * Translates one chunk, and returns the targets in order: masks what must come back exactly, locks glossary terms for engines
 * without a glossary, asks the engine, mends codes, and says what happened to each segment. A segment that the engine answers with
 * nothing keeps its source (`untranslated`), as does one whose answer is absurdly long and one with too many codes
 * (`too_many_codes`), and one that takes too much time or memory to be prepared or completed.
 *
 * Rejects with a WorkerError `engine_failed` where the engine gave nothing usable after its retries, and at once with the
 * signal's reason where aborted. An engine closed under the call is a retryable `crashed`: the service shuts down.
 */
export async function translateSegments(request: TranslateSegmentsRequest): Promise<FinishedText[]> {
  const { capabilities, texts, segments, options, signal } = request;
  signal.throwIfAborted();
  const chunk: ChunkTexts = {
    segments,
    from: request.from ?? 'und',
    to: request.to ?? 'und',
    inlineCodes: capabilities.inlineCodes,
    ...(options.glossary ? { glossary: glossaryJson(options.glossary) } : {}),
    lockTerms: !capabilities.glossary,
  };
  const prepared = await texts.prepare(chunk);
  const questions = prepared.flatMap((own) => own ?? []);
  const answers = await answersTo(request, questions);
  let next = 0;
  const ownAnswers = prepared.map((own) => answers.slice(next, (next += own?.length ?? 0)));
  const finished = await finish(texts, chunk, prepared, ownAnswers);
  return segments.map(({ text }, n) => finished[n] ?? leftOut(text));
}

/** The finished texts: undefined where they were not prepared, or take too much now. */
async function finish(
  texts: SegmentTexts,
  chunk: ChunkTexts,
  prepared: readonly unknown[],
  answers: readonly (readonly (string | undefined)[])[],
): Promise<(FinishedText | undefined)[]> {
  if (!prepared.includes(undefined)) return texts.finish(chunk, answers);
  const isKept = (_: unknown, n: number): boolean => prepared[n] !== undefined;
  const part = { ...chunk, segments: chunk.segments.filter(isKept) };
  const kept = (await texts.finish(part, answers.filter(isKept))).values();
  return prepared.map((one) => (one === undefined ? undefined : kept.next().value));
}

/** The engine's answers to all questions, asked in parts. */
async function answersTo(
  { session, capabilities, options, signal, retry, from = 'und', to = 'und' }: TranslateSegmentsRequest,
  questions: readonly Question[],
): Promise<(string | undefined)[]> {
  const usable = usableOptions(options, capabilities);
  const policy = { ...(retry ?? RETRY_POLICY), takesBlanks: capabilities.retriesBlanks === true };
  const answers: (string | undefined)[] = [];
  const yieldIfDue = createYield();
  for (const part of inParts(questions, Math.max(MAX_ASKED_UNITS, capabilities.batchChars ?? 0))) {
    const asked = { ...usable, ...aboutTexts(part, capabilities) };
    const first = await ask(session, part, asked, signal, policy);
    const texts = part.map(({ text }) => text);
    answers.push(...(await withSecondTry(session, texts, first, { from, to }, asked, signal)));
    await yieldIfDue();
  }
  return answers;
}

/** Questions and UTF-16 units of one call on this thread that take little time. */
const MAX_ASKED = 1_000;
const MAX_ASKED_UNITS = 30_000;

/** The questions in order, in parts that may be asked at once. */
function inParts(questions: readonly Question[], mostUnits: number): Question[][] {
  const parts: Question[][] = [];
  let units = Infinity;
  for (const question of questions) {
    units += question.text.length;
    if (units > mostUnits || parts.at(-1)!.length >= MAX_ASKED) {
      parts.push([]);
      units = question.text.length;
    }
    parts.at(-1)!.push(question);
  }
  return parts;
}

/** An engine's extra knowledge of each text beside its words; undefined if there is none for any. */
function aboutTexts(questions: readonly Question[], { context }: EngineCapabilities): TranslateOptions {
  const hasShown = questions.some(({ shown }) => shown !== undefined);
  const hasTerms = questions.some(({ terms }) => terms !== undefined);
  const hasWhole = context && questions.some(({ whole }) => whole !== undefined);
  return {
    ...(hasShown ? { shown: questions.map(({ shown }) => shown) } : {}),
    ...(hasTerms ? { terms: questions.map(({ terms }) => terms) } : {}),
    ...(hasWhole ? { wholes: questions.map(({ whole }) => whole) } : {}),
  };
}

async function ask(
  session: EngineSession,
  questions: readonly Question[],
  options: TranslateOptions,
  signal: AbortSignal,
  retry: RetryPolicy,
): Promise<(string | undefined)[]> {
  try {
    const texts = questions.map(({ text }) => text);
    return await translateReliably(session, texts, options, signal, retry);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineClosedError) throw new WorkerError('crashed', error.message, true);
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkerError('engine_failed', `The engine could not translate: ${why}`, false);
  }
}

/** The options the engine can use; the rest became warnings when the job was made. */
function usableOptions(options: TranslateOptions, capabilities: EngineCapabilities): TranslateOptions {
  const { tone, context, glossary, surroundings, urgent, alone, report } = options;
  return {
    ...(urgent ? { urgent } : {}),
    ...(alone ? { alone } : {}),
    ...(report ? { report } : {}),
    ...(tone !== undefined && capabilities.tone !== 'none' ? { tone } : {}),
    ...(context !== undefined && capabilities.context ? { context } : {}),
    ...(glossary !== undefined && capabilities.glossary ? { glossary } : {}),
    ...(surroundings !== undefined && capabilities.surroundings ? { surroundings } : {}),
  };
}

/** A job's chunks come with the same glossary object: it is written once. */
const glossaries = new WeakMap<object, string>();

function glossaryJson(entries: NonNullable<TranslateOptions['glossary']>): string {
  const json = glossaries.get(entries) ?? JSON.stringify(entries);
  glossaries.set(entries, json);
  return json;
}
