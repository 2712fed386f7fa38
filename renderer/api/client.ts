import { problemFrom, ServiceUnreachable, unanswered } from './errors.ts';

export interface Connection {
  /** `http://127.0.0.1:4717`, without a trailing slash. */
  readonly baseUrl: string;
  readonly key: string;
  /** Whether the app works with a team's server. */
  readonly isServer?: boolean;
}

export interface Answer<T> {
  data: T;
  /** Milliseconds that the service asks to wait before the next poll. */
  retryAfterMs: number | undefined;
}

export interface RequestOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as multipart/form-data, in place of a body. */
  form?: FormData;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request outlives the window. */
  keepalive?: boolean;
}

let connection: Connection | undefined;

/** Sets the service that requests go to. Every other function of this room needs it; undefined signs out. */
export function useConnection(next: Connection | undefined): void {
  connection = next;
}

/** The URL of a path of the service, and the headers that authorise it. */
export function authorised(path: string): { url: string; headers: Record<string, string> } {
  if (!connection) throw new ServiceUnreachable();
  return { url: connection.baseUrl + path, headers: { Authorization: `Bearer ${connection.key}` } };
}

/**
 * Requests enveloped JSON. Rejects with ServiceProblem, ServiceUnreachable, FileChanged or the signal's
 * reason.
 */
export async function ask<T>(path: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const { url, headers } = authorised(path);
  return askAt<T>(url, { ...options, headers: { ...headers, ...options.headers } });
}

/** As `ask`, for an absolute URL and without the key: sign-in and health. */
export async function askAt<T>(url: string, options: RequestOptions = {}): Promise<Answer<T>> {
  const response = await send(url, options);
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const body = response.status === 204 ? undefined : await readJson(response);
  // Cut off in transit, as by a reload: the request may have been processed.
  if (body === undefined && response.status !== 204) throw new ServiceUnreachable(response.status);
  return {
    data: (body as { data: T } | undefined)?.data as T,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
  };
}

/** Sends a request and resolves to a successful response. */
export async function send(url: string, options: RequestOptions = {}): Promise<Response> {
  const headers = { Accept: 'application/json', ...options.headers };
  const init: RequestInit = {
    method: options.method ?? 'GET',
    headers: options.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
    cache: 'no-store',
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.form ? { body: options.form } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  };
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    options.signal?.throwIfAborted();
    throw await unanswered(options.form, cause);
  }
  // 304: the caller has what it asked for.
  if (!response.ok && response.status !== 304)
    throw problemFrom(await readJson(response)) ?? new ServiceUnreachable(response.status);
  return response;
}

/** The JSON body; undefined if it is something else or breaks off. */
async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
