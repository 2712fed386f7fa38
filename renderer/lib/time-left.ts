export interface Sample {
  /** Milliseconds of any steady clock. */
  at: number;
  completed: number;
}

const WINDOW_MS = 30_000;
const MIN_SPAN_MS = 3_000;

/**
 * Adds a sample and drops those older than the window, but keeps two, so that a slow engine has a rate too.
 */
export function addSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const all = [...samples, sample];
  const fresh = all.filter((one) => sample.at - one.at <= WINDOW_MS);
  return fresh.length >= 2 ? fresh : all.slice(-2);
}

/** Work completed per second over the samples; undefined while there is too little data. */
export function ratePerSecond(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return undefined;
  const span = last.at - first.at;
  const done = last.completed - first.completed;
  return span < MIN_SPAN_MS || done <= 0 ? undefined : (done * 1000) / span;
}

/**
 * Seconds until `total` at the speed of the last half minute; undefined while there is too little data.
 * Rounded for people: to 5 s below a minute, to a minute above, so that the number does not flicker.
 */
export function secondsLeft(samples: readonly Sample[], total: number): number | undefined {
  const rate = ratePerSecond(samples);
  const completed = samples.at(-1)?.completed ?? 0;
  if (rate === undefined || completed >= total) return undefined;
  const seconds = (total - completed) / rate;
  return seconds < 57.5 ? Math.max(5, Math.round(seconds / 5) * 5) : Math.round(seconds / 60) * 60 || 60;
}
