import { languageName } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';
import { EngineError } from '../engine.ts';
import type { Engine, EngineState, TranslateOptions } from '../engine.ts';
import type { RemoteSettings } from '../configuration.ts';
import { requestJson, REQUEST_LIMITS } from '../remote/http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { halves, inRequests } from '../remote/in-requests.ts';
import { allPairs, languageCodes } from '../remote/languages.ts';
import type { LanguageCodes } from '../remote/languages.ts';
import { decodeMarkup, encodeMarkup } from '../remote/markup.ts';
import type { MarkupNames } from '../remote/markup.ts';
import { cachedState, PROBE_LIMITS, unavailable } from '../remote/probe.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { createGlossaries } from './glossaries.ts';

/** DeepL's API: https://developers.deepl.com/api-reference/translate. */
const NAME = 'DeepL';
const MARKUP: MarkupNames = { pair: 'g', standalone: 'x', xml: true };
/** A request may have 50 texts and 128 KiB; what is not text in it, context included, is below a quarter of that. */
const REQUEST_SIZE = { most: 50, size: 96 * 1024 };
const LONGEST_CONTEXT = 4_000;
/** The way there and back takes longer than a page of text does. */
const BATCH_CHARS = 2_000;

interface Languages {
  readonly sources: LanguageCodes;
  readonly targets: LanguageCodes;
  /** DeepL's codes of languages that a glossary can be from or into. */
  readonly glossary: ReadonlySet<string>;
}

/** 456: the quota is used up, which no waiting mends. Of 5xx the documented ones pass. */
const isPassing = (status: number): boolean => [429, 500, 503, 504, 529].includes(status);

/** `settings`: as they are now; undefined where the engine is off. */
export function createDeeplEngine(
  settings: () => RemoteSettings | undefined,
  limits: RequestLimits = REQUEST_LIMITS,
  glossaryLingerMs?: number,
): Engine {
  let known: { server: string; languages: Languages } | undefined;

  const ask = (request: RemoteRequest, signal: AbortSignal, limitsOfTry = limits): Promise<unknown> =>
    requestJson(serverOf(settings()), { ...request, isPassing }, signal, limitsOfTry).catch(
      (error: unknown) => {
        if (error instanceof RemoteError) state.doubt();
        throw explained(error);
      },
    );
  const state = cachedState(async (signal): Promise<EngineState> => {
    const languages = await readLanguages((request) =>
      ask({ ...request, urgent: true }, signal, PROBE_LIMITS),
    );
    known = { server: serverOf(settings()).url, languages };
    return { state: 'ready', pairs: allPairs(languages.sources.keys(), languages.targets.keys()) };
  });

  const languagesNow = async (signal: AbortSignal): Promise<Languages> => {
    const server = serverOf(settings()).url;
    if (known?.server !== server) {
      known = { server, languages: await readLanguages((request) => ask(request, signal)) };
    }
    return known.languages;
  };

  const translate = async (
    texts: readonly string[],
    common: object,
    options: TranslateOptions,
    signal: AbortSignal,
  ): Promise<string[]> => {
    const body = { ...common, text: texts };
    try {
      const answer = await ask(
        { method: 'POST', path: '/v2/translate', body, urgent: options.urgent },
        signal,
      );
      return readTranslations(answer, texts.length);
    } catch (error) {
      if (texts.length < 2 || !isTooLarge(error)) throw error;
      const [one, other] = halves(texts);
      return [
        ...(await translate(one, common, options, signal)),
        ...(await translate(other, common, options, signal)),
      ];
    }
  };

  return {
    id: 'deepl',
    name: NAME,
    offline: false,
    capabilities: {
      inlineCodes: true,
      glossary: true,
      tone: 'formality',
      context: true,
      batchChars: BATCH_CHARS,
    },
    async state() {
      const now = settings();
      if (!now?.key)
        return unavailable(
          'It has no key. Enter it under Engines in the window, or set INTERLINEAR_DEEPL_KEY.',
        );
      return state.of(`${serverOf(now).url} ${now.key}`);
    },
    version: () => Promise.resolve(settings() && serverOf(settings()).url),
    open(pair) {
      const glossaries = createGlossaries(ask, glossaryLingerMs);
      return Promise.resolve({
        async translate(texts, options, signal) {
          const languages = await languagesNow(signal);
          const codes = codesOf(languages, pair);
          const common = {
            source_lang: codes.source,
            target_lang: codes.target,
            tag_handling: 'xml',
            tag_handling_version: 'v2',
            // The texts are segments of documents: nothing is to be joined or cut in them.
            split_sentences: 'nonewlines',
            ...styleOf(options),
          };
          const encoded = texts.map((text) => encodeMarkup(text, MARKUP));
          // One that DeepL refuses would fail the job; without it, the terms that are missed are reported.
          const takesTerms = [codes.source, codes.target].every((code) => languages.glossary.has(code));
          const entries = takesTerms ? options.glossary : undefined;
          return glossaries.using(entries, pair, signal, async (glossary) => {
            const all = glossary === undefined ? common : { ...common, glossary_id: glossary };
            const answers: string[] = [];
            for (const part of inRequests(encoded, REQUEST_SIZE, bytesOf)) {
              answers.push(...(await translate(part, all, options, signal)));
            }
            return answers.map((answer) => decodeMarkup(answer, MARKUP));
          });
        },
        close: () => glossaries.close(),
      });
    },
  };
}

function serverOf(settings: RemoteSettings | undefined): RemoteServer {
  if (!settings?.key) {
    throw new EngineError(`${NAME} is turned off or has no key. See Engines in the window.`, {
      retryable: false,
    });
  }
  const { key, url } = settings;
  return {
    name: NAME,
    // Keys of the free plan end so, and are known to its own server only.
    url: url ?? (key.endsWith(':fx') ? 'https://api-free.deepl.com' : 'https://api.deepl.com'),
    headers: { Authorization: `DeepL-Auth-Key ${key}` },
    secret: key,
  };
}

/** `GET /v3/languages`, which stands for the deprecated `/v2/languages`: https://developers.deepl.com/docs/languages/using-the-languages-api. */
async function readLanguages(ask: (request: RemoteRequest) => Promise<unknown>): Promise<Languages> {
  const answer = await ask({ method: 'GET', path: '/v3/languages?resource=translate_text' });
  const items: readonly (Record<string, unknown> | null)[] = Array.isArray(answer) ? answer : [];
  // Tags as BCP 47 writes them; requests name them in capitals.
  const codesWhere = (is: (item: Record<string, unknown>) => boolean): string[] =>
    items.flatMap((item) =>
      item && typeof item['lang'] === 'string' && is(item) ? [item['lang'].toUpperCase()] : [],
    );
  const usableAs = (role: 'source' | 'target'): LanguageCodes => {
    const codes = codesWhere((item) => item[`usable_as_${role}`] === true);
    if (codes.length === 0) throw new RemoteError('shape', `${NAME} did not tell its languages.`);
    return languageCodes(codes);
  };
  const hasGlossary = ({ features }: Record<string, unknown>): boolean =>
    typeof features === 'object' && features !== null && 'glossary' in features;
  return {
    sources: usableAs('source'),
    targets: usableAs('target'),
    glossary: new Set(codesWhere(hasGlossary)),
  };
}

function codesOf(
  { sources, targets }: Languages,
  { from, to }: EnginePair,
): { source: string; target: string } {
  const source = sources.get(from);
  const target = targets.get(to);
  if (source !== undefined && target !== undefined) return { source, target };
  throw new EngineError(`${NAME} no longer translates from ${languageName(from)} to ${languageName(to)}.`, {
    retryable: false,
  });
}

/** `prefer_…`, so that a target without formality does not fail. */
function styleOf({ tone, context }: TranslateOptions): object {
  const formality = { formal: 'prefer_more', informal: 'prefer_less' }[tone?.trim() ?? ''];
  return {
    ...(formality === undefined ? {} : { formality }),
    ...(context === undefined ? {} : { context: context.slice(0, LONGEST_CONTEXT) }),
  };
}

function readTranslations(answer: unknown, count: number): string[] {
  const { translations } = (answer ?? {}) as { translations?: unknown };
  const texts = Array.isArray(translations)
    ? translations.map((item: { text?: unknown } | null) => item?.text)
    : [];
  if (texts.length === count && texts.every((text) => typeof text === 'string')) return texts;
  throw new EngineError(`${NAME} answered ${texts.length} texts to ${count}.`, { retryable: true });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RemoteError && (error.status === 413 || error.failure === 'size');
}

function explained(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error;
  const { status, said, failure } = error;
  const why =
    status === 401 || status === 403
      ? 'DeepL does not accept the key. Check it, and that its address is that of the plan (free or Pro).'
      : status === 456
        ? "The character quota of the DeepL account is used up. Raise it, or wait for the plan's next period."
        : undefined;
  return why === undefined
    ? error
    : new RemoteError(failure, why, { ...(status === undefined ? {} : { status }), said, cause: error });
}

function bytesOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
