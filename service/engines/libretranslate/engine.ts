import { EngineError } from '../engine.ts';
import type { Engine, EngineState } from '../engine.ts';
import type { RemoteSettings } from '../configuration.ts';
import type { RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { languageCodes } from '../remote/languages.ts';
import type { LanguageCodes } from '../remote/languages.ts';
import { unavailable } from '../remote/probe.ts';
import { RemoteError, sentence } from '../remote/remote-error.ts';
import { createTextServer } from '../remote/text-server.ts';

/** A LibreTranslate server: https://docs.libretranslate.com/guides/api_usage/. */
const NAME = 'LibreTranslate';
/** A server with a lower limit only reveals it by refusing; the request is then halved. */
const REQUEST_SIZE = { most: 32, size: 8_000 };
/** Many servers limit the number of requests, few take more characters than this in one. */
const BATCH_CHARS = 1_500;

interface Directions {
  readonly codes: LanguageCodes;
  readonly pairs: EngineState['pairs'];
}

/** `settings`: the current ones; undefined while the engine is off. */
export function createLibreTranslateEngine(
  settings: () => RemoteSettings | undefined,
  limits?: RequestLimits,
): Engine {
  const server = createTextServer<Directions>({
    name: NAME,
    server: () => serverOf(settings()),
    ...(limits ? { limits } : {}),
    languages: async (ask) => readDirections(await ask('/languages')),
    pairs: ({ pairs }) => pairs,
    markup: { pair: 'span', standalone: 'img', xml: false },
    requestSize: REQUEST_SIZE,
    sizeOf: ({ length }) => length,
    request(texts, common) {
      const key = settings()?.key;
      const body = { ...common, q: texts, format: 'html', ...(key ? { api_key: key } : {}) };
      return { path: '/translate', body };
    },
    translations: (answer) => (answer as { translatedText?: unknown }).translatedText,
    // "Invalid request: request (65) exceeds text limit (32)".
    isTooLarge: ({ status, said }) => status === 400 && /limit/i.test(said),
    advice,
  });

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
      return server.state.of(now.url);
    },
    version: () => Promise.resolve(settings()?.url),
    open: ({ from, to }) =>
      Promise.resolve({
        async translate(texts, options, signal) {
          const { codes } = await server.languages(signal);
          const common = { source: codes.get(from) ?? from, target: codes.get(to) ?? to };
          return server.translate(texts, common, options, signal);
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

/** `[{code, name, targets: [code]}]`; old servers list no targets and translate into all languages. */
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
  if (pairs.length === 0) throw new RemoteError('shape', `${NAME} did not list its languages.`);
  return { codes, pairs };
}

function advice({ status, said }: RemoteError): string | undefined {
  const isKey = status === 401 || status === 403 || (status === 400 && /api.?key/i.test(said));
  return isKey
    ? `${NAME} wants a key, or another one: ${sentence(said)} Check it under Engines in the window.`
    : undefined;
}
