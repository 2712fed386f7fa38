/** Values that are made step by step, by name. */
export interface KeptWork<Value> {
  /** The value of a name, or a new one; undefined while there is no room: ask again later. */
  get(name: string, begin: (known: Value | undefined) => Value): Value | undefined;
  /** Replaces a value, as when it is finished. */
  set(name: string, value: Value): void;
}

/** An unfinished value makes room once nobody has asked for it for this long. Milliseconds. */
const ABANDONED_MS = 5_000;

/**
 * Keeps at most `limit` values, and drops the least recently asked for. Unfinished ones stay: if each of several
 * callers dropped what another works on, none would ever finish.
 */
export function createKeptWork<Value>(
  limit: number,
  isFinished: (value: Value) => boolean,
  abandonedMs = ABANDONED_MS,
): KeptWork<Value> {
  /** Least recently asked for first. */
  const kept = new Map<string, { value: Value; asked: number }>();
  const makeRoom = (): boolean => {
    if (kept.size < limit) return true;
    const abandoned = performance.now() - abandonedMs;
    const [oldest] = [...kept].find(([, { value, asked }]) => isFinished(value) || asked <= abandoned) ?? [];
    return oldest !== undefined && kept.delete(oldest);
  };
  return {
    get(name, begin) {
      const known = kept.get(name);
      if (!known && !makeRoom()) return undefined;
      const value = begin(known?.value);
      kept.delete(name);
      kept.set(name, { value, asked: performance.now() });
      return value;
    },
    set(name, value) {
      kept.set(name, { value, asked: performance.now() });
    },
  };
}
