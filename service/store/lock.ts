import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeFile, writeAtomically, writeNew } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { openLifeSign } from './life-sign.ts';
import { isAlive, processStart, readLock } from './lock-holder.ts';
import type { LockRecord } from './lock-holder.ts';
import { StoreBusyError } from './store-port.ts';

export interface FolderLock {
  setAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

const GUARD_PAUSE_MS = 20;
const GUARD_STALE_MS = 2_000;

/**
 * Takes the folder for this process; rejects with a StoreBusyError where a living one has it. A lock left by
 * a killed process is taken over at once: locks that only age (proper-lockfile) would hold up every restart
 * after a crash.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const path = join(folder, 'lock');
  const sign = await openLifeSign();
  const own: LockRecord = {
    pid: process.pid,
    started: await processStart(process.pid),
    ...(sign ? { life_sign: sign.name } : {}),
  };
  try {
    await takeLock(folder, path, own);
  } catch (error) {
    sign?.close();
    throw error;
  }
  return {
    setAddress: (address) => writeAtomically(path, JSON.stringify({ ...own, address }), { durable: false }),
    async release() {
      await removeFile(path);
      sign?.close();
    },
  };
}

async function takeLock(folder: string, path: string, own: LockRecord): Promise<void> {
  while (!(await tryCreate(path, own))) {
    const holder = await readLock(path);
    if (holder === 'gone') continue;
    if (holder.record && (await isAlive(holder.record))) {
      throw new StoreBusyError(folder, holder.record.pid, holder.record.address);
    }
    await removeStale(path, holder.text);
  }
}

/**
 * With its content from the first moment: an empty one would be taken for a crash's by whoever waits while
 * this process is held up. Not with its content on the disk itself: what a power cut leaves of it is a
 * crash's.
 */
async function tryCreate(path: string, own: LockRecord): Promise<boolean> {
  const text = JSON.stringify(own);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeNew(temporary, text);
    // No hard links on FAT and some network drives.
    await link(temporary, path).catch((error: unknown) => {
      if (errorCode(error) === 'EEXIST') throw error;
      return writeNew(path, text);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await removeFile(temporary);
  }
}

/**
 * If two processes find the same stale lock, one may already hold a new one when the other acts. So the lock
 * is checked again and removed by one process at a time: making a folder succeeds for exactly one.
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
    if ((await readFile(path, 'utf8').catch(() => undefined)) === stale) await removeFile(path);
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
