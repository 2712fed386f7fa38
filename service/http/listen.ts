import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type Koa from 'koa';
import type { StartErrorCode } from '../contract/index.ts';
import { StartError } from '../lib/start-error.ts';
import { errorCode } from '../lib/error-code.ts';
import { isLoopback } from '../lib/loopback.ts';
import type { Log } from '../log.ts';
import { limitConnections } from './limit-connections.ts';
import type { ConnectionLimits } from './limit-connections.ts';
import { MAX_HEADERS } from './middleware/header-count.ts';
import { answerParserErrors } from './parser-errors.ts';

export interface ListenOptions {
  /** The address to bind; loopback by default. */
  readonly host: string;
  /** 0 lets the system choose; else this port or the next free one. */
  readonly port: number;
  readonly log: Log;
  /** Certificate and key, in PEM form: then it speaks TLS only. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Milliseconds for a client to send a request's head. */
  readonly headersTimeout?: number;
  readonly connections?: ConnectionLimits;
  /** Whether a request is the owner's: answered even at the connection limit. */
  readonly isOwner?: (req: IncomingMessage) => boolean;
}

export interface Listening {
  readonly port: number;
  /** Such as `http://127.0.0.1:4717`, without a trailing slash. */
  readonly baseUrl: string;
  /** Replaces the certificate for new connections. */
  setTls(tls: { readonly cert: string; readonly key: string }): void;
  /** Number of connected clients, including kept-alive connections. */
  connections(): Promise<number>;
  /** Accepts no new connections, ends streams, waits a moment for pending answers, then cuts the rest. */
  close(): Promise<void>;
}

/** The attempted address: `ports` as `4717–4817`, or one. */
interface Tried {
  readonly host: string;
  readonly ports: string;
}

/** The service cannot listen at its configured address. The message names cause and remedy. */
class AddressError extends StartError {
  constructor(
    { host, ports }: Tried,
    { code, text }: { code: StartErrorCode; text: string },
    cause: unknown,
  ) {
    super(`The service cannot listen at ${host}: ${text}`, code, { host, ports, said: String(cause) }, cause);
    this.name = 'AddressError';
  }
}

/** How many ports after the requested one are tried. */
const PORTS_TRIED = 100;
const HEADERS_TIMEOUT_MS = 20_000;
/** Limit for the URL and all headers. The longest memory query, three texts in Chinese, takes 54,000. */
const HEADER_BYTES = 65_536;
/** Well below a process's usual 4,096 descriptors, some of which jobs and the window need. */
const CONNECTIONS: ConnectionLimits = { all: 1_024, perRemote: 768 };
/** Above the body's own limits (see request/body.ts): only for requests that slip past them. */
const REQUEST_TIMEOUT_MS = 600_000;
const KEEP_ALIVE_MS = 60_000;
const CLOSE_GRACE_MS = 2_000;
const HANDSHAKE_MS = 10_000;

export async function listen(app: Koa, options: ListenOptions): Promise<Listening> {
  const { headersTimeout = HEADERS_TIMEOUT_MS, connections = CONNECTIONS } = options;
  const server = createHttpServer(options.tls, {
    headersTimeout,
    maxHeaderSize: HEADER_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: Math.max(100, Math.min(headersTimeout / 2, 5_000)),
    // Node's own 400 has no request id; the Host check refuses such a request as well.
    requireHostHeader: false,
    // Longer than a client's poll interval: closing just as a client sends looks like a failure.
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxHeadersCount = MAX_HEADERS + 1;
  const isLetIn = limitConnections(server, connections, {
    log: options.log,
    isOwner: options.isOwner ?? (() => false),
    isTls: options.tls !== undefined,
  });
  const answer = app.callback();
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    if (isLetIn(req, res)) await answer(req, res);
  };
  server.on('request', (req, res) => void handle(req, res));
  // Sent where the body is read (see request/body.ts).
  server.on('checkContinue', (req, res) => void handle(req, res));
  // RFC 9110 §10.1.1 lets servers ignore unknown expectations; Node's own 417 has no request id.
  server.on('checkExpectation', (req, res) => void handle(req, res));
  answerParserErrors(server, options.log);

  const port = await bind(server, options);
  if (!isLoopback(options.host)) {
    options.log.warn(
      { host: options.host, tls: options.tls !== undefined },
      'Others on the network can connect: the service binds more than loopback.',
    );
  }
  return {
    port,
    baseUrl: `${options.tls ? 'https' : 'http'}://${addressForClients(options.host)}:${port}`,
    setTls: (tls) => {
      if ('setSecureContext' in server) server.setSecureContext({ ...tls, minVersion: 'TLSv1.2' });
    },
    connections: () => promisify(server.getConnections.bind(server))(),
    close: () => close(app, server),
  };
}

function createHttpServer(tls: ListenOptions['tls'], options: ServerOptions): Server | TlsServer {
  if (!tls) return createServer(options);
  return createTlsServer({
    ...options,
    ...tls,
    minVersion: 'TLSv1.2',
    handshakeTimeout: HANDSHAKE_MS,
  });
}

async function bind(server: Server, { host, port, log }: ListenOptions): Promise<number> {
  const last = port === 0 ? 0 : Math.min(port + PORTS_TRIED, 65_535);
  for (let candidate = port; ; candidate++) {
    try {
      await listenOn(server, candidate, host);
      const bound = (server.address() as AddressInfo).port;
      if (port !== 0 && bound !== port)
        log.warn({ asked: port, port: bound }, 'The port is in use; took the next free one.');
      return bound;
    } catch (error) {
      if (candidate >= last || !isTaken(error)) throw asAddressError(error, { host, port, last });
    }
  }
}

async function listenOn(server: Server, port: number, host: string): Promise<void> {
  const listening = once(server, 'listening');
  server.listen({ port, host, exclusive: true });
  await listening;
}

function asAddressError(
  error: unknown,
  { host, port, last }: { host: string; port: number; last: number },
): AddressError {
  const tried = { host, ports: last > port ? `${port}–${last}` : String(port) };
  const ports = last > port ? `ports ${port} to ${last}` : `port ${port}`;
  const because = (code: StartErrorCode, text: string) => new AddressError(tried, { code, text }, error);
  switch (errorCode(error)) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
      return because('address_unknown', 'this machine has no such address. Give --host one that it has.');
    case 'EADDRINUSE':
      return because(
        'ports_in_use',
        `${ports} ${last > port ? 'are' : 'is'} in use. Choose another with --port.`,
      );
    case 'EACCES':
      return because('port_denied', `this user may not use ${ports}. Choose one over 1023 with --port.`);
    case undefined:
    default:
      return because('address_fails', `the system reports ${String(error)}.`);
  }
}

/** Windows returns EACCES for ports that it has reserved, as for Hyper-V. */
function isTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(errorCode(error) ?? '');
}

function addressForClients(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function close(app: Koa, server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  app.emit('closing');
  // Kept-alive connections become idle one by one, as their last answers end.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const grace = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(grace);
}
