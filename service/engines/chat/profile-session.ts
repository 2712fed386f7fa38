import type { EnginePair } from '../../contract/index.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { readableText } from '../../text/codes.ts';
import { joinCoded, splitCoded } from '../../text/sentences.ts';
import type { EngineSession, TranslateOptions } from '../engine.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { answerFault } from './answer-faults.ts';
import { readCompletion, withoutThoughts } from './completion.ts';
import type { ModelProfile, PromptRequest } from './profiles.ts';
import { occurringEntries } from './prompt.ts';
import { decodeTokens, encodeTokens, hasItsMarks } from './tokens.ts';

/** Concurrent requests: a local server processes few at once, and the others' time limits run meanwhile. */
const MAX_CONCURRENT = 4;
/** After this many consecutive failures the rest of a call is skipped: the model is at fault. */
const MAX_FRUITLESS = 12;
/** The same, once a whole call has failed. */
const MAX_FRUITLESS_AGAIN = 2;

/** Sends a request; rejects with a RemoteError. */
export type AskModel = (
  request: PromptRequest,
  signal: AbortSignal,
  how: { readonly urgent: boolean | undefined; readonly isPassing?: (status: number) => boolean },
) => Promise<unknown>;

export interface ProfileServer {
  readonly profile: ModelProfile;
  /** See ModelProfile.forms. */
  readonly owner: string | undefined;
  readonly ask: AskModel;
}

/**
 * A direction of a translation model: one segment a request, in the model's own prompt. If the answer is no
 * translation, asks once more, then for the text's halves; if those fail too, the text stays unanswered,
 * after at most four requests.
 */
export function createProfileSession(pair: EnginePair, server: ProfileServer): EngineSession {
  const complete = createCompletion(pair, server);
  let maxFruitless = MAX_FRUITLESS;

  /** The translation, or undefined for an unusable answer; `whole` unless a code was lost. */
  const attempt = async (text: string, options: TranslateOptions, tries: number, signal: AbortSignal) => {
    const asked = encodeTokens(text);
    const { content, isCut } = await complete(text, options, tries, signal);
    const answer = asSource(withoutThoughts(content), asked.text);
    const coded = decodeTokens(answer, asked);
    const isFaulty = isCut || answerFault(readableText(text), readableText(coded), pair.to) !== undefined;
    return isFaulty ? undefined : { coded, isWhole: hasItsMarks(answer, asked) };
  };

  const translateOne = async (text: string, options: TranslateOptions, signal: AbortSignal) => {
    const first = await attempt(text, options, 0, signal);
    if (first?.isWhole) return first.coded;
    const second = await attempt(text, options, 1, signal);
    // After a second loss of codes text/ restores them: it is still a translation.
    const kept = second?.isWhole ? second : (first ?? second);
    if (kept) return kept.coded;
    const halves = inHalves(text, pair.from);
    if (!halves) return '';
    const answers: string[] = [];
    for (const half of halves) {
      const answer = await attempt(half, options, 0, signal);
      if (!answer) return '';
      answers.push(answer.coded);
    }
    const joined = joinCoded(answers);
    // Halves may be too short to tell.
    return answerFault(readableText(text), readableText(joined), pair.to) === undefined ? joined : '';
  };

  return {
    async translate(texts, options, signal) {
      const gate = createSemaphore(MAX_CONCURRENT);
      const failed = new AbortController();
      const ends = AbortSignal.any([signal, failed.signal]);
      let fruitless = 0;
      const work = texts.map((text) =>
        gate(async () => {
          if (fruitless >= maxFruitless) return '';
          const answer = await translateOne(text, options, ends);
          fruitless = answer === '' ? fruitless + 1 : 0;
          return answer;
        }, ends),
      );
      try {
        const answers = await Promise.all(work);
        if (answers.some((answer) => answer !== '')) maxFruitless = MAX_FRUITLESS;
        else if (fruitless >= MAX_FRUITLESS) maxFruitless = MAX_FRUITLESS_AGAIN;
        return answers;
      } catch (error) {
        failed.abort(error);
        await Promise.allSettled(work);
        signal.throwIfAborted();
        throw error;
      }
    },
    close: () => Promise.resolve(),
  };
}

/** Asks for a completion; remembers the form of the prompt and the sampling that the server accepts. */
function createCompletion(pair: EnginePair, { profile, owner, ask }: ProfileServer) {
  /** The prompt form that the server accepted. */
  let accepted: number | undefined;
  /** Some servers refuse `top_k` and the penalties. */
  let isPlainSampling = false;

  const sampling = (tries: number): object => {
    const { temperature = 0, ...rest } = profile.sampling;
    // At temperature 0 the same request gets the same answer.
    const warmer = tries > 0 && temperature === 0 ? 0.3 : temperature;
    return isPlainSampling ? { temperature: warmer } : { temperature: warmer, ...rest };
  };

  return async (text: string, options: TranslateOptions, tries: number, signal: AbortSignal) => {
    const terms = profile.glossary ? occurringEntries(options.glossary, [text]) : [];
    const prompt = { text: encodeTokens(text).text, pair, terms, context: options.context };
    const forms = profile.forms(prompt, owner);
    const untried = accepted === undefined ? [...forms.keys()] : [accepted];
    for (;;) {
      const form = untried[0] ?? 0;
      const { path, body } = forms[form]!;
      const wasPlain = isPlainSampling;
      const limited = { ...body, stream: false, ...sampling(tries), max_tokens: maxTokens(text) };
      // A template that raises an error is a 500, and stays one.
      const how = untried.length > 1 ? { isPassing: isOverload } : {};
      try {
        const answer = await ask({ path, body: limited }, signal, { urgent: options.urgent, ...how });
        accepted = form;
        return readCompletion(answer);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        if (/top_[kp]|penalty/i.test(error.said) && !wasPlain) isPlainSampling = true;
        else if (untried.length > 1) untried.shift();
        else throw error;
      }
    }
  };
}

/** Limits a model that loops. Scripts unknown to its tokeniser take a token per byte. */
function maxTokens(text: string): number {
  return 128 + 4 * text.length;
}

/** With the source's outer white space, and without quotes that the source lacks. */
function asSource(answer: string, source: string): string {
  const [, before = '', after = ''] = /^(\s*)[^]*?(\s*)$/.exec(source) ?? [];
  const trimmed = answer.trim();
  const quoted = /^["“«„「](.*)["”»“」]$/su.exec(trimmed)?.[1];
  const isQuoted = quoted !== undefined && !/["“”«»„「」]/.test(quoted) && !/^["“«„「]/.test(source.trim());
  return before + (isQuoted ? quoted : trimmed) + after;
}

function inHalves(text: string, language: string): readonly [string, string] | undefined {
  const length = readableText(text).length;
  for (const share of [0.5, 0.65, 0.8]) {
    const pieces = splitCoded(text, language, Math.ceil(length * share));
    if (pieces.length === 2) return [pieces[0]!, pieces[1]!];
  }
  return undefined;
}

function isOverload(status: number): boolean {
  return [408, 425, 429, 502, 503, 504].includes(status);
}

/** The server rejects this form of the prompt, or its template fails on it. */
function isRefusal(error: unknown): error is RemoteError {
  return (
    error instanceof RemoteError &&
    error.status !== undefined &&
    [400, 404, 405, 415, 422, 500, 501].includes(error.status)
  );
}
