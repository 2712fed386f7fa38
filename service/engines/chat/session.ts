import type { EnginePair } from '../../contract/index.ts';
import type { EngineSession, TranslateOptions } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { halves, inRequests } from '../remote/in-requests.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { readAnswer } from './answer.ts';
import { ANSWER_FORMAT, messagesFor } from './prompt.ts';
import { decodeTokens, encodeTokens, hasItsMarks } from './tokens.ts';
import type { TokenText } from './tokens.ts';

/** Few enough that a small model keeps count of them, and answers within the time limit. */
const REQUEST_SIZE = { most: 20, size: 4_000 };

export interface ChatServer {
  model(): string;
  /** `patient`: whether to ask again where nothing comes in time; less can be asked for where not. */
  complete(body: object, signal: AbortSignal, patient: boolean): Promise<unknown>;
}

interface Item {
  readonly id: number;
  /** The coded text. */
  readonly source: string;
  readonly asked: TokenText;
}

/** What came of a request: the items it has answered, and whether the answer was cut off. */
interface Round {
  readonly answers: ReadonlyMap<number, string>;
  readonly isCut: boolean;
}

/** A direction of a language model. */
export function createChatSession(pair: EnginePair, server: ChatServer): EngineSession {
  /** What a server has refused is not asked of it again. */
  const without = new Set<'response_format' | 'temperature'>();

  const complete = async (messages: object, signal: AbortSignal, patient: boolean): Promise<unknown> => {
    for (;;) {
      const body = {
        model: server.model(),
        messages,
        stream: false,
        ...(without.has('temperature') ? {} : { temperature: 0 }),
        ...(without.has('response_format') ? {} : { response_format: ANSWER_FORMAT }),
      };
      try {
        return await server.complete(body, signal, patient);
      } catch (error) {
        const refused = refusedPart(error);
        if (refused === undefined || without.has(refused)) throw error;
        without.add(refused);
      }
    }
  };

  const round = async (
    items: readonly Item[],
    options: TranslateOptions,
    signal: AbortSignal,
  ): Promise<Round> => {
    const messages = messagesFor(
      items.map(({ id, asked }) => ({ id, text: asked.text })),
      pair,
      options,
      items.map(({ source }) => source),
    );
    const { content, isCut } = readCompletion(await complete(messages, signal, items.length === 1));
    const answers = readAnswer(content, new Set(items.map(({ id }) => id)));
    return { answers: answers ?? new Map(), isCut };
  };

  /** Fills `answers`. Items that the model does not answer by themselves either stay away. */
  const translate = async (
    items: readonly Item[],
    options: TranslateOptions,
    signal: AbortSignal,
    answers: Map<number, string>,
  ): Promise<void> => {
    let open = items;
    // Once for all of them, and once more for those without a whole answer.
    for (let tries = 0; tries < 2 && open.length > 0; tries++) {
      let result: Round;
      try {
        result = await round(open, options, signal);
      } catch (error) {
        if (open.length < 2 || !isTooMuch(error)) throw error;
        break;
      }
      for (const item of open) {
        const answer = result.answers.get(item.id);
        // One that has lost its marks the second time as well is still a translation: text/ puts them back.
        if (answer !== undefined) answers.set(item.id, answer);
      }
      open = open.filter((item) => {
        const answer = answers.get(item.id);
        return answer === undefined || (tries === 0 && !hasItsMarks(answer, item.asked));
      });
      if (result.isCut && open.length > 1) break;
    }
    const missing = open.filter(({ id }) => !answers.has(id));
    if (missing.length === 0 || (missing.length === 1 && items.length === 1)) return;
    if (missing.length === 1) {
      await translate(missing, options, signal, answers);
      return;
    }
    for (const half of halves(missing)) await translate(half, options, signal, answers);
  };

  return {
    async translate(texts, options, signal) {
      const items = texts.map((source, n): Item => ({ id: n + 1, source, asked: encodeTokens(source) }));
      const answers = new Map<number, string>();
      for (const part of inRequests(items, REQUEST_SIZE, ({ asked }) => asked.text.length)) {
        await translate(part, options, signal, answers);
      }
      return items.map(({ id, asked }) => decodeTokens(answers.get(id) ?? '', asked));
    },
    close: () => Promise.resolve(),
  };
}

function readCompletion(answer: unknown): { content: string; isCut: boolean } {
  const { choices } = (answer ?? {}) as { choices?: unknown };
  const [choice] = (Array.isArray(choices) ? choices : []) as {
    message?: { content?: unknown };
    finish_reason?: unknown;
  }[];
  if (!choice) throw new EngineError('The language model gave no answer.', { retryable: true });
  const content = choice.message?.content;
  return { content: typeof content === 'string' ? content : '', isCut: choice.finish_reason === 'length' };
}

/** A part of the request that this server or its model does not know, by the words of its refusal. */
function refusedPart(error: unknown): 'response_format' | 'temperature' | undefined {
  if (!(error instanceof RemoteError) || error.status === undefined) return undefined;
  if (![400, 404, 415, 422, 500, 501].includes(error.status)) return undefined;
  if (/temperature/i.test(error.said)) return 'temperature';
  if (isTooLong(error)) return undefined;
  if (/response_?format|json_?schema|structured|grammar|schema/i.test(error.said)) return 'response_format';
  // Without a reason that is known, the rarer feature is the likelier one.
  return error.status === 400 || error.status === 422 || error.status === 501 ? 'response_format' : undefined;
}

function isTooLong(error: RemoteError): boolean {
  return (
    error.status === 413 ||
    /context.{0,20}(length|size|window)|too (long|large|many tokens)|maximum.{0,30}tokens/i.test(error.said)
  );
}

/** Whether fewer items at once may pass. */
function isTooMuch(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false;
  return error.failure === 'timeout' || error.failure === 'size' || isTooLong(error);
}
