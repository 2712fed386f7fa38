// Memory and descriptors of processes, read from /proc (Linux only).
import { readdirSync } from 'node:fs';
import { residentMb } from '../lib/live-service.mjs';

const EVERY_MS = 2_000;

/** Samples the named processes, after `warmUpMs`, until `stop`, which answers for each the first and last tenth's medians. */
export function sampleProcesses(pids, warmUpMs) {
  const samples = Object.fromEntries(Object.keys(pids).map((name) => [name, []]));
  const take = () => {
    for (const [name, pid] of Object.entries(pids)) samples[name].push(lookAt(pid));
  };
  let timer;
  const begin = setTimeout(() => {
    take();
    timer = setInterval(take, EVERY_MS);
  }, warmUpMs);
  return {
    stop() {
      clearTimeout(begin);
      clearInterval(timer);
      take();
      return Object.fromEntries(Object.entries(samples).map(([name, list]) => [name, ends(list)]));
    },
  };
}

function lookAt(pid) {
  return { memoryMb: residentMb(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

function ends(list) {
  const share = Math.max(1, Math.floor(list.length / 10));
  const middle = (some, key) => some.map((sample) => sample[key]).sort((a, b) => a - b)[some.length >> 1];
  const of = (key) => ({ first: middle(list.slice(0, share), key), last: middle(list.slice(-share), key) });
  return { memoryMb: of('memoryMb'), descriptors: of('descriptors') };
}
