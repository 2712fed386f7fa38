// Memory and descriptors of processes, read from /proc (Linux only).
import { readdirSync } from 'node:fs';
import { median } from '../support/figures.ts';
import { residentMb } from '../support/processes.ts';

const EVERY_MS = 2_000;

interface Ends {
  first: number;
  last: number;
}

/** How a process was at first and at last. */
export interface Sampled {
  name: string;
  memoryMb: Ends;
  descriptors: Ends;
}

/**
 * Samples the processes, by name, after `warmUpMs`, until `stop`: the medians of the first and the last
 * tenth.
 */
export function sampleProcesses(
  pids: Readonly<Record<string, number>>,
  warmUpMs: number,
): { stop: () => Sampled[] } {
  const processes = Object.entries(pids).map(([name, pid]) => {
    return { name, pid, memoryMb: [] as number[], descriptors: [] as number[] };
  });
  const take = () => {
    for (const { pid, memoryMb, descriptors } of processes) {
      memoryMb.push(residentMb(pid));
      descriptors.push(readdirSync(`/proc/${pid}/fd`).length);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = setTimeout(() => {
    take();
    timer = setInterval(take, EVERY_MS);
  }, warmUpMs);
  return {
    stop: () => {
      clearTimeout(begin);
      clearInterval(timer);
      take();
      return processes.map(({ name, memoryMb, descriptors }) => {
        return { name, memoryMb: endsOf(memoryMb), descriptors: endsOf(descriptors) };
      });
    },
  };
}

function endsOf(list: readonly number[]): Ends {
  const share = Math.max(1, Math.floor(list.length / 10));
  return { first: median(list.slice(0, share)), last: median(list.slice(-share)) };
}
