/** Middle value of the numbers; of an even count the lower of the two. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[(sorted.length - 1) >> 1];
}

/** The value that `percent` of the numbers do not exceed. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}

/** Milliseconds `work` takes. */
export async function time(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Runs `ours` and `other` in turn, A B A B …, after one warm-up each, and answers the medians and the median of the ratios
 * pair by pair, which holds when the machine's speed drifts.
 */
export async function sideBySide(rounds, ours, other) {
  await ours();
  await other();
  const pairs = [];
  for (let i = 0; i < rounds; i++) pairs.push([await time(ours), await time(other)]);
  return {
    ours: median(pairs.map(([a]) => a)),
    other: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  };
}
