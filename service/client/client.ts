import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { json as readJson } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { CliError, EXIT, ServiceGoneError, ServiceRefusalError } from './cli-error.ts';

/** The service as commands use it: the same /v1 as every other client. */
export interface Client {
  readonly baseUrl: string;
  /** `data` of a JSON answer. */
  json<T>(path: string, init?: ClientInit): Promise<T>;
  /** The body of any successful answer, to be read to its end. */
  fetch(path: string, init?: ClientInit): Promise<Readable>;
  /** Closes its connections: a service started by a command ends when no one is connected. */
  close(): void;
}

export interface ClientInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData;
  readonly signal?: AbortSignal;
}

interface ClientOptions {
  key?: string | undefined;
  /** The authority of the server's certificate, in PEM form; default: those that the system trusts. */
  ca?: string | undefined;
  /** The error for a service that does not answer. */
  asError?: (cause: unknown) => CliError;
}

/**
 * Its methods reject with a ServiceRefusalError if the service refuses, with a ServiceGoneError if it does
 * not answer, with a CliError if the content to send cannot be read, and with the signal's reason. Not with
 * fetch(), whose kept connections cannot be closed.
 */
export function createClient(
  baseUrl: string,
  { key, ca, asError = (cause) => new ServiceGoneError(cause) }: ClientOptions = {},
): Client {
  const isTls = baseUrl.startsWith('https:');
  const agent = isTls ? new TlsAgent({ keepAlive: true, ca }) : new Agent({ keepAlive: true });
  const ask = isTls ? tlsRequest : request;

  const send = async (path: string, init: ClientInit = {}): Promise<IncomingMessage> => {
    const answer = await open(path, init);
    if ((answer.statusCode ?? 0) >= 400) {
      throw new ServiceRefusalError(await problemOf(answer), answer.statusCode ?? 0);
    }
    return answer;
  };

  const open = async (path: string, init: ClientInit): Promise<IncomingMessage> => {
    const { method = 'GET', headers = {}, body, signal } = init;
    signal?.throwIfAborted();
    // Encodes multipart bodies: boundary and parts.
    const encoded = body === undefined ? undefined : new Response(body);
    const type = encoded?.headers.get('Content-Type');
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        const asked = ask(`${baseUrl}${path}`, {
          agent,
          method,
          headers: {
            ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
            ...(type ? { 'Content-Type': type } : {}),
            ...headers,
          },
          ...(signal ? { signal } : {}),
        });
        asked.once('response', resolve).on('error', reject);
        if (!encoded?.body) asked.end();
        else {
          Readable.fromWeb(encoded.body as ReadableStream)
            .on('error', () => asked.destroy(unreadable()))
            .pipe(asked);
        }
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw error instanceof CliError ? error : asError(error);
    }
  };

  return {
    baseUrl,
    fetch: send,
    async json<T>(path: string, init?: ClientInit) {
      const answer = await send(path, init);
      try {
        return ((await readJson(answer)) as { data: T }).data;
      } catch (error) {
        throw new ServiceGoneError(error);
      }
    },
    close: () => agent.destroy(),
  };
}

/** Not a ServiceGoneError: another service would get the same unreadable file. */
function unreadable(): CliError {
  return new CliError(
    'The file was changed, moved or locked while it was sent. Run the command again.',
    EXIT.usage,
  );
}

export function jsonBody(value: unknown): ClientInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  };
}

async function problemOf(answer: IncomingMessage): Promise<object> {
  return (await readJson(answer).catch(() => ({}))) as object;
}
