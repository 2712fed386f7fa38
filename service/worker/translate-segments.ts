import { EngineClosedError } from '../engines/engine.ts';
import type { EngineCapabilities, EngineSession, TranslateOptions } from '../engines/engine.ts';
import { translateReliably } from '../engines/reliably.ts';
import type { RetryPolicy } from '../engines/reliably.ts';
import type { CodeRules } from '../text/code-rules.ts';
import { compileGlossary, missingTerms } from '../text/glossary.ts';
import type { Glossary } from '../text/glossary.ts';
import { prepareSegment } from '../text/prepare.ts';
import type { Prepared } from '../text/prepare.ts';
import { WorkerError } from './port.ts';
import type { SegmentFlag } from './port.ts';

export interface TranslateSegmentsRequest {
  readonly session: EngineSession;
  readonly capabilities: EngineCapabilities;
  /** `text` is coded text; `index` comes back with its translation. */
  readonly segments: readonly AskedSegment[];
  readonly options: TranslateOptions;
  readonly signal: AbortSignal;
  /** Canonical tag of the source language, for the ends of sentences in overlong segments. */
  readonly from?: string;
  readonly retry?: RetryPolicy;
}

interface AskedSegment {
  readonly index: number;
  readonly text: string;
  readonly rules?: CodeRules;
}

export interface TranslatedSegment {
  index: number;
  /** Coded text with every standalone code of the source, well nested. */
  text: string;
  flags: SegmentFlag[];
}

const NO_GLOSSARY: Glossary = new Map();

/**
 * Translates one chunk, in order: masks what must come back exactly, locks glossary terms for engines without a glossary,
 * asks the engine, mends codes, and says what happened to each segment. A segment that the engine answers with nothing
 * keeps its source (`untranslated`).
 *
 * Rejects with a WorkerError `engine_failed` where the engine gave nothing usable after its retries, and at once with the
 * signal's reason where aborted. An engine closed under the call is a retryable `crashed`: the service shuts down.
 */
export async function translateSegments(request: TranslateSegmentsRequest): Promise<TranslatedSegment[]> {
  const { session, capabilities, segments, options, signal } = request;
  signal.throwIfAborted();
  const glossary = options.glossary ? compiled(options.glossary) : NO_GLOSSARY;
  const prepared = segments.map(({ text, rules }) =>
    prepareSegment(text, {
      rules,
      from: request.from ?? 'und',
      lockedTerms: capabilities.glossary ? NO_GLOSSARY : glossary,
      inlineCodes: capabilities.inlineCodes,
    }),
  );
  const questions = prepared.flatMap((one) => one.questions);
  const answers = await ask(session, questions, usableOptions(options, capabilities), signal, request.retry);
  let next = 0;
  return segments.map(({ index, text }, n) => {
    const own = answers.slice(next, next + prepared[n]!.questions.length);
    next += own.length;
    return { index, ...target(text, prepared[n]!, own, glossary) };
  });
}

function target(
  source: string,
  prepared: Prepared,
  answers: readonly (string | undefined)[],
  glossary: Glossary,
): { text: string; flags: SegmentFlag[] } {
  const given = answers.filter((answer) => answer !== undefined);
  if (given.length < answers.length) return { text: source, flags: ['untranslated'] };
  const { text, outcome } = prepared.restore(given);
  const flags: SegmentFlag[] = [];
  if (outcome === 'repaired') flags.push('codes_repaired');
  if (outcome === 'fallback') flags.push('codes_fallback');
  if (missingTerms(source, text, glossary).length > 0) flags.push('glossary_term_missing');
  return { text, flags };
}

async function ask(
  session: EngineSession,
  questions: readonly string[],
  options: TranslateOptions,
  signal: AbortSignal,
  retry: RetryPolicy | undefined,
): Promise<(string | undefined)[]> {
  if (questions.length === 0) return [];
  try {
    return await translateReliably(session, questions, options, signal, retry);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EngineClosedError) throw new WorkerError('crashed', error.message, true);
    const why = error instanceof Error ? error.message : String(error);
    throw new WorkerError('engine_failed', `The engine could not translate: ${why}`, false);
  }
}

/** What the engine can use; the rest has become a warning when the job was made. */
function usableOptions(options: TranslateOptions, capabilities: EngineCapabilities): TranslateOptions {
  const { tone, context, glossary } = options;
  return {
    ...(tone !== undefined && capabilities.tone !== 'none' ? { tone } : {}),
    ...(context !== undefined && capabilities.context ? { context } : {}),
    ...(glossary !== undefined && capabilities.glossary ? { glossary } : {}),
  };
}

/** A job's chunks come with the same glossary object: it is made ready once. */
const compiledGlossaries = new WeakMap<object, Glossary>();

function compiled(entries: NonNullable<TranslateOptions['glossary']>): Glossary {
  let glossary = compiledGlossaries.get(entries);
  if (!glossary) {
    glossary = compileGlossary(entries);
    compiledGlossaries.set(entries, glossary);
  }
  return glossary;
}
