import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { connect } from 'node:tls';
import type { ConnectionOptions, TLSSocket } from 'node:tls';
import { DistrustError, handshakeOptions, judge } from './trust.ts';
import type { Trust } from './trust.ts';

const HANDSHAKE_MS = 10_000;

/**
 * The shell's client of a team server. Node's `fetch` supports neither the system's authorities nor a pin.
 */
export interface ServerClient {
  /**
   * Rejects with a DistrustError before anything is sent, with the system's error, or with the signal's
   * reason.
   */
  fetch(path: string, init?: { key?: string; signal?: AbortSignal }): Promise<Response>;
  /** The SHA-256 of the server's current certificate; rejects like `fetch`. */
  fingerprint(): Promise<string>;
  close(): void;
}

export function createServerClient(origin: string, trust: Trust): ServerClient {
  const url = new URL(origin);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || 443);
  /** Resolves with a connection whose certificate is trusted, and its SHA-256. */
  const open = (options: ConnectionOptions): Promise<{ socket: TLSSocket; fingerprint: string }> =>
    new Promise((resolve, reject) => {
      const servername = isIP(host) ? '' : host;
      const socket = connect({ ...options, host, port, servername, ...handshakeOptions(trust) });
      const late = setTimeout(() => socket.destroy(timedOut()), HANDSHAKE_MS);
      socket.once('error', reject);
      socket.once('close', () => clearTimeout(late));
      socket.once('secureConnect', () => {
        clearTimeout(late);
        socket.off('error', reject);
        const found = judge(socket, host, trust);
        if (typeof found === 'string') resolve({ socket, fingerprint: found });
        else {
          socket.destroy();
          reject(new DistrustError(found));
        }
      });
    });
  // A resumed session has no certificate to check.
  const agent = new Agent({ keepAlive: true, maxCachedSessions: 0 });
  agent.createConnection = (options, callback) => {
    open(options as ConnectionOptions).then(
      ({ socket }) => callback?.(null, socket),
      (error: unknown) => callback?.(error as Error, undefined as never),
    );
    return undefined;
  };

  return {
    async fetch(path, { key, signal } = {}) {
      signal?.throwIfAborted();
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
        request(`${origin}${path}`, { agent, headers, ...(signal ? { signal } : {}) })
          .once('response', resolve)
          .on('error', reject)
          .end();
      }).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw error;
      });
      // A broken stream rejects its reader's promise; without a listener it would also be thrown.
      answer.on('error', () => undefined);
      return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, {
        status: answer.statusCode ?? 500,
        headers: { 'content-type': answer.headers['content-type'] ?? '' },
      });
    },
    async fingerprint() {
      const { socket, fingerprint } = await open({});
      socket.destroy();
      return fingerprint;
    },
    close: () => agent.destroy(),
  };
}

function timedOut(): Error {
  return Object.assign(new Error('The handshake took too long.'), { code: 'ETIMEDOUT' });
}
