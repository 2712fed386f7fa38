import type { RenderProcessGoneDetails } from 'electron';

/** https://www.electronjs.org/docs/latest/api/structures/render-process-gone-details */
const WORDS: Readonly<Record<RenderProcessGoneDetails['reason'], string>> = {
  'clean-exit': 'has ended',
  'abnormal-exit': 'has ended with an error',
  killed: 'was ended from outside',
  crashed: 'has crashed',
  oom: 'ran out of memory',
  'launch-failed': 'could not be started',
  'integrity-failure': 'was refused: its code is not what was signed',
  'memory-eviction': 'was ended to make room in memory',
};

/** Why a process is gone, as what is said of it: "the process …". A reason that comes new stands for itself. */
export function goneInWords(reason: string): string {
  return (WORDS as Readonly<Record<string, string>>)[reason] ?? `is gone (${reason})`;
}
