import { lock } from './locks.ts';
import type { Locked } from './locks.ts';
import { untouchableSpans } from './patterns.ts';

/** Takes URLs, e-mail addresses, placeholders, inline code and literal markup out; `unlock` puts them back exactly. */
export function mask(coded: string): Locked {
  return lock(coded, (plain) =>
    untouchableSpans(plain).map(({ start, end }) => ({ start, end, replacement: plain.slice(start, end) })),
  );
}
