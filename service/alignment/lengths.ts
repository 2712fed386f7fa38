/** Variance of a translation's length per character (Gale and Church 1993). */
const VARIANCE = 6.8;
/** What differs between translators besides. */
const MIN_VARIANCE = 0.015;
const MIN_SPREAD = 0.1;
/** Lengths further from the mean than this many deviations are no rarer: joining crumbs gains nothing. */
const MAX_DEVIATIONS = 1.5;

/** For runs of sentences: how much likelier their lengths are than those of any sentences, as a logarithm. */
export type LengthEvidence = (row: number, source: number, column: number, target: number) => number;

export function lengthEvidence(source: readonly string[], target: readonly string[]): LengthEvidence {
  const [from, to] = [lengthsOf(source), lengthsOf(target)];
  const ratio = Math.log(to.sums.at(-1)! / from.sums.at(-1)!);
  const any = spreadOf(to.logs);
  const rarest = normal(MAX_DEVIATIONS * Math.sqrt(any.variance), any.variance);
  return (row, sources, column, targets) => {
    const one = from.sums[row + sources]! - from.sums[row]!;
    const other = to.sums[column + targets]! - to.sums[column]!;
    const variance = MIN_VARIANCE + VARIANCE / Math.min(one, other);
    const byChance = Math.max(normal(Math.log(other) - any.mean, any.variance), rarest);
    return normal(Math.log(other / one) - ratio, variance) - byChance;
  };
}

function lengthsOf(texts: readonly string[]) {
  const sums = [0];
  const logs: number[] = [];
  for (const { length } of texts) {
    sums.push(sums.at(-1)! + Math.max(1, length));
    logs.push(Math.log(Math.max(1, length)));
  }
  return { sums, logs };
}

function spreadOf(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, variance: Math.max(variance, MIN_SPREAD) };
}

/** Logarithm of the normal density. */
function normal(difference: number, variance: number): number {
  return -(difference ** 2) / (2 * variance) - 0.5 * Math.log(2 * Math.PI * variance);
}
