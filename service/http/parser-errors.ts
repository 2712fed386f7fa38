import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { Log } from '../log.ts';
import { presentProblem, PROBLEM_TYPE } from './response/present-problem.ts';

/** How long the rest of a refused client's data is drained (see answer-before-body.ts). */
const LINGER_MS = 2_000;

/** Sends the errors of Node's HTTP parser, which precede Koa, as problems with a request id. */
export function answerParserErrors(server: Server, log: Log): void {
  /** The pending answer of a connection: once its head is sent, nothing may be written in between. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (req, res) => latest.set(req.socket, res));
  server.prependListener('checkContinue', (req, res) => latest.set(req.socket, res));

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = latest.get(socket);
    const isAnswering = response !== undefined && response.headersSent && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    refuseConnection(socket, parserProblem(error.code), log);
  });
  // CONNECT is for proxies. Without a listener Node closes the connection silently.
  server.on('connect', (_req, socket) => {
    const problem = new ProblemError(
      'method_not_allowed',
      'This is no proxy. Use GET, POST, PUT, PATCH or DELETE.',
      {
        headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
      },
    );
    refuseConnection(socket, problem, log);
  });
}

function parserProblem(code: string | undefined): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return fieldProblem(
        'headers',
        'too_long',
        'The request headers are too large. Send fewer or shorter ones.',
        { status: 431 },
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return fieldProblem(
        'body',
        'timeout',
        'The request took too long to arrive. Send it again on a steady connection.',
        { status: 408 },
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return fieldProblem(
        'body',
        'file_too_large',
        'The chunk extensions of the request are too large. Send none.',
        { status: 413 },
      );
    default:
      return new ProblemError(
        'invalid_request',
        'This is no valid HTTP request. Check how the client writes it.',
      );
  }
}

/** Writes an answer to a connection, and closes it once its client has had time to read. */
export function refuseConnection(socket: Duplex, problem: ProblemError, log: Log): void {
  const requestId = randomUUID();
  const body = JSON.stringify(presentProblem(problem, { instance: '/', requestId }));
  const headers = {
    'Content-Type': PROBLEM_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...problem.headers,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  log.info({ request_id: requestId, status: problem.status }, 'A connection was refused.');
  socket.on('error', () => undefined);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\n${head.join('')}\r\n${body}`,
  );
  socket.on('data', () => undefined);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
