import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type Koa from 'koa';
import { z } from 'zod';
import type { ProblemError } from '../../../contract/index.ts';
import { bearerToken } from '../../middleware/auth.ts';
import type { Protocol, ProtocolServices } from '../../protocol.ts';
import type { HandlersOf, Route } from '../../route.ts';
import type { Principal } from '../../../accounts/accounts-port.ts';

/** As much as the texts of one call may have, with room for JSON escapes. */
const MAX_BYTES = 4 * 1_048_576;

const ROUTES = {
  message: {
    method: 'post',
    path: '/mcp',
    auth: 'translate',
    request: {
      type: 'application/json',
      // A JSON-RPC message; the specification no longer has batches.
      schema: z.record(z.string(), z.unknown()),
      maxBytes: MAX_BYTES,
    },
  },
  // GET would open a stream for unsolicited messages, which we never send: clients accept 405.
  end: { method: 'delete', path: '/mcp', auth: 'translate' },
} as const satisfies Record<string, Route>;

/** The Model Context Protocol over Streamable HTTP, for assistants that cannot start `interlinear mcp`. */
export const MCP: Protocol<typeof ROUTES> = {
  prefixes: ['/mcp'],
  routes: ROUTES,
  handlers,
  credentials: (ctx) => bearerToken(ctx.get('Authorization')),
  keyHint: 'Authorization: Bearer <API_KEY>',
  challenge: 'Bearer',
  present: (value) => value,
  problem: (problem) => ({ body: { jsonrpc: '2.0', error: errorOf(problem), id: null } }),
};

function handlers({ assistants }: ProtocolServices): HandlersOf<typeof ROUTES> {
  const answer = async (ctx: Koa.Context, { accountId }: Principal, body?: unknown): Promise<void> => {
    const sender = { accountId, key: MCP.credentials(ctx)! };
    send(ctx, await assistants.answer(webRequest(ctx), body, sender));
  };
  return {
    message: async ({ ctx, principal, body }) => answer(ctx, principal, body),
    end: async ({ ctx, principal }) => answer(ctx, principal),
  };
}

/** The request's head for the protocol's SDK. Its host has been checked. */
function webRequest({ method, req }: Koa.Context): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, [value].flat().join(', '));
  }
  return new Request('http://localhost/mcp', { method, headers });
}

function send(ctx: Koa.Context, answer: Response): void {
  ctx.status = answer.status;
  for (const [name, value] of answer.headers) if (name !== 'connection') ctx.set(name, value);
  ctx.body = answer.body === null ? '' : Readable.fromWeb(answer.body as ReadableStream);
  ctx.status = answer.status;
  // Koa guesses a type from the body.
  const type = answer.headers.get('Content-Type');
  if (type !== null) ctx.set('Content-Type', type);
}

/** Codes of JSON-RPC 2.0 §5.1; from -32000 on they are defined by the server. */
function errorOf({ code, message }: ProblemError): { code: number; message: string } {
  if (code === 'invalid_request') return { code: -32_600, message };
  return { code: code === 'internal_error' ? -32_603 : -32_000, message };
}
