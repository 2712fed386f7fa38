import { EngineError } from '../engine.ts';
import type { Engine, EngineState, TranslateOptions } from '../engine.ts';
import type { RemoteSettings } from '../configuration.ts';
import { requestJson, REQUEST_LIMITS } from '../remote/http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { halves, inRequests } from '../remote/in-requests.ts';
import { languageCodes } from '../remote/languages.ts';
import type { LanguageCodes } from '../remote/languages.ts';
import { decodeMarkup, encodeMarkup } from '../remote/markup.ts';
import type { MarkupNames } from '../remote/markup.ts';
import { cachedState, PROBE_LIMITS, unavailable } from '../remote/probe.ts';
import { RemoteError, sentence } from '../remote/remote-error.ts';

/** A LibreTranslate server: https://docs.libretranslate.com/guides/api_usage/. */
const NAME = 'LibreTranslate';
const MARKUP: MarkupNames = { pair: 'span', standalone: 'img', xml: false };
/** A server may take less, and says so only when it refuses: then the request is halved. */
const REQUEST_SIZE = { most: 32, size: 8_000 };
/** Many servers count requests, and few take more characters than this in one. */
const BATCH_CHARS = 1_500;

interface Directions {
  readonly codes: LanguageCodes;
  readonly pairs: EngineState['pairs'];
}

/** `settings`: as they are now; undefined where the engine is off. */
export function createLibreTranslateEngine(
  settings: () => RemoteSettings | undefined,
  limits: RequestLimits = REQUEST_LIMITS,
): Engine {
  let known: { url: string; directions: Directions } | undefined;

  const ask = (request: RemoteRequest, signal: AbortSignal, limitsOfTry = limits): Promise<unknown> =>
    requestJson(serverOf(settings()), request, signal, limitsOfTry).catch((error: unknown) => {
      if (error instanceof RemoteError) state.doubt();
      throw error;
    });
  const state = cachedState(async (signal): Promise<EngineState> => {
    const { url } = serverOf(settings());
    const request: RemoteRequest = { method: 'GET', path: '/languages', urgent: true };
    const directions = readDirections(await ask(request, signal, PROBE_LIMITS));
    known = { url, directions };
    return { state: 'ready', pairs: directions.pairs };
  });
  const directionsNow = async (signal: AbortSignal): Promise<Directions> => {
    const { url } = serverOf(settings());
    if (known?.url !== url) {
      known = { url, directions: readDirections(await ask({ method: 'GET', path: '/languages' }, signal)) };
    }
    return known.directions;
  };

  const translate = async (
    texts: readonly string[],
    common: object,
    options: TranslateOptions,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const key = settings()?.key;
    const body = { ...common, q: texts, format: 'html', ...(key ? { api_key: key } : {}) };
    try {
      const answer = await ask({ method: 'POST', path: '/translate', body, urgent: options.urgent }, signal);
      return readTranslations(answer, texts.length);
    } catch (error) {
      if (texts.length < 2 || !isTooLarge(error)) throw explained(error);
      const [one, other] = halves(texts);
      return [
        ...(await translate(one, common, options, signal)),
        ...(await translate(other, common, options, signal)),
      ];
    }
  };

  return {
    id: 'libretranslate',
    name: NAME,
    offline: false,
    capabilities: {
      inlineCodes: true,
      glossary: false,
      tone: 'none',
      context: false,
      batchChars: BATCH_CHARS,
    },
    async state() {
      const now = settings();
      if (!now?.url)
        return unavailable(
          'It has no address. Enter it under Engines in the window, or set INTERLINEAR_LIBRETRANSLATE_URL.',
        );
      return state.of(now.url);
    },
    version: () => Promise.resolve(settings()?.url),
    open: ({ from, to }) =>
      Promise.resolve({
        async translate(texts, options, signal) {
          const { codes } = await directionsNow(signal);
          const common = { source: codes.get(from) ?? from, target: codes.get(to) ?? to };
          const encoded = texts.map((text) => encodeMarkup(text, MARKUP));
          const answers: string[] = [];
          for (const part of inRequests(encoded, REQUEST_SIZE, ({ length }) => length)) {
            answers.push(...(await translate(part, common, options, signal)));
          }
          return answers.map((answer) => decodeMarkup(answer, MARKUP));
        },
        close: () => Promise.resolve(),
      }),
  };
}

function serverOf(settings: RemoteSettings | undefined): RemoteServer {
  if (!settings?.url) {
    throw new EngineError(`${NAME} is turned off or has no address. See Engines in the window.`, {
      retryable: false,
    });
  }
  return { name: NAME, url: settings.url, headers: {}, secret: settings.key };
}

/** `[{code, name, targets: [code]}]`; old servers tell no targets and translate into all of their languages. */
function readDirections(answer: unknown): Directions {
  const list = (Array.isArray(answer) ? answer : []).flatMap(
    (item: { code?: unknown; targets?: unknown } | null): { code: string; targets: unknown }[] =>
      typeof item?.code === 'string' ? [{ code: item.code, targets: item.targets }] : [],
  );
  const codes = languageCodes(list.map(({ code }) => code));
  const tags = new Map([...codes].map(([tag, code]) => [code, tag]));
  const pairs = list.flatMap(({ code, targets }) => {
    const from = tags.get(code);
    const into = Array.isArray(targets) ? targets : list.map((one) => one.code);
    if (from === undefined) return [];
    return into.flatMap((target: unknown) => {
      const to = typeof target === 'string' ? tags.get(target) : undefined;
      return to === undefined || to === from ? [] : [{ from, to, ready: true }];
    });
  });
  if (pairs.length === 0) throw new RemoteError('shape', `${NAME} did not tell its languages.`);
  return { codes, pairs };
}

function readTranslations(answer: unknown, count: number): string[] {
  const { translatedText: texts } = (answer ?? {}) as { translatedText?: unknown };
  if (Array.isArray(texts) && texts.length === count && texts.every((text) => typeof text === 'string'))
    return texts;
  const got = Array.isArray(texts) ? texts.length : 0;
  throw new EngineError(`${NAME} answered ${got} texts to ${count}.`, { retryable: true });
}

/** "Invalid request: request (65) exceeds text limit (32)". */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof RemoteError)) return false;
  return (
    error.status === 413 || error.failure === 'size' || (error.status === 400 && /limit/i.test(error.said))
  );
}

function explained(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const { status, said, failure } = error;
  const isKey = status === 401 || status === 403 || (status === 400 && /api.?key/i.test(said));
  if (!isKey) return error;
  return new RemoteError(
    failure,
    `${NAME} wants a key, or another one: ${sentence(said)} Check it under Engines in the window.`,
    {
      status,
      said,
      cause: error,
    },
  );
}
