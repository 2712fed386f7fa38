/** A longer pause between two keys is none of the work. Milliseconds. */
const IDLE_MS = 30_000;

/** The time of typing in each segment, until it is sent with the segment's next edit. */
function createActiveTime(now = () => performance.now()) {
  const times = new Map<string, number>();
  let last: { readonly key: string; readonly at: number } | undefined;
  const keyOf = (job: string, index: number): string => `${job} ${index}`;
  return {
    /** A key was typed in a segment. */
    note(job: string, index: number): void {
      const [key, at] = [keyOf(job, index), now()];
      const pause = last?.key === key ? at - last.at : 0;
      if (pause <= IDLE_MS) times.set(key, (times.get(key) ?? 0) + pause);
      last = { key, at };
    },
    /** Milliseconds since the segment was last sent. */
    take(job: string, index: number): number {
      const key = keyOf(job, index);
      const time = times.get(key) ?? 0;
      times.delete(key);
      return Math.round(time);
    },
  };
}

export const activeTime = createActiveTime();
