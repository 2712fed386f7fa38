/** Middle value of the numbers; of an even count the lower of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `percent` of the numbers do not exceed; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? NaN;
}

/** Milliseconds `work` takes. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
