import { EngineError } from '../engine.ts';
import type { Engine, EngineState } from '../engine.ts';
import type { RemoteSettings } from '../configuration.ts';
import { requestJson, REQUEST_LIMITS } from '../remote/http-client.ts';
import type { RemoteRequest, RemoteServer, RequestLimits } from '../remote/http-client.ts';
import { cachedState, PROBE_LIMITS, unavailable } from '../remote/probe.ts';
import { RemoteError, saidBy, sentence, shortened } from '../remote/remote-error.ts';
import { createChatSession } from './session.ts';

const NAME = 'Language model';
/** A paragraph or two. Reading its instructions costs a model as much for one sentence as for twenty. */
const BATCH_CHARS = 1_000;

/**
 * Any server with OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat): Ollama, llama.cpp, vLLM, hosted
 * ones. `settings`: as they are now; undefined where the engine is off.
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
  const state = cachedState(async (signal): Promise<EngineState> => {
    const { model, key } = settings() ?? {};
    try {
      const request: RemoteRequest = { method: 'GET', path: '/v1/models', urgent: true };
      const models = modelNames(await ask(request, signal, PROBE_LIMITS));
      if (model !== undefined) return READY;
      const names = shortened(models.slice(0, 10).join(', '), key);
      return unavailable(
        `It has no model. Name one under Engines in the window, or set INTERLINEAR_CHAT_MODEL.${names === '' ? '' : ` The server has: ${names}.`}`,
      );
    } catch (error) {
      const isThere = error instanceof RemoteError && error.status !== undefined && error.status < 500;
      // Not every server lists its models; one that answers at all is there.
      if (isThere && error.status !== 401 && error.status !== 403 && model !== undefined) return READY;
      throw error;
    }
  });

  return {
    id: 'chat',
    name: NAME,
    offline: false,
    capabilities: {
      inlineCodes: true,
      glossary: true,
      tone: 'free',
      context: true,
      surroundings: true,
      retriesBlanks: true,
      batchChars: BATCH_CHARS,
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
    open: (pair) =>
      Promise.resolve(
        createChatSession(pair, {
          model: () => modelOf(settings()),
          async complete(body, signal, how) {
            const answer = await ask({ method: 'POST', path: '/v1/chat/completions', body, ...how }, signal);
            refuseError(answer, settings()?.key);
            return answer;
          },
        }),
      ),
  };
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

/** Some servers say with a 200 that the one behind them has failed. */
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
