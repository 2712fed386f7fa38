import { randomUUID } from 'node:crypto';
import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { Ledger } from '../../accounts/accounts-port.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import type { Log } from '../../log.ts';
import { WorkerError } from '../../worker/translation-port.ts';
import type { ExaminedTexts, TranslatedTexts } from '../../worker/document-port.ts';
import type { Route } from '../../worker/engine-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { asSentence, isAborted, jobErrorOf } from './failures.ts';
import type { Remembered } from '../language-data.ts';
import { optionWarnings, withoutDuplicates } from '../admit/options.ts';
import type { NewTexts, TextsAnswer } from '../jobs-port.ts';
import type { RunningPlaces } from '../admit/running-places.ts';

/** Requests at the same time, in all and per account: jobs and other accounts still get their turns. */
const AT_ONCE = 8;
const EACH = 4;

export interface TextsParts {
  ledger: Ledger;
  translation: TranslationPort;
  remembered: Remembered;
  places: RunningPlaces;
  log: Log | undefined;
  now: () => string;
  /** Milliseconds that an answer may take. */
  limitMs?: number;
}

/**
 * Translates texts without a job: reserved, translated, captured in one write, answered. A crash in between
 * leaves nothing. Without a route they come back as they are.
 */
export type TranslateTexts = (request: NewTexts, route?: Route) => Promise<TextsAnswer>;

export function createTranslateTexts(parts: TextsParts): TranslateTexts {
  const { ledger, translation, now, log, limitMs = LIMITS.textsMs } = parts;
  const inTurn = createFairSemaphore({ permits: AT_ONCE, each: EACH });

  const translate = async (
    request: NewTexts,
    route: Route | undefined,
    signal: AbortSignal,
  ): Promise<TextsAnswer> => {
    const { accountId: account, segments, markup } = request;
    const jobId = randomUUID();
    const stop = (): void => void translation.release(jobId).catch(() => undefined);
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const texts = segments.map(({ text }) => text);
      const examined = await translation.examineTexts({
        jobId,
        account,
        texts,
        ...(markup ? { markup } : {}),
      });
      ledger.reserve(account, jobId, examined.sourceChars);
      signal.throwIfAborted();
      const answer = route
        ? await askFor(request, route, { jobId, texts, examined, signal })
        : asTheyAre(texts);
      // On a full disk the charge waits for the next write: the answer is not withheld.
      await ledger
        .captureAtOnce(jobId, account, examined.sourceChars, now())
        .catch((err: unknown) => log?.error({ err }, 'a charge could not be written yet'));
      return {
        segments: answer.segments.map((segment, i) => {
          const { text, id } = segments[i]!;
          const { chars } = examined.sizes[i]!;
          return { ...segment, source: text, chars, ...(id === undefined ? {} : { id }) };
        }),
        source_chars: examined.sourceChars,
        engine: route?.engine ?? '',
        engine_pair: route?.pair ?? { from: request.from, to: request.to },
        warnings: answer.warnings,
      };
    } finally {
      signal.removeEventListener('abort', stop);
      ledger.release(jobId);
    }
  };

  const askFor = async (
    request: NewTexts,
    route: Route,
    {
      jobId,
      texts,
      examined,
      signal,
    }: { jobId: string; texts: string[]; examined: ExaminedTexts; signal: AbortSignal },
  ): Promise<TranslatedTexts> => {
    const { accountId: account, options, markup } = request;
    const known = await parts.remembered.lookUp(
      request,
      examined.segments.map(({ text }) => text),
    );
    signal.throwIfAborted();
    const { tone, context } = options;
    const glossary = withoutDuplicates(options.glossary);
    const answer = await translation.translateTexts({
      jobId,
      account,
      segments: examined.segments.map((segment, i) => {
        const hit = known[i];
        return hit ? { ...segment, known: hit } : segment;
      }),
      ...(markup ? { fragments: { texts, markup } } : {}),
      engine: route.engine,
      pair: route.pair,
      options: {
        ...(tone === undefined ? {} : { tone }),
        ...(context === undefined ? {} : { context }),
        ...(glossary.entries ? { glossary: glossary.entries } : {}),
      },
    });
    signal.throwIfAborted();
    if (isUnanswered(answer)) throw noAnswers();
    const warnings = [
      ...optionWarnings(options, route.capabilities),
      ...glossary.warnings,
      ...answer.warnings,
    ];
    return { ...answer, warnings };
  };

  return async (request, route) => {
    const { accountId, signal: gone } = request;
    const leavePlace = parts.places.take(accountId);
    const late = AbortSignal.timeout(limitMs);
    const signal = gone ? AbortSignal.any([gone, late]) : late;
    try {
      return await inTurn(accountId, () => translate(request, route, signal), signal);
    } catch (error) {
      gone?.throwIfAborted();
      if (late.aborted) throw tooSlow(limitMs);
      if (!(error instanceof WorkerError) || isAborted(error)) throw error;
      log?.error({ err: error }, 'texts could not be translated');
      const { message } = error.code === 'internal_error' ? jobErrorOf(error) : error;
      throw new ProblemError('engine_unavailable', asSentence(message));
    } finally {
      leavePlace();
    }
  };
}

/** Whether nothing is translated, and the engine was asked for something. */
function isUnanswered({ segments }: TranslatedTexts): boolean {
  return (
    segments.every(({ origin }) => origin === 'copied') &&
    segments.some(({ flags }) => flags.some(({ code, reason }) => code === 'untranslated' && !reason))
  );
}

function asTheyAre(texts: readonly string[]): TranslatedTexts {
  return { segments: texts.map((text) => ({ text, origin: 'copied', flags: [] })), warnings: [] };
}

function noAnswers(): ProblemError {
  return new ProblemError(
    'engine_unavailable',
    'The engine answered with nothing, although it was asked several times. Try again, or another engine.',
  );
}

function tooSlow(limitMs: number): ProblemError {
  return new ProblemError(
    'engine_unavailable',
    `The engine has not answered in ${Math.round(limitMs / 1_000)} seconds. Send less text at once, or a batch, whose progress can be followed.`,
    { reason: 'engine_no_answer', details: { seconds: Math.round(limitMs / 1_000) } },
  );
}
