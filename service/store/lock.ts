import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { writeAtomically, writeDurably } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/storage-error.ts';
import { StoreBusyError } from './port.ts';

export interface FolderLock {
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

interface LockRecord {
  pid: number;
  /** Tells this process from a later one with the same id. Empty where the system does not say. */
  started: string;
  address?: string;
}

const UNREADABLE_TRIES = 10;
const UNREADABLE_PAUSE_MS = 50;
const GUARD_PAUSE_MS = 20;
const GUARD_STALE_MS = 2_000;

/**
 * Takes the folder for this process; rejects with a StoreBusyError where a living one has it. A lock left by a killed process
 * is taken over at once: locks that only age (proper-lockfile) would hold up every restart after a crash.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'lock');
  const own: LockRecord = { pid: process.pid, started: await processStart(process.pid) };
  while (!(await tryCreate(path, own))) {
    const holder = await readSettled(path);
    if (holder === 'gone') continue;
    if (holder.record && (await isAlive(holder.record))) {
      throw new StoreBusyError(folder, holder.record.pid, holder.record.address);
    }
    await removeStale(path, holder.text);
  }
  return {
    setAddress: (address) => writeAtomically(path, JSON.stringify({ ...own, address })),
    release: () => rm(path, { force: true }),
  };
}

/** The living process that has the folder, if there is one. Changes nothing. */
export async function lockHolder(folder: string): Promise<{ pid: number; address?: string } | undefined> {
  const holder = await readSettled(join(folder, 'lock'));
  if (holder === 'gone' || !holder.record || !(await isAlive(holder.record))) return undefined;
  const { pid, address } = holder.record;
  return { pid, ...(address === undefined ? {} : { address }) };
}

/** With its content from the first moment: an empty one would be taken for a crash's by whoever waits while this process is held up. */
async function tryCreate(path: string, own: LockRecord): Promise<boolean> {
  const text = JSON.stringify(own);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeDurably(temporary, text);
    // No hard links on FAT and some network drives.
    await link(temporary, path).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return writeDurably(path, text);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Reads the lock, waiting a moment where another process is just writing it. */
async function readSettled(path: string): Promise<'gone' | { text: string; record: LockRecord | undefined }> {
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
    const { pid, started, address } = value;
    return { pid, started, ...(typeof address === 'string' ? { address } : {}) };
  } catch {
    return undefined;
  }
}

function isProcessId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/**
 * Of two processes that find the same stale lock one may already hold a new one when the other acts. So the lock is looked at
 * again and removed by one process at a time: making a folder succeeds for exactly one.
 */
async function removeStale(path: string, stale: string): Promise<void> {
  const guard = `${path}.takeover`;
  try {
    await mkdir(guard);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    await waitForGuard(guard);
    return;
  }
  try {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === stale) await rm(path, { force: true });
  } finally {
    await rm(guard, { recursive: true, force: true });
  }
}

/** The takeover is a matter of milliseconds. A guard that stays is left by a crash in the middle of one. */
async function waitForGuard(guard: string): Promise<void> {
  await pause(GUARD_PAUSE_MS);
  const made = await stat(guard).catch(() => undefined);
  // Either way: a clock that was set back must not keep the folder locked.
  if (made && Math.abs(Date.now() - made.mtimeMs) > GUARD_STALE_MS)
    await rm(guard, { recursive: true, force: true });
}

async function isAlive({ pid, started }: LockRecord): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false;
  }
  const now = await processStart(pid);
  return now === '' || started === '' || now === started;
}

/** When a process began, in the system's own form; empty where that cannot be told. */
async function processStart(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') {
      // proc(5): field 22, in clock ticks since boot. The name in field 2 may hold spaces and parentheses itself.
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
      return `${boot.trim()}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
    }
    if (process.platform === 'darwin') {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim();
    }
  } catch {
    return '';
  }
  return '';
}
