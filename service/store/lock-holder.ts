/** The process that holds a data folder, for commands that must not open the folder themselves. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '../lib/error-code.ts';

/** The holder's answer to a connection; without `pid` if it is suspended and does not answer. */
export interface LockHolder {
  readonly pid?: number;
  readonly address?: string;
}

/** Of a socket's path, with the names that `lockFolder` adds: macOS takes 103 bytes, Linux 107. */
const MAX_FOLDER_BYTES = 80;
const ANSWER_MS = 1_000;
/** Nobody listens there, or it is no socket. */
const CLOSED = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR']);

/** The living process that has the folder, if there is one. Changes nothing. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
  if (!(await stat(folder).catch(() => undefined))) return undefined;
  return withSockets(folder, async ([first, second]) => {
    const holder = await ask(first);
    return holder ?? (second === undefined ? undefined : await ask(second));
  });
}

/**
 * Who listens there, if anyone: the system closes a socket with its process, whatever ends that, and keeps
 * it open where the process is only stopped.
 */
export async function ask(path: string): Promise<LockHolder | undefined> {
  const socket = connect(path);
  socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('No answer.')));
  try {
    return JSON.parse(await text(socket)) as LockHolder;
  } catch (error) {
    return CLOSED.has(errorCode(error) ?? '') ? undefined : {};
  }
}

/**
 * Works with the places where the folder's socket may be: in the folder itself, with which it moves; in the
 * user's where the folder's file system has none (FAT, some network drives). On Windows it is a pipe. Long
 * folders are reached through a link, since the paths of sockets are limited.
 */
export async function withSockets<Value>(
  folder: string,
  work: (paths: readonly [string, string?]) => Promise<Value>,
): Promise<Value> {
  // However the path is spelled: a link or a mapped drive leads to the same folder.
  const { dev, ino } = await stat(folder, { bigint: true });
  const id = createHash('sha256').update(`${dev} ${ino}`).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return work([`\\\\.\\pipe\\interlinear-${id}`]);
  const own = join(homedir(), `.interlinear-${id}`);
  if (Buffer.byteLength(folder) <= MAX_FOLDER_BYTES) return work([join(folder, 'lock'), own]);
  const short = await mkdtemp(join(tmpdir(), 'il-'));
  try {
    await symlink(folder, join(short, 'f'));
    return await work([join(short, 'f', 'lock'), own]);
  } finally {
    await rm(short, { recursive: true, force: true });
  }
}
