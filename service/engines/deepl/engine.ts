import { languageName } from '../../contract/index.ts';
import type { EnginePair } from '../../contract/index.ts';
import { EngineError } from '../engine.ts';
import type { Engine, TranslateOptions } from '../engine.ts';
import { deeplUrl } from '../configuration.ts';
import type { RemoteSettings } from '../configuration.ts';
import type { RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { allPairs, languageCodes } from '../remote/languages.ts';
import type { LanguageCodes } from '../remote/languages.ts';
import { unavailable } from '../remote/probe.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { createTextServer } from '../remote/text-server.ts';
import { createGlossaries } from './glossaries.ts';

/** DeepL's API: https://developers.deepl.com/api-reference/translate. */
const NAME = 'DeepL';
/**
 * A request may have 50 texts and 128 KiB. Everything but texts, context included, is below a quarter of
 * that.
 */
const REQUEST_SIZE = { most: 50, size: 96 * 1024 };
const MAX_CONTEXT = 4_000;
/** The round trip takes longer than translating a page. */
const BATCH_CHARS = 2_000;

interface Languages {
  readonly sources: LanguageCodes;
  readonly targets: LanguageCodes;
  /** DeepL's codes of the languages that a glossary can have. */
  readonly glossary: ReadonlySet<string>;
}

/** A used-up quota, 456, does not pass by waiting. The documented 5xx do. */
const isPassing = (status: number): boolean => [429, 500, 503, 504, 529].includes(status);

/** `settings`: the current ones; undefined while the engine is off. */
export function createDeeplEngine(
  settings: () => RemoteSettings | undefined,
  limits?: RequestLimits,
  glossaryLingerMs?: number,
): Engine {
  const deepl = createTextServer<Languages>({
    name: NAME,
    server: () => serverOf(settings()),
    ...(limits ? { limits } : {}),
    isPassing,
    languages: readLanguages,
    pairs: ({ sources, targets }) => allPairs(sources.keys(), targets.keys()),
    markup: { pair: 'g', standalone: 'x', xml: true },
    requestSize: REQUEST_SIZE,
    sizeOf: (text) => Buffer.byteLength(JSON.stringify(text)),
    request: (texts, common) => ({ path: '/v2/translate', body: { ...common, text: texts } }),
    translations: (answer) => textsIn((answer as { translations?: unknown }).translations),
    advice,
  });

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
      return deepl.state.of(`${serverOf(now).url} ${now.key}`);
    },
    version: () => Promise.resolve(settings() && serverOf(settings()).url),
    open(pair) {
      const glossaries = createGlossaries(deepl.ask, glossaryLingerMs);
      return Promise.resolve({
        async translate(texts, options, signal) {
          const languages = await deepl.languages(signal);
          const codes = codesOf(languages, pair);
          const common = {
            source_lang: codes.source,
            target_lang: codes.target,
            tag_handling: 'xml',
            tag_handling_version: 'v2',
            // The texts are segments of documents: their lines are neither joined nor cut.
            split_sentences: 'nonewlines',
            ...styleOf(options),
          };
          // DeepL would refuse the request. Without the glossary, missed terms are reported.
          const takesTerms = [codes.source, codes.target].every((code) => languages.glossary.has(code));
          const entries = takesTerms ? options.glossary : undefined;
          return glossaries.using(entries, pair, signal, (glossary) => {
            const all = glossary === undefined ? common : { ...common, glossary_id: glossary };
            return deepl.translate(texts, all, options, signal);
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
    // Only the free plan's server accepts its keys, which end like this.
    url: url ?? deeplUrl(key),
    headers: { Authorization: `DeepL-Auth-Key ${key}` },
    secret: key,
  };
}

/** `GET /v3/languages`: https://developers.deepl.com/docs/languages/using-the-languages-api */
async function readLanguages(ask: (path: string) => Promise<unknown>): Promise<Languages> {
  const answer = await ask('/v3/languages?resource=translate_text');
  const items: readonly (Record<string, unknown> | null)[] = Array.isArray(answer) ? answer : [];
  // Tags as BCP 47 writes them; requests name them in capitals.
  const codesWhere = (is: (item: Record<string, unknown>) => boolean): string[] =>
    items.flatMap((item) =>
      item && typeof item['lang'] === 'string' && is(item) ? [item['lang'].toUpperCase()] : [],
    );
  const usableAs = (role: 'source' | 'target'): LanguageCodes => {
    const codes = codesWhere((item) => item[`usable_as_${role}`] === true);
    if (codes.length === 0) throw new RemoteError('shape', `${NAME} did not list its languages.`);
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
    ...(context === undefined ? {} : { context: context.slice(0, MAX_CONTEXT) }),
  };
}

function textsIn(translations: unknown): unknown {
  return Array.isArray(translations)
    ? translations.map((item: { text?: unknown } | null) => item?.text)
    : translations;
}

function advice({ status }: RemoteError): string | undefined {
  if (status === 401 || status === 403)
    return 'DeepL does not accept the key. Check it, and that its address is that of the plan (free or Pro).';
  if (status === 456)
    return "The character quota of the DeepL account is used up. Raise it, or wait for the plan's next period.";
  return undefined;
}
