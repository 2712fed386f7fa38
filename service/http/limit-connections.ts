import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from '../contract/index.ts';
import type { Log } from '../log.ts';
import { refuseConnection } from './parser-errors.ts';

export interface ConnectionLimits {
  readonly all: number;
  /** From one address. */
  readonly perRemote: number;
}

/**
 * Refuses connections over the limits with a 503, so that no program that opens them without end takes the descriptors that jobs
 * need for their files. Returns whether a connection was let in.
 */
export function limitConnections(
  server: Server,
  { all, perRemote }: ConnectionLimits,
  log: Log,
): (socket: Socket) => boolean {
  const refused = new WeakSet<Socket>();
  const byRemote = new Map<string, number>();
  let open = 0;
  // What is being refused is open for a moment longer.
  server.maxConnections = all + perRemote;
  server.prependListener('connection', (socket) => {
    const remote = socket.remoteAddress ?? '';
    const count = byRemote.get(remote) ?? 0;
    if (open >= all || count >= perRemote) {
      refused.add(socket);
      refuseConnection(socket, tooMany(), log);
      return;
    }
    open++;
    byRemote.set(remote, count + 1);
    socket.once('close', () => {
      open--;
      const left = (byRemote.get(remote) ?? 1) - 1;
      if (left === 0) byRemote.delete(remote);
      else byRemote.set(remote, left);
    });
  });
  return (socket) => !refused.has(socket);
}

function tooMany(): ProblemError {
  return new ProblemError(
    'internal_error',
    'Too many connections are open. Close some, or keep one open and send several requests over it.',
    { status: 503, headers: { 'Retry-After': '2' }, reason: 'service_busy' },
  );
}
