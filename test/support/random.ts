/** Chance that can be repeated: what a run did wrong it does again with the same seed. */

export interface Random {
  /** An integer from 0 to `limit - 1` */
  below: (limit: number) => number;
  /** True for this share of calls */
  chance: (share: number) => boolean;
  /** One of the list, which is not empty. */
  pick: <T>(list: readonly T[]) => T;
  bytes: (length: number) => Buffer;
}

/** The same numbers for the same seed on every machine (splitmix32; neighbouring seeds are unrelated). */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const below = (limit: number) => (limit <= 1 ? 0 : next() % limit);
  return {
    below,
    chance: (share) => next() / 2 ** 32 < share,
    pick: (list) => list[below(list.length)]!,
    bytes: (length) => Buffer.from(Array.from({ length }, () => next() & 255)),
  };
}
