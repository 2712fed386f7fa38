import type { GrammarFinding } from '../../contract/index.ts';
import type { CheckerSettings } from '../configuration.ts';
import { requestJson } from '../remote/http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { halves, inRequests } from '../remote/in-requests.ts';
import { cachedState, PROBE_LIMITS, unavailable } from '../remote/probe.ts';
import { RemoteError } from '../remote/remote-error.ts';
import { believedFindings, sentText } from './sent-text.ts';
import type { ClaimedFinding, SentText } from './sent-text.ts';

const NAME = 'LanguageTool';
/** Between the texts of one request: a paragraph's end, so that no rule sees two of them as one sentence. */
const BETWEEN = '\n\n';
/** A server answers a request of this size within the seconds that a translator waits for it. */
const REQUEST_SIZE = { most: 50, size: 4_000 };
/** Longer texts are data. UTF-16 units. */
const MAX_LENGTH = 20_000;
/** An honest answer to a request of that size is a tenth of it. A language's first request may take 10 seconds. */
const LIMITS: RequestLimits = {
  ...PROBE_LIMITS,
  silenceMs: 15_000,
  totalMs: 20_000,
  answerBytes: 2 * 1024 * 1024,
};
const MAX_MATCHES = 2_000;
/** Not Found: some servers of this protocol list no languages. */
const NO_LIST = 404;

export interface CheckerState {
  readonly ready: boolean;
  /** Why it is not ready. */
  readonly reason?: string;
  /** The server's codes of the languages that it checks: `en-US`, `fr`. */
  readonly languages: readonly string[];
}

export interface CheckedTexts {
  /** Of each text; undefined where the server does not know the language. */
  readonly findings: readonly (readonly GrammarFinding[])[] | undefined;
}

export interface Checker {
  state(): Promise<CheckerState>;
  /**
   * Checks texts of a language, a canonical tag, in as many requests as the limits require. Rejects with a RemoteError
   * where the server fails.
   */
  check(
    asked: { readonly language: string; readonly texts: readonly string[]; readonly isCoded: boolean },
    signal: AbortSignal,
  ): Promise<CheckedTexts>;
}

/**
 * A LanguageTool server: https://languagetool.org/http-api/swagger-ui/, `GET /v2/languages` and `POST /v2/check`.
 * `settings`: the current ones; undefined while it is off. `limits`: instead of those of checks.
 */
export function createLanguageTool(
  settings: () => CheckerSettings | undefined,
  limits: RequestLimits = LIMITS,
): Checker {
  /** Of the server at this address. */
  let known: { url: string; codes: readonly string[] } | undefined;

  const server = (): RemoteServer => {
    const url = settings()?.url;
    if (url === undefined) throw new RemoteError('network', `${NAME} is turned off or has no address.`);
    return { name: NAME, url, headers: {} };
  };
  const languages = async (signal: AbortSignal): Promise<readonly string[]> => {
    const of = server();
    const request: RemoteRequest = { method: 'GET', path: '/v2/languages', urgent: true };
    const codes = await requestJson(of, request, signal, PROBE_LIMITS).then(readCodes, (error: unknown) => {
      if (error instanceof RemoteError && error.status === NO_LIST) return [];
      throw error;
    });
    known = { url: of.url, codes };
    return codes;
  };
  const state = cachedState(async (signal) => {
    await languages(signal);
    return { state: 'ready', pairs: [] };
  });
  const claims = async (language: string, texts: readonly SentText[], signal: AbortSignal) => {
    const text = texts.map(({ plain }) => plain).join(BETWEEN);
    const request: RemoteRequest = { method: 'POST', path: '/v2/check', form: { language, text } };
    return readMatches(await requestJson(server(), request, signal, limits));
  };
  const check = async (
    language: string,
    texts: readonly SentText[],
    signal: AbortSignal,
  ): Promise<GrammarFinding[][]> => {
    try {
      const matches = await claims(language, texts, signal);
      let at = 0;
      return texts.map((text) => {
        const start = at;
        at += text.plain.length + BETWEEN.length;
        const own = matches.flatMap((one) =>
          one.offset >= start && one.offset < at ? [{ ...one, offset: one.offset - start }] : [],
        );
        return believedFindings(text, own);
      });
    } catch (error) {
      if (!(error instanceof RemoteError) || error.status !== 413) throw error;
      // Longer than this server allows.
      if (texts.length === 1) return [[]];
      const [one, other] = halves(texts);
      return [...(await check(language, one, signal)), ...(await check(language, other, signal))];
    }
  };

  return {
    async state() {
      const url = settings()?.url;
      const found =
        url === undefined ? unavailable(`${NAME} is turned off or has no address.`) : await state.of(url);
      const { reason } = found;
      return {
        ready: found.state === 'ready',
        ...(reason === undefined ? {} : { reason }),
        languages: known !== undefined && known.url === url ? known.codes : [],
      };
    },
    async check({ language, texts, isCoded }, signal) {
      const codes = known?.url === server().url ? known.codes : await languages(signal);
      const code = languageCode(language, codes);
      if (code === undefined) return { findings: undefined };
      const sent = texts.map((text) => sentText(text, isCoded));
      const findings: GrammarFinding[][] = texts.map(() => []);
      const asked = sent.flatMap((text, n) => (isWorthAsking(text) ? [{ text, n }] : []));
      try {
        for (const part of inRequests(asked, REQUEST_SIZE, ({ text }) => text.plain.length)) {
          const answers = await check(
            code,
            part.map(({ text }) => text),
            signal,
          );
          for (const [i, { n }] of part.entries()) findings[n] = answers[i]!;
        }
      } catch (error) {
        if (!signal.aborted) state.doubt();
        throw error;
      }
      return { findings };
    },
  };
}

function isWorthAsking({ plain }: SentText): boolean {
  return plain.length <= MAX_LENGTH && /\p{L}/u.test(plain);
}

/** `[{name, code, longCode}]`, of which `longCode` names the variant. */
function readCodes(answer: unknown): string[] {
  const list = (Array.isArray(answer) ? answer : []).flatMap(
    (item: { code?: unknown; longCode?: unknown } | null) => {
      const code = item?.longCode ?? item?.code;
      return typeof code === 'string' && code.length <= 35 ? [code] : [];
    },
  );
  if (list.length === 0) throw new RemoteError('shape', `${NAME} did not list its languages.`);
  return [...new Set(list)];
}

/**
 * The server's code for a language: the tag, the tag with its most likely region (spelling is checked only in a variant:
 * `en-US`, `de-DE`), or the language alone. A server that lists none gets the most exact one.
 */
function languageCode(tag: string, codes: readonly string[]): string | undefined {
  const { language, region } = new Intl.Locale(tag).maximize();
  const asked = [tag, `${language}-${region ?? ''}`, ...(isMainScript(tag) ? [language] : [])];
  if (codes.length === 0) return asked[1];
  const byForm = new Map(codes.map((code) => [code.toLowerCase(), code]));
  for (const one of asked) {
    const code = byForm.get(one.toLowerCase());
    if (code !== undefined) return code;
  }
  return undefined;
}

/** Traditional Chinese or Latin Serbian is not what a server means by the language alone. */
function isMainScript(tag: string): boolean {
  const own = new Intl.Locale(tag).maximize();
  return own.script === new Intl.Locale(own.language).maximize().script;
}

/** `{matches: [{message, offset, length, replacements: [{value}], rule: {id, description}}]}`. */
function readMatches(answer: unknown): ClaimedFinding[] {
  const { matches } = (answer ?? {}) as { matches?: unknown };
  if (!Array.isArray(matches)) throw new RemoteError('shape', `${NAME} answered without a list of matches.`);
  return matches.slice(0, MAX_MATCHES).flatMap((match: unknown): ClaimedFinding[] => {
    const { message, offset, length, replacements, rule } = (match ?? {}) as Record<string, unknown>;
    const { id, description } = (rule ?? {}) as Record<string, unknown>;
    const words = [message, description].find((one) => typeof one === 'string' && one.trim() !== '');
    if (typeof id !== 'string' || typeof words !== 'string') return [];
    if (typeof offset !== 'number' || typeof length !== 'number') return [];
    const values = (Array.isArray(replacements) ? replacements : []).flatMap(
      (one: { value?: unknown } | null) => (typeof one?.value === 'string' ? [one.value] : []),
    );
    return [{ rule: id, message: words, offset, length, replacements: values }];
  });
}
