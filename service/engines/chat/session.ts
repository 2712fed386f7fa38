import type { EnginePair } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import type { EngineSession, ListedTerm, Surroundings, TranslateOptions } from '../engine.ts';
import { halves, inRequests } from '../remote/in-requests.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { readAnswer } from './answer.ts';
import { readCompletion } from './completion.ts';
import { withoutThinking } from './profiles.ts';
import { ANSWER_FORMAT, messagesFor } from './prompt.ts';
import { readTerms, TERMS_FORMAT, termMessages } from './terms.ts';
import { decodeTokens, encodeTokens, hasItsMarks } from './tokens.ts';
import type { TokenText } from './tokens.ts';

/** Few enough that a small model keeps track of them, and answers within the time limit. */
const REQUEST_SIZE = { most: 20, size: 4_000 };
/**
 * After this many consecutive requests without a translation the rest of a call is skipped: each may cost
 * money.
 */
const MAX_FRUITLESS = 12;
/** The same, once a whole call has failed: the model is at fault, not the texts. */
const MAX_FRUITLESS_AGAIN = 2;
/** Attempts at a text that the model does not answer: each may cost money. */
const MAX_UNANSWERED = 4;
/** Unanswered texts are retried in groups of this size, then one by one. */
const SMALL_GROUP = 4;
const NEIGHBOURS = { before: 3, after: 2 };

export interface ChatServer {
  model(): string;
  /** Rejects with a RemoteError. `retryTimeouts`: false if a smaller request is possible instead. */
  complete(
    body: object,
    signal: AbortSignal,
    how: { readonly retryTimeouts: boolean; readonly urgent: boolean | undefined },
  ): Promise<unknown>;
}

interface Item {
  readonly id: number;
  /** The coded text. */
  readonly source: string;
  readonly asked: TokenText;
}

/** The outcome of a request: the answered items, and whether the answer was truncated. */
interface Round {
  readonly answers: ReadonlyMap<number, string>;
  readonly isCut: boolean;
}

/** A direction of a language model. */
export function createChatSession(pair: EnginePair, server: ChatServer): EngineSession {
  /** Parts of requests that the server refused; left out from then on. */
  const without = new Set<RefusedPart>();
  let maxFruitless = MAX_FRUITLESS;

  const complete = async (
    messages: object,
    signal: AbortSignal,
    how: Parameters<ChatServer['complete']>[2],
    format: object = ANSWER_FORMAT,
  ): Promise<unknown> => {
    const left = new Set(without);
    for (;;) {
      const body = {
        model: server.model(),
        messages,
        stream: false,
        ...(left.has('temperature') ? {} : { temperature: 0 }),
        ...(left.has('response_format') ? {} : { response_format: format }),
        ...(left.has('thinking') ? {} : withoutThinking(server.model())),
      };
      try {
        const answer = await server.complete(body, signal, how);
        for (const part of left) without.add(part);
        return answer;
      } catch (error) {
        const refused = refusedPart(error);
        if (refused === undefined || left.has(refused)) throw error;
        left.add(refused);
      }
    }
  };

  return {
    async translate(texts, options, signal) {
      const all = texts.map((source, n): Item => ({ id: n + 1, source, asked: encodeTokens(source) }));
      const answers = new Map<number, string>();
      /** How often each item was sent, and missing from a complete answer. */
      const unanswered = new Map<number, number>();
      const timesUnanswered = ({ id }: Item): number => unanswered.get(id) ?? 0;
      let fruitless = 0;

      const round = async (items: readonly Item[]): Promise<Round> => {
        const messages = messagesFor(
          items.map(({ id, asked }) => ({ id, text: asked.text })),
          pair,
          { ...options, surroundings: surroundingsOf(items, all, options) },
          items.map(({ source }) => source),
        );
        const how = { retryTimeouts: items.length === 1, urgent: options.urgent };
        const { content, isCut } = readCompletion(await complete(messages, signal, how));
        const found = readAnswer(content, new Set(items.map(({ id }) => id)));
        fruitless = found.size > 0 ? 0 : fruitless + 1;
        if (found.size > 0) maxFruitless = MAX_FRUITLESS;
        return { answers: found, isCut };
      };

      /** Fills `answers`. Items that the model does not answer even alone are left out. */
      const translate = async (items: readonly Item[]): Promise<void> => {
        let open = items.filter((item) => timesUnanswered(item) < MAX_UNANSWERED);
        let isTooLong = false;
        // Once for all of them, and once more for those without a complete answer.
        for (let tries = 0; tries < 2 && open.length > 0; tries++) {
          if (fruitless >= maxFruitless) return;
          let result: Round;
          try {
            result = await round(open);
          } catch (error) {
            if (open.length < 2 || !isTooMuch(error)) throw error;
            isTooLong = true;
            break;
          }
          for (const item of open) {
            const answer = result.answers.get(item.id);
            // A second answer without marks is still a translation: text/ restores them.
            if (answer !== undefined) answers.set(item.id, answer);
            else if (!result.isCut) unanswered.set(item.id, timesUnanswered(item) + 1);
          }
          isTooLong = result.isCut;
          open = open.filter((item) => {
            const answer = answers.get(item.id);
            return answer === undefined || (tries === 0 && !hasItsMarks(answer, item.asked));
          });
          // Too long or unparsable: repeating the request gives the same result.
          if ((result.isCut || result.answers.size === 0) && open.length > 1) break;
        }
        const missing = open.filter(({ id }) => !answers.has(id));
        if (missing.length === 0 || (missing.length === 1 && items.length === 1)) return;
        const parts = isTooLong && missing.length > 1 ? halves(missing) : groupsOf(missing, timesUnanswered);
        for (const part of parts) await translate(part);
      };

      for (const part of inRequests(all, REQUEST_SIZE, ({ asked }) => asked.text.length)) {
        await translate(part);
      }
      if (answers.size === 0 && fruitless >= MAX_FRUITLESS) maxFruitless = MAX_FRUITLESS_AGAIN;
      return all.map(({ id, asked }) => decodeTokens(answers.get(id) ?? '', asked));
    },
    async listTerms(texts, options, signal) {
      const list = async (part: readonly string[], isHalf: boolean): Promise<ListedTerm[]> => {
        const isAlone = isHalf || part.length < 2;
        const how = { retryTimeouts: isAlone, urgent: undefined };
        try {
          const answer = await complete(termMessages(part, pair, options), signal, how, TERMS_FORMAT);
          const found = readTerms(readCompletion(answer).content);
          if (found || isAlone) return found ?? [];
        } catch (error) {
          if (isAlone || !isTooMuch(error)) throw error;
        }
        // An unparsable answer is most often a truncated one. Once: each request may cost money.
        const [first, second] = halves(part);
        return [...(await list(first, true)), ...(await list(second, true))];
      };
      return list(texts, false);
    },
    close: () => Promise.resolve(),
  };
}

/** The context of a request's items: the call's other items, and beyond them the call's own context. */
function surroundingsOf(
  items: readonly Item[],
  all: readonly Item[],
  { surroundings }: TranslateOptions,
): Surroundings {
  const { before = [], after = [], ...rest } = surroundings ?? {};
  const textsOf = (some: readonly Item[]): string[] => some.map(({ source }) => readableText(source));
  const others = { before: all.slice(0, items[0]!.id - 1), after: all.slice(items.at(-1)!.id) };
  return {
    ...rest,
    before: [...before, ...textsOf(others.before.slice(-NEIGHBOURS.before))].slice(-NEIGHBOURS.before),
    after: [...textsOf(others.after.slice(0, NEIGHBOURS.after)), ...after].slice(0, NEIGHBOURS.after),
  };
}

/** Smaller groups of the unanswered items, so that each is sent alone before it is given up. */
function groupsOf(items: readonly Item[], timesUnanswered: (item: Item) => number): Item[][] {
  const isSmall = items.length <= SMALL_GROUP || items.some((item) => timesUnanswered(item) > 1);
  return inRequests(items, { most: isSmall ? 1 : SMALL_GROUP, size: Infinity }, () => 0);
}

type RefusedPart = 'response_format' | 'temperature' | 'thinking';

/** The part of the request that this server or its model does not support, from its error message. */
function refusedPart(error: unknown): RefusedPart | undefined {
  if (!(error instanceof RemoteError) || error.status === undefined) return undefined;
  if (![400, 404, 415, 422, 500, 501].includes(error.status)) return undefined;
  if (/temperature/i.test(error.said)) return 'temperature';
  if (/reasoning_effort|chat_template_kwargs|enable_thinking/i.test(error.said)) return 'thinking';
  if (isTooLong(error)) return undefined;
  if (/response_?format|json_?schema|structured|grammar|schema/i.test(error.said)) return 'response_format';
  // Without a known reason, the rarer feature is the likelier one.
  return error.status === 400 || error.status === 422 || error.status === 501 ? 'response_format' : undefined;
}

function isTooLong(error: RemoteError): boolean {
  return (
    error.status === 413 ||
    /context.{0,20}(length|size|window)|too (long|large|many tokens)|maximum.{0,30}tokens/i.test(error.said)
  );
}

/** Whether a request with fewer items may pass. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false;
  return error.failure === 'timeout' || error.failure === 'size' || isTooLong(error);
}
