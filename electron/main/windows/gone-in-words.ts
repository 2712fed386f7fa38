import type { RenderProcessGoneDetails } from 'electron';
import type { ShellWords } from '../language/words.ts';

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

/** The reason a process is gone, for the log: "the process …". An unknown reason is quoted unchanged. */
export function goneInWords(reason: string): string {
  return (WORDS as Readonly<Record<string, string>>)[reason] ?? `is gone (${reason})`;
}

const SENTENCES = {
  'clean-exit': 'goneEnded',
  'abnormal-exit': 'goneError',
  killed: 'goneKilled',
  crashed: 'goneCrashed',
  oom: 'goneMemory',
  'launch-failed': 'goneNotStarted',
  'integrity-failure': 'goneNotSigned',
  'memory-eviction': 'goneEvicted',
} as const satisfies Record<RenderProcessGoneDetails['reason'], string>;

/** The same for the user, as a sentence. */
export function goneSentence({ t }: ShellWords, reason: string): string {
  return reason in SENTENCES
    ? t(SENTENCES[reason as keyof typeof SENTENCES])
    : t('goneOtherwise', { reason });
}
