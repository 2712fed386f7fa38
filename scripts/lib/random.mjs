// @ts-check
// Chance that can be repeated: what a run did wrong it does again with the same seed.

/**
 * @typedef {object} Random
 * @property {(limit: number) => number} below an integer from 0 to `limit - 1`
 * @property {(share: number) => boolean} chance true for this share of calls
 * @property {<T>(list: readonly T[]) => T} pick
 * @property {(length: number) => Buffer} bytes
 */

/** The same numbers for the same seed on every machine (splitmix32; neighbouring seeds are unrelated). @param {number} seed @returns {Random} */
export function createRandom(seed) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  const below = (/** @type {number} */ limit) => (limit <= 1 ? 0 : next() % limit);
  return {
    below,
    chance: (share) => next() / 2 ** 32 < share,
    pick: (list) => /** @type {any} */ (list[below(list.length)]),
    bytes: (length) => Buffer.from(Array.from({ length }, () => next() & 255)),
  };
}
