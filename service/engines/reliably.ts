import { setTimeout as sleep } from 'node:timers/promises';
import { jitteredBackoffMs } from '../lib/backoff.ts';
import type { BackoffPolicy } from '../lib/backoff.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { EngineError, optionsFor } from './engine.ts';
import type { EngineSession, TranslateOptions } from './engine.ts';

export interface RetryPolicy extends BackoffPolicy {
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Blank answers are final. */
  readonly takesBlanks?: boolean;
}

export const RETRY_POLICY: RetryPolicy = { attempts: 4, firstMs: 250, maxMs: 5_000 };

/**
 * Asks an engine until it has given a usable answer for every text: as many answers as texts, none blank. A
 * text whose answer stays blank is undefined in the result, even if that applies to all: the job, which has
 * other texts, decides whether it fails. Failures that may pass are retried with backoff and jitter.
 *
 * Rejects with the EngineError of the last attempt or, at once, with the signal's reason.
 */
export async function translateReliably(
  session: EngineSession,
  texts: readonly string[],
  options: TranslateOptions,
  signal: AbortSignal,
  policy: RetryPolicy = RETRY_POLICY,
): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = texts.map(() => undefined);
  for (let attempt = 1; ; attempt++) {
    const open = [...answers.keys()].filter((n) => answers[n] === undefined);
    if (open.length === 0) return answers;
    const isLast = attempt >= policy.attempts;
    try {
      const asked = open.map((n) => texts[n]!);
      // An engine may take its time to stop; a cancelling client does not wait for that.
      const got = await untilAborted(session.translate(asked, optionsFor(open, options), signal), signal);
      if (got.length !== asked.length) {
        throw new EngineError(`It answered ${got.length} texts to ${asked.length}.`, { retryable: true });
      }
      for (const [k, n] of open.entries()) if (isUsable(got[k])) answers[n] = got[k];
      if (isLast || policy.takesBlanks) return answers;
    } catch (error) {
      signal.throwIfAborted();
      if (isLast || !(error instanceof EngineError) || !error.retryable) throw error;
    }
    if (answers.includes(undefined)) await backOff(attempt, policy, signal);
  }
}

function isUsable(answer: unknown): answer is string {
  return typeof answer === 'string' && answer.trim() !== '';
}

async function backOff(attempt: number, policy: RetryPolicy, signal: AbortSignal): Promise<void> {
  try {
    await sleep(jitteredBackoffMs(attempt, policy), undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
