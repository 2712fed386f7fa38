import { setTimeout as sleep } from 'node:timers/promises';
import { jitteredBackoffMs } from '../../lib/backoff.ts';
import type { BackoffPolicy } from '../../lib/backoff.ts';
import { errorCode } from '../../lib/error-code.ts';
import { scanJson } from '../../lib/scan-json.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import { RemoteError, saidBy, sentence, shortened } from './remote-error.ts';

/** A server as currently configured. */
export interface RemoteServer {
  /** Name for messages. */
  readonly name: string;
  /** The root of the server; has passed `isSafeAddress`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Kept out of all messages. */
  readonly secret?: string | undefined;
}

export interface RequestLimits extends BackoffPolicy {
  /** Maximum attempts at a request whose failure may pass. */
  readonly attempts: number;
  /** Milliseconds without a byte after which an attempt fails. */
  readonly silenceMs: number;
  /** Milliseconds for a whole attempt: a server that drips would hold a job forever. */
  readonly totalMs: number;
  readonly answerBytes: number;
  /**
   * A server that demands a longer pause counts as failed: a job must report that rather than stop silently.
   */
  readonly maxRetryAfterMs: number;
  /**
   * Total milliseconds of pauses, over all attempts, for a server that limits its rate (429): many count by
   * the minute. For urgent requests low, so that the reason of the delay is reported soon.
   */
  readonly tooOftenMs: number;
}

export const REQUEST_LIMITS: RequestLimits = {
  attempts: 5,
  silenceMs: 60_000,
  totalMs: 600_000,
  answerBytes: 8 * 1024 * 1024,
  firstMs: 500,
  maxMs: 15_000,
  maxRetryAfterMs: 120_000,
  tooOftenMs: 90_000,
};

export interface RemoteRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From the server's root: `/v1/models`. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as a form, `application/x-www-form-urlencoded`, instead of `body`. */
  readonly form?: Readonly<Record<string, string>>;
  /** Somebody waits for the answer: not queued behind the requests of jobs. */
  readonly urgent?: boolean | undefined;
  /** Whether an attempt that timed out is repeated; default yes. */
  readonly retryTimeouts?: boolean;
  /** Statuses worth a retry; default 408, 425, 429 and most of 5xx. */
  readonly isPassing?: (status: number) => boolean;
}

/** 408 and 425: RFC 9110 §15.5.9, RFC 8470 §5.2. 501 and 505 are permanent. */
function mayPass(status: number): boolean {
  if (status === 408 || status === 425 || status === 429) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/**
 * Sends a request and returns the JSON of the answer (undefined without a body). Failures that may pass are
 * retried, after any pause that the server demands. Redirects are not followed: the user agreed to this
 * address only. Rejects with a RemoteError, or with the signal's reason.
 */
export async function requestJson(
  server: RemoteServer,
  request: RemoteRequest,
  signal: AbortSignal,
  limits: RequestLimits = REQUEST_LIMITS,
): Promise<unknown> {
  let pausedMs = 0;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    let outcome: Outcome;
    try {
      outcome = await gateOf(server, request)(() => once(server, request, signal, limits), signal);
    } catch (error) {
      signal.throwIfAborted();
      const failed = asRemoteError(error, server);
      const isFinal =
        failed.failure === 'size' || (failed.failure === 'timeout' && request.retryTimeouts === false);
      outcome = { failed, passing: !isFinal };
    }
    if ('value' in outcome) return outcome.value;
    const { failed, passing, retryAfterMs = 0 } = outcome;
    const pauseMs = Math.max(retryAfterMs, jitteredBackoffMs(attempt, limits));
    pausedMs += pauseMs;
    const mayGoOn = failed.status === 429 && !request.urgent && pausedMs <= limits.tooOftenMs;
    const isTriedEnough = attempt >= limits.attempts && !mayGoOn;
    if (!passing || isTriedEnough || retryAfterMs > limits.maxRetryAfterMs) throw failed;
    await pause(pauseMs, signal);
  }
}

/** Concurrent requests to one server, over all jobs; plus as many urgent ones. */
export const MAX_CONCURRENT = 6;
const gates = new Map<string, Semaphore>();

function gateOf({ url }: RemoteServer, { urgent = false }: RemoteRequest): Semaphore {
  const key = `${originOf(url)} ${urgent}`;
  const gate = gates.get(key) ?? createSemaphore(MAX_CONCURRENT);
  gates.set(key, gate);
  return gate;
}

type Outcome =
  | { readonly value: unknown }
  | { readonly failed: RemoteError; readonly passing: boolean; readonly retryAfterMs?: number };

async function once(
  server: RemoteServer,
  { method, path, body, form, isPassing = mayPass }: RemoteRequest,
  signal: AbortSignal,
  limits: RequestLimits,
): Promise<Outcome> {
  const watch = watchSilence(server, limits);
  try {
    const answer = await fetch(server.url.replace(/\/+$/, '') + path, {
      method,
      headers: {
        ...server.headers,
        Accept: 'application/json',
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      // fetch names the type of a form itself.
      ...(form ? { body: new URLSearchParams(form) } : body ? { body: JSON.stringify(body) } : {}),
      redirect: 'manual',
      signal: AbortSignal.any([signal, watch.signal]),
    });
    watch.heard();
    const { status } = answer;
    if (status >= 300 && status < 400) {
      await answer.body?.cancel();
      return { failed: redirected(server, answer), passing: false };
    }
    const bytes = await readBytes(answer, server, watch.heard, limits.answerBytes);
    if (!answer.ok) return refused(server, answer, bytes, isPassing(status));
    const text = decode(bytes, server, status);
    if (text.trim() === '') return { value: undefined };
    // Nested lists of 8 MB would occupy JSON.parse for many seconds, blocking all other texts.
    const problem = scanJson(bytes);
    if (problem !== undefined) {
      throw new RemoteError('size', `${server.name} sent an answer that is too complex: ${problem}.`, {
        status,
      });
    }
    try {
      return { value: JSON.parse(text) };
    } catch (cause) {
      throw noJson(server, { status, cause });
    }
  } catch (error) {
    // Rethrows the reason of the abort, which says who aborted.
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.stop();
  }
}

function watchSilence(server: RemoteServer, { silenceMs, totalMs }: RequestLimits) {
  const controller = new AbortController();
  const give = (ms: number, what: string) =>
    setTimeout(() => {
      controller.abort(new RemoteError('timeout', `${server.name} ${what} ${Math.ceil(ms / 1000)} seconds.`));
    }, ms);
  const total = give(totalMs, 'has not finished its answer in');
  let silence = give(silenceMs, 'has sent nothing for');
  return {
    signal: controller.signal,
    heard: (): void => {
      clearTimeout(silence);
      silence = give(silenceMs, 'has sent nothing for');
    },
    stop: (): void => {
      clearTimeout(silence);
      clearTimeout(total);
    },
  };
}

async function readBytes(
  answer: Response,
  server: RemoteServer,
  heard: () => void,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    heard();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new RemoteError(
        'size',
        `${server.name} sent more than ${Math.round(maxBytes / 1_048_576)} MB in one answer.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fatal: a replacement character would end up in a translation. */
function decode(bytes: Uint8Array, server: RemoteServer, status: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw noJson(server, { status, cause });
  }
}

function noJson(server: RemoteServer, more: { status: number; cause: unknown }): RemoteError {
  return new RemoteError('shape', `${server.name} answered with something that is no JSON.`, more);
}

/** An error's text is cut to one line anyway. */
const MAX_ERROR_BYTES = 65_536;

function refused(server: RemoteServer, answer: Response, bytes: Uint8Array, passing: boolean): Outcome {
  const { status } = answer;
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ERROR_BYTES));
  const said = shortened(saidBy(text), server.secret);
  const retryAfterMs = retryAfter(answer.headers.get('retry-after'));
  const wait =
    retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} seconds.`;
  const message = `${server.name} answered ${status}${said === '' ? '.' : `: ${sentence(said)}`}${wait}`;
  return {
    failed: new RemoteError('status', message, { status, said }),
    passing,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** RFC 9110 §10.2.3: seconds or a date. Milliseconds from now. */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function redirected(server: RemoteServer, answer: Response): RemoteError {
  const location = answer.headers.get('location') ?? '';
  const base = answer.url;
  const to = URL.canParse(location, base) ? new URL(location, base) : undefined;
  const isPath = to?.origin === originOf(base);
  const where = to ? `${to.origin}${isPath ? to.pathname : ''}` : 'another address';
  return new RemoteError(
    'redirect',
    `${server.name} points to ${shortened(where, server.secret)}, and no text is sent to an address that was not agreed to. If it is right, put it into the settings of the engine.`,
    { status: answer.status },
  );
}

/** fetch names the problem only in the rejection's cause: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
function asRemoteError(error: unknown, server: RemoteServer): RemoteError {
  if (error instanceof RemoteError) return error;
  const why = causesOf(error).flatMap((cause) => WHY[errorCode(cause) ?? ''] ?? [])[0];
  return new RemoteError(
    'network',
    `${server.name} at ${originOf(server.url)} cannot be reached: ${why ?? 'the connection broke off'}.`,
    {
      cause: error,
    },
  );
}

/** A proxy's refusal is the cause of a cause. */
function causesOf(error: unknown): unknown[] {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error ? [error, cause, cause.cause] : [error, cause];
}

const WHY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'there is no way to this machine',
  ENETUNREACH: 'there is no network',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_ABORTED: 'the proxy does not let it through',
  ERR_PROXY_TUNNEL: 'the proxy does not let it through',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it has signed its certificate itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted here',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name',
};

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}
