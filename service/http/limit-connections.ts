import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ProblemError } from '../contract/index.ts';
import type { Log } from '../log.ts';
import { hasShownGoodKey } from './known-connections.ts';
import { refuseConnection } from './parser-errors.ts';

export interface ConnectionLimits {
  readonly all: number;
  /** From one address. */
  readonly perRemote: number;
  /** Additional ones for the owner's window; default 16. */
  readonly reserved?: number;
}

const RESERVED = 16;

/** A connection that has not shown a good key. */
interface Stranger {
  /** `silent`: sent no request yet; `waiting`: between two; `reserved`: one beyond those that all may take. */
  state: 'silent' | 'waiting' | 'asking' | 'reserved';
  /** The socket of its requests: with TLS another one. */
  speaker?: Socket;
}

/**
 * Bounds connections, so that a program that opens them without end does not take the descriptors that jobs
 * need for their files. Where all are taken, the oldest that never showed a good key makes room: one that never
 * sent a request before one that waits for its next, and that before one that is at one. Where each has, a few
 * more are let in for requests of the owner. Others get a 503. Returns whether a request is to be answered.
 */
export function limitConnections(
  server: Server,
  { all, perRemote, reserved = RESERVED }: ConnectionLimits,
  {
    log,
    isOwner,
    isTls = false,
  }: {
    readonly log: Log;
    readonly isOwner: (req: IncomingMessage) => boolean;
    readonly isTls?: boolean;
  },
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const refused = new WeakSet<Socket>();
  const inReserve = new Set<Socket>();
  /** Those not known to have shown a good key, the oldest first. */
  const strangers = new Map<Socket, Stranger>();
  const byRemote = new Map<string, number>();
  let open = 0;

  /** From the same address, if that address is at its limit. */
  const makeRoom = (remote: string | undefined): void => {
    const found: Partial<Record<Stranger['state'], Socket>> = {};
    for (const [socket, { state, speaker }] of strangers) {
      if (speaker && hasShownGoodKey(speaker)) strangers.delete(socket);
      else if (remote === undefined || socket.remoteAddress === remote) found[state] ??= socket;
    }
    const socket = found.silent ?? found.waiting ?? found.asking ?? found.reserved;
    if (!socket) return;
    leave(socket);
    socket.destroy();
  };
  const counted = new Map<Socket, string>();
  /** With TLS, requests come on another socket than the connection: both have the same remote end. */
  const byOtherEnd = new Map<string, Socket>();
  const connectionOf = (socket: Socket): Socket => byOtherEnd.get(otherEnd(socket)) ?? socket;
  /** Before encryption no answer could be read. */
  const refuse = (socket: Socket): void => {
    if (isTls) socket.destroy();
    else refuseConnection(socket, tooMany(), log);
  };
  const leave = (socket: Socket): void => {
    strangers.delete(socket);
    inReserve.delete(socket);
    const remote = counted.get(socket);
    if (remote === undefined) return;
    counted.delete(socket);
    open--;
    const left = (byRemote.get(remote) ?? 1) - 1;
    if (left === 0) byRemote.delete(remote);
    else byRemote.set(remote, left);
  };
  const isFull = (remote: string): boolean => open >= all || (byRemote.get(remote) ?? 0) >= perRemote;

  // Refused connections stay open for a moment longer.
  server.maxConnections = all + perRemote + reserved;
  server.prependListener('connection', (socket) => {
    const remote = socket.remoteAddress ?? '';
    if (isFull(remote)) makeRoom(open >= all ? undefined : remote);
    if (isTls) {
      const name = otherEnd(socket);
      byOtherEnd.set(name, socket);
      socket.once('close', () => byOtherEnd.delete(name));
    }
    socket.once('close', () => leave(socket));
    if (!isFull(remote)) {
      open++;
      byRemote.set(remote, (byRemote.get(remote) ?? 0) + 1);
      counted.set(socket, remote);
      strangers.set(socket, { state: 'silent' });
    } else if (inReserve.size < reserved) {
      inReserve.add(socket);
      strangers.set(socket, { state: 'reserved' });
    } else {
      refused.add(socket);
      refuse(socket);
    }
  });
  return (req, res) => {
    const socket = connectionOf(req.socket);
    const stranger = strangers.get(socket);
    if (inReserve.has(socket)) strangers.delete(socket);
    else if (stranger) {
      stranger.state = 'asking';
      stranger.speaker = req.socket;
      res.once('close', () => (stranger.state = 'waiting'));
    }
    if (refused.has(socket)) return false;
    if (!inReserve.has(socket) || isOwner(req)) return true;
    inReserve.delete(socket);
    refused.add(socket);
    refuseConnection(req.socket, tooMany(), log);
    return false;
  };
}

function otherEnd({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress ?? ''} ${remotePort ?? 0}`;
}

function tooMany(): ProblemError {
  return new ProblemError(
    'internal_error',
    'Too many connections are open. Close some, or keep one open and send several requests over it.',
    { status: 503, headers: { 'Retry-After': '2' }, reason: 'service_busy' },
  );
}
