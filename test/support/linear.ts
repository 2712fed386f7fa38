import { expect } from 'vitest';

/**
 * Eight times the input: 8 where the time is in proportion to it, 64 where it grows with its square. Between
 * them is as much room for what collecting garbage adds to either.
 */
const TIMES = 8;
const MAX_GROWTH = 24;
const TRIES = 12;
/** Below it the clock, the compiler and a single collection of garbage weigh more than the work. */
const MIN_MS = 4;
const MAX_FACTOR = 32;

/**
 * Asserts that `work` takes time in proportion to its input. It compares processor times, which other
 * programs do not lengthen, and the least of several, as what else happens in this process (collecting
 * garbage, compiling) only ever adds to them.
 */
export async function expectLinear<T>(
  make: (n: number) => T | Promise<T>,
  work: (input: T) => unknown,
  n: number,
): Promise<void> {
  let size = n;
  let small = await make(size);
  for (let factor = 1; (await leastMs(work, small, 3)) < MIN_MS; factor *= 2) {
    if (factor === MAX_FACTOR) return;
    size *= 2;
    small = await make(size);
  }
  const large = await make(size * TIMES);
  let [smallMs, largeMs] = [Infinity, Infinity];
  for (let tries = 0; tries < TRIES && !(largeMs < MAX_GROWTH * smallMs); tries++) {
    smallMs = Math.min(smallMs, await leastMs(work, small, 2));
    largeMs = Math.min(largeMs, await leastMs(work, large, 1));
  }
  expect(largeMs / smallMs, `${smallMs} ms for ${size}, ${largeMs} ms for ${TIMES} times that`).toBeLessThan(
    MAX_GROWTH,
  );
}

/**
 * Milliseconds of this process's processor time that the work takes, the least of some: collections and
 * compiling do not count.
 */
export async function leastMs<T>(work: (input: T) => unknown, input: T, tries: number): Promise<number> {
  let least = Infinity;
  for (let n = 0; n < tries; n++) {
    const before = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
