import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFile } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { ask, withSockets } from './lock-holder.ts';
import { StoreBusyError } from './store-port.ts';

export interface FolderLock {
  setAddress(address: string): void;
  release(): Promise<void>;
}

const IS_PIPE = process.platform === 'win32';
/** The folder's file system has no sockets, or no second names for them. */
const NO_SOCKETS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const GUARD_PAUSE_MS = 20;
const GUARD_STALE_MS = 2_000;

/**
 * Takes the folder for this process; rejects with a StoreBusyError where a living one has it. The lock is a
 * socket on which this process listens: a killed one's is closed by the system, and taken over at once.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const own = { pid: process.pid, address: undefined as string | undefined };
  const answer = () => JSON.stringify(own);
  const [server, place] = await withSockets(folder, async ([first, second]) => {
    try {
      return [await take(folder, first, answer), 0] as const;
    } catch (error) {
      if (second === undefined || !NO_SOCKETS.has(errorCode(error) ?? '')) throw error;
      return [await take(folder, second, answer), 1] as const;
    }
  });
  return {
    setAddress: (address) => void (own.address = address),
    async release() {
      // Before it closes: another's may be there a moment later. What cannot be removed is a dead one's then.
      if (!IS_PIPE) await withSockets(folder, (paths) => removeFile(paths[place]!)).catch(() => undefined);
      server.close();
    },
  };
}

async function take(folder: string, path: string, answer: () => string): Promise<Server> {
  for (;;) {
    const server = await listenOn(path, answer);
    if (server) return server;
    const holder = await ask(path);
    if (holder) throw new StoreBusyError(folder, holder.pid, holder.address);
    if (!IS_PIPE) await removeDead(path);
  }
}

/** Undefined where the path is taken. */
async function listenOn(path: string, answer: () => string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.on('error', () => undefined).end(answer()));
  // Under another name first: between its making and its listening it would be taken for a dead one.
  const listening = IS_PIPE ? path : `${path}.${randomBytes(4).toString('hex')}`;
  try {
    // It must not keep its process alive.
    server.listen(listening).unref();
    await once(server, 'listening');
    if (!IS_PIPE) await link(listening, path);
    // Such as too many open files: who connects is then not answered.
    server.on('error', () => undefined);
    return server;
  } catch (error) {
    server.close();
    if (errorCode(error) === 'EEXIST' || errorCode(error) === 'EADDRINUSE') return undefined;
    throw error;
  } finally {
    if (!IS_PIPE) await removeFile(listening);
  }
}

/**
 * If two processes find the same dead socket, one may already listen on a new one when the other acts. So it
 * is asked again and removed by one process at a time: making a folder succeeds for exactly one. A guard that
 * stays is left by a crash in these milliseconds.
 */
async function removeDead(path: string): Promise<void> {
  const guard = `${path}.takeover`;
  const drop = () => rm(guard, { recursive: true, force: true });
  try {
    await mkdir(guard);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await pause(GUARD_PAUSE_MS);
    const made = await stat(guard).catch(() => undefined);
    // Either way: a clock that was set back must not keep the folder locked.
    if (made && Math.abs(Date.now() - made.mtimeMs) > GUARD_STALE_MS) await drop();
    return;
  }
  try {
    if (!(await ask(path))) await removeFile(path);
  } finally {
    await drop();
  }
}
