import type { Redis } from 'ioredis';

/** How far the clock of Redis is ahead of this machine's, in milliseconds; the way there and back counts half. */
export async function clockOffset(redis: Redis): Promise<number> {
  const asked = Date.now();
  const [seconds, micros] = await redis.time();
  const middle = (asked + Date.now()) / 2;
  return Number(seconds) * 1_000 + Number(micros) / 1_000 - middle;
}
