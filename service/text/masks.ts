import { NO_GLOSSARY, termSpans } from './glossary.ts';
import type { Glossary } from './glossary.ts';
import { lock, lockDivided, textWithBarriers } from './locks.ts';
import type { Locked } from './locks.ts';
import { nameSpans } from './names.ts';
import { untouchableSpans } from './patterns.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';

/**
 * Takes URLs, e-mail addresses, placeholders, inline code, literal markup and the names of things (`N/A`,
 * `3-3A`, `(a)`) out; `unlock` puts them back exactly. A name that is a term of the glossary, or a part of
 * one (`3D printer`), is left to it.
 */
export function mask(coded: string, lastId = 0, glossary: Glossary = NO_GLOSSARY): Locked {
  let terms: readonly Span[] | undefined;
  const isInTerm = (start: number, end: number): boolean => {
    terms ??= termSpans(textWithBarriers(coded), glossary);
    return terms.some((term) => term.start <= start && end <= term.end);
  };
  return lock(
    coded,
    (plain, at) => {
      const names = nameSpans(plain).filter(({ start, end }) => !isInTerm(at + start, at + end));
      return merged(untouchableSpans(plain), names).map(({ start, end }) => ({
        start,
        end,
        replacement: plain.slice(start, end),
      }));
    },
    lastId,
  );
}

/**
 * Untouchables with a sign at both of their ends: markup, placeholders in braces, code between back quotes.
 * The end of others, such as URLs, may be a code.
 */
const ENCLOSED = /^[<{$#%`][^]*[>}`]$/u;

/** One of these occurs in whatever is ENCLOSED, as coded text has it. */
const ANY_ENCLOSED = /[{$#%`]|&lt;/;

/** As `mask`, for markup and placeholders that codes divide (`<na<1>me</1>>` as text). */
export function maskDivided(coded: string, lastId = 0): Locked {
  if (!ANY_ENCLOSED.test(coded)) return { text: coded, held: new Map() };
  return lockDivided(
    coded,
    (plain) => untouchableSpans(plain).filter(({ start, end }) => ENCLOSED.test(plain.slice(start, end))),
    lastId,
  );
}
