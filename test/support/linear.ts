import { expect } from 'vitest';

/** Four times the input: 4 where the time is in proportion to it, 16 where it grows with its square. */
const TIMES = 4;
const MOST_GROWTH = 8;
/** How often each size is tried before its growth is believed: less often once a smaller one has shown it. */
const TRIES = [12, 3];
/** Below it the clock and the compiler weigh more than the work. */
const LEAST_MS = 2;
const LARGEST = 32;

/**
 * Asserts that `work` takes time in proportion to its input. It compares processor times, which other programs do not lengthen, and
 * the least of several, as what else happens in this process (collecting garbage, compiling) only ever adds to them. What grows with
 * the square of its input does so at every size; what leaves a cache of the processor, which other programs fill, at one: so growth
 * is believed once the next size shows it too.
 */
export async function expectLinear<T>(
  make: (n: number) => T | Promise<T>,
  work: (input: T) => unknown,
  n: number,
): Promise<void> {
  let size = n;
  let input = await make(size);
  for (let factor = 1; (await leastMs(work, input, 3)) < LEAST_MS; factor *= 2) {
    if (factor === LARGEST) return;
    size *= 2;
    input = await make(size);
  }
  const seen: string[] = [];
  for (const tries of TRIES) {
    const larger = await make(size * TIMES);
    const [smallMs, largeMs] = await leastOfBoth(work, input, larger, tries);
    if (largeMs < MOST_GROWTH * smallMs) return;
    seen.push(`${smallMs} ms for ${size}, ${largeMs} ms for ${TIMES} times that`);
    [size, input] = [size * TIMES, larger];
  }
  expect.fail(`Time grows faster than its input: ${seen.join('; ')}.`);
}

/** Milliseconds that two inputs take: once the larger is in proportion to the smaller, no further try is made. */
async function leastOfBoth<T>(
  work: (input: T) => unknown,
  small: T,
  large: T,
  tries: number,
): Promise<[number, number]> {
  let [smallMs, largeMs] = [Infinity, Infinity];
  for (let n = 0; n < tries && !(largeMs < MOST_GROWTH * smallMs); n++) {
    smallMs = Math.min(smallMs, await leastMs(work, small, 2));
    largeMs = Math.min(largeMs, await leastMs(work, large, 1));
  }
  return [smallMs, largeMs];
}

/** Milliseconds of this process's processor time that the work takes, the least of some: collections and compiling do not count. */
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
