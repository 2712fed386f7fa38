import { randomBytes } from 'node:crypto';

/**
 * Creates ids that sort by time of creation: UUID version 7 (RFC 9562 §5.7) with the 12 bits of `rand_a` as a
 * counter within the millisecond (§6.2, method 1). The order survives a clock that is set back, even between
 * two runs: `newest` is the last id of the previous run.
 */
export function createIds(now: () => number, newest?: string): () => string {
  let last = newest === undefined ? 0 : timeOf(newest) + 1;
  let counter = 0;
  return () => {
    const time = Math.max(now(), last);
    counter = time === last ? counter + 1 : 0;
    last = counter > 0xfff ? time + 1 : time;
    if (counter > 0xfff) counter = 0;
    const random = randomBytes(8);
    random[0] = (random[0]! & 0x3f) | 0x80;
    const hex = `${last.toString(16).padStart(12, '0')}7${counter.toString(16).padStart(3, '0')}${random.toString('hex')}`;
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}

/** Milliseconds since 1970 at which an id was created; 0 for other kinds of ids. */
export function timeOf(id: string): number {
  return id[14] === '7' ? parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : 0;
}
