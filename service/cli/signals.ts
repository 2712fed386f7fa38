import { constants } from 'node:os';

/** Signals that ask a program to end: Ctrl-C, a service manager or `kill`, a terminal that closes. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type EndSignal = (typeof SIGNALS)[number];

/** By the shells' convention: 130 for Ctrl-C. */
export function exitCodeOf(signal: EndSignal): number {
  return 128 + constants.signals[signal];
}

/** Calls `listener` at the first signal. A second one ends the process at once. */
export function onFirstSignal(listener: (signal: EndSignal) => void): void {
  const stop = (signal: EndSignal): void => {
    for (const each of SIGNALS) process.off(each, stop).once(each, () => process.exit(exitCodeOf(each)));
    listener(signal);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
}
