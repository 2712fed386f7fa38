import { randomBytes } from 'node:crypto';

/**
 * Makes ids that sort by the time of creation: UUID version 7 (RFC 9562 §5.7) with the 12 bits of `rand_a` as a counter
 * within the millisecond (§6.2, method 1). A clock that is set back does not disturb the order.
 */
export function createIds(now: () => number): () => string {
  let last = 0;
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
