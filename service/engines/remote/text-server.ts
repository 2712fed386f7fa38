import type { EngineState, TranslateOptions } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { REQUEST_LIMITS, requestJson } from './http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from './http-client.ts';
import { halves, inRequests } from './in-requests.ts';
import { decodeMarkup, encodeMarkup } from './markup.ts';
import type { MarkupNames } from './markup.ts';
import { cachedState, PROBE_LIMITS } from './probe.ts';
import type { CachedState } from './probe.ts';
import { RemoteError } from './remote-error.ts';

export type Ask = (request: RemoteRequest, signal: AbortSignal, limits?: RequestLimits) => Promise<unknown>;

/** The differences between the APIs of translation servers: a list of texts goes in, as many come out. */
export interface TextServerApi<Languages> {
  readonly name: string;
  /** The server as currently configured; throws an EngineError while the engine is off. */
  readonly server: () => RemoteServer;
  readonly limits?: RequestLimits;
  readonly isPassing?: (status: number) => boolean;
  /** Reads the server's languages. */
  readonly languages: (ask: (path: string) => Promise<unknown>) => Promise<Languages>;
  readonly pairs: (languages: Languages) => EngineState['pairs'];
  readonly markup: MarkupNames;
  readonly requestSize: { readonly most: number; readonly size: number };
  readonly sizeOf: (text: string) => number;
  /** The request for some texts: `common` comes from the session. */
  readonly request: (texts: readonly string[], common: object) => Pick<RemoteRequest, 'path' | 'body'>;
  /** The list of translations in an answer. */
  readonly translations: (answer: unknown) => unknown;
  /** Whether a request was refused as too large, so that its halves may pass. 413 always means that. */
  readonly isTooLarge?: (error: RemoteError) => boolean;
  /** Advice for a person; undefined if the error contains it. */
  readonly advice?: (error: RemoteError) => string | undefined;
}

export interface TextServer<Languages> {
  readonly ask: Ask;
  readonly state: CachedState;
  languages(signal: AbortSignal): Promise<Languages>;
  /** Translates coded texts, in as many requests as the server's limits require. */
  translate(
    texts: readonly string[],
    common: object,
    options: TranslateOptions,
    signal: AbortSignal,
  ): Promise<string[]>;
}

export function createTextServer<Languages>(api: TextServerApi<Languages>): TextServer<Languages> {
  const { isPassing } = api;
  let known: { url: string; languages: Languages } | undefined;

  const ask: Ask = async (request, signal, limits = api.limits ?? REQUEST_LIMITS) => {
    try {
      return await requestJson(api.server(), isPassing ? { ...request, isPassing } : request, signal, limits);
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      state.doubt();
      const { failure, status, said } = error;
      const advice = api.advice?.(error);
      if (advice === undefined) throw error;
      throw new RemoteError(failure, advice, {
        ...(status === undefined ? {} : { status }),
        said,
        cause: error,
      });
    }
  };
  const readLanguages = async (signal: AbortSignal, isProbe: boolean): Promise<Languages> => {
    const { url } = api.server();
    const languages = await api.languages((path) =>
      isProbe
        ? ask({ method: 'GET', path, urgent: true }, signal, PROBE_LIMITS)
        : ask({ method: 'GET', path }, signal),
    );
    known = { url, languages };
    return languages;
  };
  const state = cachedState(async (signal) => ({
    state: 'ready',
    pairs: api.pairs(await readLanguages(signal, true)),
  }));

  const request = async (
    texts: readonly string[],
    common: object,
    options: TranslateOptions,
    signal: AbortSignal,
  ): Promise<string[]> => {
    try {
      const asked = { method: 'POST', ...api.request(texts, common), urgent: options.urgent } as const;
      return readTexts(api, await ask(asked, signal), texts.length);
    } catch (error) {
      if (texts.length < 2 || !isTooLarge(api, error)) throw error;
      const [one, other] = halves(texts);
      return [
        ...(await request(one, common, options, signal)),
        ...(await request(other, common, options, signal)),
      ];
    }
  };

  return {
    ask,
    state,
    languages: async (signal) =>
      known?.url === api.server().url ? known.languages : readLanguages(signal, false),
    async translate(texts, common, options, signal) {
      const encoded = texts.map((text) => encodeMarkup(text, api.markup));
      const answers: string[] = [];
      for (const part of inRequests(encoded, api.requestSize, api.sizeOf)) {
        answers.push(...(await request(part, common, options, signal)));
      }
      return answers.map((answer) => decodeMarkup(answer, api.markup));
    },
  };
}

function readTexts<L>({ name, translations }: TextServerApi<L>, answer: unknown, count: number): string[] {
  const found = translations(answer ?? {});
  const texts: unknown[] = Array.isArray(found) ? found : [];
  if (texts.length === count && texts.every((text) => typeof text === 'string')) return texts;
  throw new EngineError(`${name} answered ${texts.length} texts to ${count}.`, { retryable: true });
}

function isTooLarge<L>({ isTooLarge: says }: TextServerApi<L>, error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false;
  const found = error.cause instanceof RemoteError ? error.cause : error;
  return found.status === 413 || found.failure === 'size' || says?.(found) === true;
}
