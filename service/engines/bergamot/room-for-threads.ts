import { availableParallelism } from 'node:os';

/** Memory of a further thread with two models, in bytes. */
const THREAD_BYTES = 500_000_000;

/**
 * How many engine threads this machine has room for, including the `running` ones: leaves one core to the
 * rest of the program, and takes no memory that others use. At least 1.
 */
export function roomForThreads(running: number): number {
  const byMemory = running + Math.floor(process.availableMemory() / THREAD_BYTES);
  return Math.max(1, Math.min(availableParallelism() - 1, byMemory));
}
