import { EngineError } from '../engine.ts';
import type { Engine, EngineCapabilities, EngineSession, EngineState } from '../engine.ts';
import type { RemoteSettings } from '../configuration.ts';
import { requestJson, REQUEST_LIMITS } from '../remote/http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { allPairs } from '../remote/languages.ts';
import { cachedState, PROBE_LIMITS, unavailable } from '../remote/probe.ts';
import { RemoteError, saidBy, sentence, shortened } from '../remote/remote-error.ts';
import { createProfileSession } from './profile-session.ts';
import { profileOf } from './profiles.ts';
import type { ModelProfile } from './profiles.ts';
import { createChatSession } from './session.ts';

const NAME = 'Language model';
/** A paragraph or two. Reading its instructions costs a model as much for one sentence as for twenty. */
const BATCH_CHARS = 1_000;

/**
 * Any server with OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat): Ollama,
 * llama.cpp, vLLM, hosted ones. `settings`: the current ones; undefined while the engine is off.
 */
export function createChatEngine(
  settings: () => RemoteSettings | undefined,
  limits: RequestLimits = REQUEST_LIMITS,
): Engine {
  const ask = (request: RemoteRequest, signal: AbortSignal, limitsOfTry = limits): Promise<unknown> =>
    requestJson(serverOf(settings()), request, signal, limitsOfTry).catch((error: unknown) => {
      if (error instanceof RemoteError) state.doubt();
      throw explained(error);
    });
  /** The owner of the last server. */
  let owner: string | undefined;
  const state = cachedState(async (signal): Promise<EngineState> => {
    const { model, key } = settings() ?? {};
    try {
      const request: RemoteRequest = { method: 'GET', path: '/v1/models', urgent: true };
      const answer = await ask(request, signal, PROBE_LIMITS);
      owner = ownerIn(answer);
      if (model !== undefined) return readyWith(model);
      const models = modelNames(answer);
      const names = shortened(models.slice(0, 10).join(', '), key);
      return unavailable(
        `It has no model. Name one under Engines in the window, or set INTERLINEAR_CHAT_MODEL.${names === '' ? '' : ` The server has: ${names}.`}`,
      );
    } catch (error) {
      const isThere = error instanceof RemoteError && error.status !== undefined && error.status < 500;
      // Not every server lists its models; any answer shows that it is up.
      if (isThere && error.status !== 401 && error.status !== 403 && model !== undefined)
        return readyWith(model);
      throw error;
    }
  });

  const post = async (
    path: string,
    body: object,
    signal: AbortSignal,
    how: Pick<RemoteRequest, 'retryTimeouts' | 'urgent' | 'isPassing'>,
  ): Promise<unknown> => {
    const answer = await ask({ method: 'POST', path, body, ...how }, signal);
    refuseError(answer, settings()?.key);
    return answer;
  };

  return {
    id: 'chat',
    name: NAME,
    offline: false,
    get capabilities(): EngineCapabilities {
      const profile = profileOf(settings()?.model ?? '');
      if (profile) return capabilitiesOf(profile);
      return settings()?.mayHaveWork ? { ...GENERAL, work: true } : GENERAL;
    },
    async state() {
      const now = settings();
      if (!now?.url)
        return unavailable(
          'It has no address. Enter it under Engines in the window, or set INTERLINEAR_CHAT_URL.',
        );
      return state.of(`${now.url} ${now.model ?? ''} ${now.key ?? ''}`);
    },
    version() {
      const { url, model } = settings() ?? {};
      return Promise.resolve(url === undefined ? undefined : `${url} ${model ?? ''}`);
    },
    open: (pair) => {
      const general = createChatSession(pair, {
        model: () => modelOf(settings()),
        complete: (body, signal, how) => post('/v1/chat/completions', body, signal, how),
      });
      // The model may change between requests: the session belongs to the configured one.
      let special: { key: string; session: EngineSession } | undefined;
      const sessionNow = (): EngineSession => {
        const { url = '', model = '' } = settings() ?? {};
        const profile = profileOf(model);
        if (!profile) return general;
        const key = `${url} ${model} ${owner}`;
        if (special?.key === key) return special.session;
        const session = createProfileSession(pair, {
          profile,
          owner,
          ask: ({ path, body }, signal, how) =>
            post(path, { model: modelOf(settings()), ...body }, signal, how),
        });
        special = { key, session };
        return session;
      };
      return Promise.resolve({
        translate: (texts, options, signal) => sessionNow().translate(texts, options, signal),
        listTerms: (texts, options, signal) =>
          sessionNow().listTerms?.(texts, options, signal) ?? Promise.resolve([]),
        close: () => Promise.resolve(),
      });
    },
  };
}

const GENERAL: EngineCapabilities = {
  inlineCodes: true,
  glossary: true,
  tone: 'free',
  context: true,
  surroundings: true,
  terms: true,
  batchChars: BATCH_CHARS,
  retriesBlanks: true,
};

function capabilitiesOf({ glossary, context }: ModelProfile): EngineCapabilities {
  return { inlineCodes: true, glossary, tone: 'none', context, batchChars: BATCH_CHARS, retriesBlanks: true };
}

function readyWith(model: string): EngineState {
  const languages = profileOf(model)?.languages;
  return languages ? { state: 'ready', pairs: allPairs(languages, languages) } : READY;
}

const READY: EngineState = { state: 'ready', pairs: [{ from: '*', to: '*', ready: true }] };

function serverOf(settings: RemoteSettings | undefined): RemoteServer {
  if (!settings?.url) {
    throw new EngineError('The language model is turned off or has no address. See Engines in the window.', {
      retryable: false,
    });
  }
  const { url, key } = settings;
  return {
    name: 'The language model’s server',
    url,
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    secret: key,
  };
}

function modelOf(settings: RemoteSettings | undefined): string {
  if (settings?.model) return settings.model;
  throw new EngineError('No language model is named. See Engines in the window.', { retryable: false });
}

function modelNames(answer: unknown): string[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) return [];
  return data.flatMap((model: { id?: unknown } | null) => (typeof model?.id === 'string' ? [model.id] : []));
}

/** `owned_by` of the first model: Ollama, llama.cpp, LM Studio and vLLM each use their own value. */
function ownerIn(answer: unknown): string | undefined {
  const { data } = (answer ?? {}) as { data?: unknown };
  const [first] = (Array.isArray(data) ? data : []) as ({ owned_by?: unknown } | null)[];
  return typeof first?.owned_by === 'string' ? first.owned_by : undefined;
}

/** Some servers report a failed upstream server with a 200. */
function refuseError(answer: unknown, key: string | undefined): void {
  if (typeof answer !== 'object' || answer === null || 'choices' in answer || !('error' in answer)) return;
  const said = shortened(saidBy(JSON.stringify(answer)), key);
  throw new EngineError(`The language model’s server answered: ${sentence(said)}`, { retryable: true });
}

function explained(error: unknown): unknown {
  if (!(error instanceof RemoteError) || (error.status !== 401 && error.status !== 403)) return error;
  return new RemoteError(
    error.failure,
    `The language model’s server wants a key, or another one: ${sentence(error.said)} Check it under Engines in the window.`,
    { status: error.status, said: error.said, cause: error },
  );
}
