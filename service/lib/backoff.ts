export interface BackoffPolicy {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after `failures` failures in a row (1 or more): doubles each time, up to `maxMs`.
 */
export function backoffMs(failures: number, { firstMs, maxMs }: BackoffPolicy): number {
  return Math.min(maxMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** As `backoffMs`, with half of it random, so that many that failed together do not all retry together. */
export function jitteredBackoffMs(failures: number, policy: BackoffPolicy): number {
  const full = backoffMs(failures, policy);
  return full / 2 + (Math.random() * full) / 2;
}
