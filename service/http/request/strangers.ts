import type Koa from 'koa';
import { ProblemError } from '../../contract/index.ts';
import type { Timeouts } from '../handler.ts';
import { CUT_OFF } from './body.ts';

/** Limits for requests whose key may be in the body: until it is read, the sender is unknown. */
export interface Strangers {
  readonly timeouts: Timeouts;
  /** Reads one of their bodies. Where too many are being read, the one begun first is refused with a 503. */
  read<T>(ctx: Koa.Context, body: () => Promise<T> | T): Promise<T>;
}

const MAX_AT_ONCE = 32;
/** Maximum milliseconds for such a body. */
const TOTAL_MS = 60_000;

export function createStrangers(timeouts: Timeouts, maxAtOnce = MAX_AT_ONCE): Strangers {
  /** The one begun first comes first: it has had the most time. */
  const reading = new Set<AbortController>();
  return {
    timeouts: { ...timeouts, total: Math.min(timeouts.total, TOTAL_MS) },
    async read(ctx, body) {
      const [first] = reading;
      if (first && reading.size >= maxAtOnce) {
        reading.delete(first);
        first.abort(tooMany());
      }
      const own = new AbortController();
      ctx.state[CUT_OFF] = own.signal;
      reading.add(own);
      try {
        return await body();
      } finally {
        reading.delete(own);
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
