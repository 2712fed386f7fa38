/**
 * A pipe that is open as long as its process lives, whatever ends that. Windows has no other sign: it gives
 * process ids to others soon, and says when a process began only to programs that are slow to start.
 * https://nodejs.org/api/net.html#ipc-support
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { errorCode } from '../lib/error-code.ts';

export interface LifeSign {
  readonly name: string;
  close(): void;
}

/** A new one where the system needs it, and lets one be made. */
export async function openLifeSign(): Promise<LifeSign | undefined> {
  if (process.platform !== 'win32') return undefined;
  return openPipe(`\\\\.\\pipe\\interlinear-${randomUUID()}`).catch(() => undefined);
}

/** `name`: of a pipe on Windows, the path of a socket elsewhere. */
export async function openPipe(name: string): Promise<LifeSign> {
  const server = createServer((socket) => socket.destroy());
  // It must not keep its process alive.
  server.listen(name).unref();
  await once(server, 'listening');
  return { name, close: () => void server.close() };
}

/** True only if it is certainly closed: a process must not lose its folder because it answers slowly. */
export async function isLifeSignOpen(name: string): Promise<boolean> {
  const socket = connect(name);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ECONNREFUSED';
  } finally {
    socket.destroy();
  }
}
