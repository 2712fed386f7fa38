import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 optimise a function only after `bytes` of its bytecode have run; of its own accord after 67,584. V8 11 (Node 20) has no compiler
 * between the first one and the last, and the last takes more than a few documents gain by it: processor time that engines and
 * documents wait for. Later ones have such a compiler, and gain nothing. Holds for all threads of this process.
 */
export function compileLate(bytes: number): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${bytes}`);
}
