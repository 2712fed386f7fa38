import type { Socket } from 'node:net';

const known = new WeakSet<Socket>();

/** A request over this connection had a good key, or an address that is as good: it is not cut to make room. */
export function noteGoodKey(socket: Socket): void {
  known.add(socket);
}

export function hasShownGoodKey(socket: Socket): boolean {
  return known.has(socket);
}
