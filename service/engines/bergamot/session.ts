import { plainText } from '../../text/codes.ts';
import type { InstalledModel } from '../../models/installed.ts';
import { EngineError } from '../engine.ts';
import type { EngineSession } from '../engine.ts';
import { decodeHtml, encodeHtml } from './html.ts';
import type { EncodedHtml } from './html.ts';
import { asEngineError, ThreadError } from './threads.ts';
import type { EngineThreads } from './threads.ts';

/** One direction of the neural engine. Other directions share its threads, which outlive it. */
export function createBergamotSession(parts: {
  threads: EngineThreads;
  /** The current model: one may come or go while the session is open. */
  model: () => Promise<InstalledModel>;
  /** Canonical tag of the source, for sentence ends. */
  language: string;
}): EngineSession {
  const { threads, model, language } = parts;

  const ask = async (
    encoded: readonly EncodedHtml[],
    urgent: boolean,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const texts = encoded.map(({ html }) => html);
    const answers = await threads.run({ model: await model(), texts, html: true, urgent }, signal);
    return answers.map((answer, n) => decodeHtml(answer, encoded[n]!.gaps));
  };

  /** A text that aborts the module must not take others with it: retries each alone, then without codes. */
  const askOneByOne = async (
    texts: readonly string[],
    encoded: readonly EncodedHtml[],
    urgent: boolean,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const answers: string[] = [];
    for (const [n, text] of texts.entries()) {
      try {
        answers.push(...(await ask([encoded[n]!], urgent, signal)));
      } catch (error) {
        if (!isAbort(error)) throw error;
        const bare = encodeHtml(escapeBare(text), language);
        answers.push(...(await ask([bare], urgent, signal)));
      }
    }
    return answers;
  };

  return {
    async translate(texts, options, signal) {
      signal.throwIfAborted();
      const { urgent = false } = options;
      const encoded = texts.map((text, n) => encodeHtml(text, language, options.shown?.[n]));
      try {
        return await ask(encoded, urgent, signal);
      } catch (error) {
        if (!isAbort(error)) throw asEngineError(error);
      }
      try {
        return await askOneByOne(texts, encoded, urgent, signal);
      } catch (error) {
        if (!isAbort(error)) throw asEngineError(error);
        throw new EngineError(`The translation module gave up: ${(error as Error).message}`, {
          retryable: true,
          cause: error,
        });
      }
    },
    close: () => Promise.resolve(),
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof ThreadError && error.kind === 'aborted';
}

function escapeBare(text: string): string {
  return plainText(text).replace(/[&<>]/g, ' ');
}
