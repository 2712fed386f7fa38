import { randomUUID } from 'node:crypto';
import type { ClientRules } from '../../clients/clients-port.ts';
import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { Ledger } from '../../accounts/accounts-port.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { Log } from '../../log.ts';
import type { ExaminedTexts, TranslatedTexts } from '../../worker/document-port.ts';
import type { Route } from '../../worker/engine-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { engineProblem } from './failures.ts';
import type { Remembered } from '../language-data.ts';
import { optionWarnings, withoutDuplicates } from '../admit/options.ts';
import type { NewTexts, TextsAnswer } from '../jobs-port.ts';
import type { RunningPlaces } from '../admit/running-places.ts';

/** Concurrent requests, in all and per account, so that jobs and other accounts still make progress. */
const MAX_CONCURRENT = 8;
const MAX_CONCURRENT_EACH = 4;

export interface TextsParts {
  clients: ClientRules;
  hostsOf: (engine: string) => readonly string[];
  ledger: Ledger;
  translation: TranslationPort;
  remembered: Remembered;
  places: RunningPlaces;
  log: Log | undefined;
  now: () => string;
  /** Milliseconds for an answer. */
  limitMs?: number;
}

/**
 * Translates an account's texts without a job: all reserved, translated, captured in one write, answered. A
 * crash in between leaves nothing. Texts without a route come back as they are.
 */
export type TranslateTexts = (requests: readonly NewTexts[]) => Promise<TextsAnswer[]>;

export function createTranslateTexts(parts: TextsParts): TranslateTexts {
  const { ledger, translation, now, log, limitMs = LIMITS.textsMs } = parts;
  const withPermit = createFairSemaphore({ permits: MAX_CONCURRENT, each: MAX_CONCURRENT_EACH });

  const translate = async (
    account: string,
    requests: readonly NewTexts[],
    signal: AbortSignal,
  ): Promise<TextsAnswer[]> => {
    const jobId = randomUUID();
    const stop = (): void => void translation.release(jobId).catch(() => undefined);
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const examined: ExaminedTexts[] = [];
      for (const { segments, markup } of requests) {
        const texts = segments.map(({ text }) => text);
        const task = { jobId, account, texts, ...(markup ? { markup } : {}) };
        examined.push(await translation.examineTexts(task));
        signal.throwIfAborted();
      }
      const chars = examined.reduce((sum, { sourceChars }) => sum + sourceChars, 0);
      ledger.reserve(account, jobId, chars);
      const answers: TextsAnswer[] = [];
      for (const [n, request] of requests.entries()) {
        const asked = { jobId, examined: examined[n]!, signal };
        const answer = request.route
          ? await askEngine(parts, request, request.route, asked)
          : asTheyAre(request);
        answers.push(answerOf(request, examined[n]!, answer));
      }
      // On a full disk the charge waits for the next write: the answer is not withheld.
      await ledger
        .captureAtOnce(jobId, account, chars, now())
        .catch((err: unknown) => log?.error({ err }, 'a charge could not be written yet'));
      return answers;
    } finally {
      signal.removeEventListener('abort', stop);
      ledger.release(jobId);
    }
  };

  return async (requests) => {
    const [first] = requests;
    if (!first) return [];
    const { accountId, signal: gone } = first;
    const leavePlace = parts.places.take(accountId);
    const late = AbortSignal.timeout(limitMs);
    const signal = gone ? AbortSignal.any([gone, late]) : late;
    try {
      return await withPermit(accountId, () => translate(accountId, requests, signal), signal);
    } catch (error) {
      gone?.throwIfAborted();
      if (late.aborted) throw tooSlow(limitMs);
      throw engineProblem(error, log);
    } finally {
      leavePlace();
    }
  };
}

/** Texts that the memory does not know are translated by the engine. */
async function askEngine(
  { translation, remembered, clients, hostsOf }: TextsParts,
  request: NewTexts,
  route: Route,
  { jobId, examined, signal }: { jobId: string; examined: ExaminedTexts; signal: AbortSignal },
): Promise<TranslatedTexts> {
  const { accountId: account, options, markup } = request;
  const texts = request.segments.map(({ text }) => text);
  const known = await remembered.lookUp(
    request,
    examined.segments.map(({ text }) => text),
  );
  signal.throwIfAborted();
  const hosts = hostsOf(route.engine);
  const asked = known.filter((hit) => hit === null).length;
  if (hosts.length > 0 && asked > 0)
    clients.note(ownerOf(request), {
      ...{ event: 'text_sent', engine: route.engine, hosts: [...hosts], segments: asked },
      ...(request.keyId === undefined ? {} : { key_id: request.keyId }),
    });
  const { tone, context } = options;
  const glossary = withoutDuplicates(options.glossary);
  const answer = await translation.translateTexts({
    jobId,
    account,
    owner: ownerOf(request),
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
  const warnings = [...optionWarnings(options, route.capabilities), ...glossary.warnings, ...answer.warnings];
  return { ...answer, warnings };
}

/** Whether the engine was asked and translated nothing. */
function isUnanswered({ segments }: TranslatedTexts): boolean {
  return (
    segments.every(({ origin }) => origin === 'copied') &&
    segments.some(({ flags }) => flags.some(({ code, reason }) => code === 'untranslated' && !reason))
  );
}

function asTheyAre({ segments }: NewTexts): TranslatedTexts {
  return { segments: segments.map(({ text }) => ({ text, origin: 'copied', flags: [] })), warnings: [] };
}

function answerOf(
  { segments, route, from, to }: NewTexts,
  { sizes, sourceChars }: ExaminedTexts,
  answer: TranslatedTexts,
): TextsAnswer {
  return {
    segments: answer.segments.map((segment, i) => {
      const { text, id } = segments[i]!;
      return { ...segment, source: text, chars: sizes[i]!.chars, ...(id === undefined ? {} : { id }) };
    }),
    source_chars: sourceChars,
    engine: route?.engine ?? '',
    engine_pair: route?.pair ?? { from, to },
    warnings: answer.warnings,
  };
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
