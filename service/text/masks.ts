import { NO_GLOSSARY, termSpans } from './glossary.ts';
import type { Glossary } from './glossary.ts';
import { lock, lockDivided, textWithBarriers } from './locks.ts';
import type { Locked } from './locks.ts';
import { nameSpans } from './names.ts';
import { scan } from './protected/scan.ts';
import type { Active } from './protected/scan.ts';
import { merged } from './spans.ts';
import type { Span } from './spans.ts';

export interface MaskOptions {
  readonly glossary?: Glossary;
  /** Canonical tag of the text's language, which decides what is a name. */
  readonly from?: string;
  /** Syntaxes whose marks are hidden, besides those of any prose. */
  readonly syntaxes?: Active | undefined;
}

/**
 * Masks URLs, e-mail addresses, placeholders, code, literal markup and the names of things (`N/A`, `3-3A`,
 * `(a)`); `unlock` restores them exactly. A name or code that is a glossary term, or a part of one (`3D
 * printer`), is left to the glossary.
 */
export function mask(
  coded: string,
  lastId = 0,
  { glossary = NO_GLOSSARY, from = 'und', syntaxes }: MaskOptions = {},
): Locked {
  let terms: readonly Span[] | undefined;
  const isInTerm = (start: number, end: number): boolean => {
    terms ??= termSpans(textWithBarriers(coded), glossary);
    return terms.some((term) => term.start <= start && end <= term.end);
  };
  return lock(
    coded,
    (plain, at) => {
      const isFree = ({ start, end }: Span) => !isInTerm(at + start, at + end);
      const marks = scan(plain, syntaxes).filter((span) => span.kind !== 'code' || isFree(span));
      return merged(marks, nameSpans(plain, from).filter(isFree)).map(({ start, end }) => ({
        start,
        end,
        replacement: plain.slice(start, end),
      }));
    },
    lastId,
  );
}

/**
 * Marks with a sign at both ends: markup, placeholders in braces, code between back quotes. Others, such as
 * URLs, may end at a code.
 */
const ENCLOSED = /^[<{$#%`][^]*[>}`]$/u;

/** As `mask`, for markup and placeholders that codes divide (`<na<1>me</1>>` as text). */
export function maskDivided(coded: string, lastId = 0, syntaxes?: Active): Locked {
  if (!coded.includes('<')) return { text: coded, held: new Map() };
  return lockDivided(
    coded,
    (plain) => scan(plain, syntaxes).filter(({ start, end }) => ENCLOSED.test(plain.slice(start, end))),
    lastId,
  );
}
