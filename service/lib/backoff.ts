export interface BackoffPolicy {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Milliseconds to wait after so many failures in a row, 1 or more: doubles with each, up to the longest. */
export function backoffMs(failures: number, { firstMs, longestMs }: BackoffPolicy): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}
