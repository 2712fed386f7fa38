import { ProblemError } from '../../contract/index.ts';
import type { Timeouts } from '../handler.ts';

/** Requests whose key may be in the body: until that is read, nobody knows whose they are. */
export interface Strangers {
  readonly timeouts: Timeouts;
  /** Reads one of their bodies. Throws 503 where too many are being read. */
  read<T>(body: () => Promise<T> | T): Promise<T>;
}

const MAX_AT_ONCE = 32;
/** Milliseconds one of their bodies may take. */
const TOTAL_MS = 60_000;

export function createStrangers(timeouts: Timeouts, maxAtOnce = MAX_AT_ONCE): Strangers {
  let reading = 0;
  return {
    timeouts: { ...timeouts, total: Math.min(timeouts.total, TOTAL_MS) },
    async read(body) {
      if (reading >= maxAtOnce) throw tooMany();
      reading++;
      try {
        return await body();
      } finally {
        reading--;
      }
    },
  };
}

function tooMany(): ProblemError {
  return new ProblemError(
    'internal_error',
    'Too many requests without a key in their head are being read. Send the key in the Authorization header, or try again in a moment.',
    { status: 503, headers: { 'Retry-After': '2' }, reason: 'service_busy' },
  );
}
