import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createClient } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { createMcpServer } from './server.ts';
import { NO_FOLDERS } from './folders.ts';

/** The account and key of a request. */
export interface Sender {
  readonly accountId: string;
  readonly key: string;
}

interface Session extends Sender {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly client: Client;
  usedAt: number;
}

interface SessionsOptions {
  /** Where the service itself listens: tools are clients of `/v1` with the sender's key. */
  ownAddress: () => string;
  /** Called with errors that no assistant can fix. */
  report: (error: unknown) => void;
  now?: () => number;
}

/** Few clients end their sessions: beyond this the least recently used one is ended. */
const MAX_OF_ACCOUNT = 16;
const MAX_SESSIONS = 128;
const IDLE_MS = 30 * 60_000;

/** Sessions of assistants over Streamable HTTP (specification 2025-11-25), each bound to its first key. */
export function openMcpSessions({ ownAddress, report, now = Date.now }: SessionsOptions) {
  /** Least recently used first. */
  const sessions = new Map<string, Session>();

  function touch(id: string, session: Session): void {
    session.usedAt = now();
    sessions.delete(id);
    sessions.set(id, session);
  }

  async function end(id: string): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
    session?.client.close();
  }

  async function makeRoom({ accountId }: Sender): Promise<void> {
    for (const [id, { usedAt }] of sessions) if (now() - usedAt > IDLE_MS) await end(id);
    const own = [...sessions].filter(([, session]) => session.accountId === accountId);
    if (own.length >= MAX_OF_ACCOUNT) await end(own[0]![0]);
    else if (sessions.size >= MAX_SESSIONS) await end([...sessions.keys()][0]!);
  }

  /** Handles the first message of a session. A message that starts no session leaves nothing behind. */
  async function begin(request: Request, body: unknown, sender: Sender): Promise<Response> {
    const client = createClient(ownAddress(), { key: sender.key });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: async (id) => {
        await makeRoom(sender);
        sessions.set(id, { ...sender, transport, client, usedAt: now() });
      },
      onsessionclosed: (id) => end(id),
    });
    const server = createMcpServer({
      service: () => Promise.resolve(client),
      folders: NO_FOLDERS,
      allJobs: false,
      onGone: () => undefined,
      report,
    });
    await server.connect(transport);
    const answer = await transport.handleRequest(request, { parsedBody: body });
    if (transport.sessionId === undefined) {
      await transport.close();
      client.close();
    }
    return answer;
  }

  return {
    /** Answers a request with its parsed body. Another key's session counts as unknown, like an ended one. */
    async answer(request: Request, body: unknown, sender: Sender): Promise<Response> {
      const id = request.headers.get('Mcp-Session-Id');
      if (id === null) return isBeginning(body) ? begin(request, body, sender) : noSession();
      const session = sessions.get(id);
      if (session?.accountId !== sender.accountId || session.key !== sender.key) return unknownSession();
      touch(id, session);
      return session.transport.handleRequest(request, { parsedBody: body });
    },
    /** Ends all sessions. */
    async close(): Promise<void> {
      await Promise.all([...sessions.keys()].map(end));
    },
  };
}

function isBeginning(body: unknown): boolean {
  return (body as { method?: unknown } | undefined)?.method === 'initialize';
}

function noSession(): Response {
  const message = 'The header Mcp-Session-Id is missing. Begin a session with the method initialize.';
  return Response.json({ jsonrpc: '2.0', error: { code: -32_600, message }, id: null }, { status: 400 });
}

/** Clients start a new session after a 404. */
function unknownSession(): Response {
  const error = { code: -32_001, message: 'There is no such session, or it has ended. Begin another.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
