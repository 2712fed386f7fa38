/** Who has a data folder: what a command looks at before it loads anything that would open one. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '../lib/error-code.ts';
import { isLifeSignOpen } from './life-sign.ts';

export interface LockRecord {
  pid: number;
  /** Tells this process from a later one with the same id. Empty where the system does not say. */
  started: string;
  /** For Windows, which does not tell: a pipe that is open as long as the process lives. */
  life_sign?: string;
  address?: string;
}

const UNREADABLE_TRIES = 10;
const UNREADABLE_PAUSE_MS = 50;

/** The living process that has the folder, if there is one. Changes nothing. */
export async function lockHolder(folder: string): Promise<{ pid: number; address?: string } | undefined> {
  const holder = await readLock(join(folder, 'lock'));
  if (holder === 'gone' || !holder.record || !(await isAlive(holder.record))) return undefined;
  const { pid, address } = holder.record;
  return { pid, ...(address === undefined ? {} : { address }) };
}

/** Reads the lock, waiting a moment where another process is just writing it. */
export async function readLock(
  path: string,
): Promise<'gone' | { text: string; record: LockRecord | undefined }> {
  for (let tries = 1; ; tries++) {
    try {
      const text = await readFile(path, 'utf8');
      const record = parseLock(text);
      if (record || tries === UNREADABLE_TRIES) return { text, record };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 'gone';
      throw error;
    }
    await pause(UNREADABLE_PAUSE_MS);
  }
}

function parseLock(text: string): LockRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockRecord> | null;
    // kill(2) takes 0 and below for groups of processes, which always are alive.
    if (!isProcessId(value?.pid) || typeof value.started !== 'string') return undefined;
    const { pid, started, address, life_sign } = value;
    return {
      pid,
      started,
      ...(typeof life_sign === 'string' ? { life_sign } : {}),
      ...(typeof address === 'string' ? { address } : {}),
    };
  } catch {
    return undefined;
  }
}

function isProcessId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

export async function isAlive({ pid, started, life_sign }: LockRecord): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  if (life_sign !== undefined) return isLifeSignOpen(life_sign);
  const now = await lookAt(pid);
  return !now.hasEnded && (now.started === '' || started === '' || now.started === started);
}

/** When a process began, in the system's own form; empty where that cannot be told. */
export async function processStart(pid: number): Promise<string> {
  return (await lookAt(pid)).started;
}

interface ProcessLook {
  /** As `processStart`. */
  started: string;
  /** Only its exit code is left (a zombie), which its parent may never collect. */
  hasEnded: boolean;
}

async function lookAt(pid: number): Promise<ProcessLook> {
  try {
    if (process.platform === 'linux') {
      const stat = parseProcStat(await readFile(`/proc/${pid}/stat`, 'utf8'));
      const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
      return { ...stat, started: `${boot.trim()}:${stat.started}` };
    }
    if (process.platform === 'darwin') {
      // It writes by language and time zone, of which the app and a terminal may have others.
      const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
      const args = ['-o', 'state=', '-o', 'lstart=', '-p', String(pid)];
      const { stdout } = await promisify(execFile)('ps', args, { env });
      const [, state = '', started = ''] = /^\s*(\S+)\s+(.*)/.exec(stdout) ?? [];
      return { started: started.trim(), hasEnded: state.startsWith('Z') };
    }
  } catch {
    // As where the system says nothing.
  }
  return { started: '', hasEnded: false };
}

/** `/proc/PID/stat` after proc(5); `started` is field 22, in clock ticks since boot. */
export function parseProcStat(stat: string): ProcessLook {
  // The name in field 2 may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, threads, started = ''] = [fields[0], Number(fields[17]), fields[19]];
  // In a process being killed the first thread may be a zombie while another still writes.
  return { started, hasEnded: state === 'X' || (state === 'Z' && threads <= 1) };
}
