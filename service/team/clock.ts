import type { Redis } from 'ioredis';

/**
 * How far the clock of Redis is ahead of this machine's, in milliseconds; half of the round trip is
 * subtracted. Read from the id of a stream entry, which is a time: the ACL user of a team may not run TIME.
 */
export async function clockOffset(redis: Redis, key: string): Promise<number> {
  const asked = Date.now();
  const id = await redis.xadd(key, 'MAXLEN', 1, '*', 't', '1');
  const middle = (asked + Date.now()) / 2;
  return Number(id!.split('-')[0]) - middle;
}
