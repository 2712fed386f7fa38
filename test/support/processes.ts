/** Processes by their ids, as /proc tells of them (Linux). */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Those of the processes that still live after `limitMs`: on a busy machine one that is still loading takes
 * seconds to hear of an end.
 */
export async function outliving(pids: readonly number[], limitMs = 30_000): Promise<number[]> {
  const deadline = performance.now() + limitMs;
  while (pids.some(isAlive) && performance.now() < deadline) await sleep(10);
  return pids.filter(isAlive);
}

/** A process that has ended but whose parent has not asked how (a zombie) does nothing any more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || /^\d+ \(.*\) [^Z]/s.test(readProc(pid, 'stat'));
}

/** All processes below one, its own children first. */
export function descendants(pid: number): number[] {
  const children = readProc(pid, `task/${pid}/children`).split(/\s+/).filter(Boolean).map(Number);
  return [...children, ...children.flatMap(descendants)];
}

export function residentMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

/** The most that it ever was. */
export function peakResidentMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** The program a process runs; `node` for one of ours, whatever name it gives itself. */
export function programOf(pid: number): string {
  const [program = ''] = readProc(pid, 'cmdline').split('\0');
  return basename(program) === basename(process.execPath) ? 'node' : basename(program);
}

function statusMb(pid: number, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readProc(pid, 'status'))?.[1] ?? 0) / 1_024;
}

/** Empty where there is no such process any more. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
