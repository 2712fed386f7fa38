import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';

/** What was taken out of a segment, by the id of the standalone code that stands for it. */
export type Held = ReadonlyMap<number, readonly Token[]>;

export interface Locked {
  /** Coded text with a standalone code for each part taken out. */
  readonly text: string;
  readonly held: Held;
}

/** A part of plain text to take out, and the plain text to put in its place afterwards. */
export interface LockSpan {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The highest code id of the tokens, 0 where there is none. */
export function highestId(tokens: readonly Token[]): number {
  return tokens.reduce(
    (highest, token) => (token.kind === 'text' ? highest : Math.max(highest, token.id)),
    0,
  );
}

/**
 * Replaces parts of a segment by standalone codes with ids above its own and above `lastId`, so that no engine can touch
 * them. `spansOf` gets each run of text between codes, and returns ordered spans that do not overlap.
 */
export function lock(coded: string, spansOf: (plain: string) => readonly LockSpan[], lastId = 0): Locked {
  const tokens = parseCoded(coded);
  const held = new Map<number, readonly Token[]>();
  let id = Math.max(lastId, highestId(tokens));
  const locked = tokens.flatMap((token): Token[] => {
    if (token.kind !== 'text') return [token];
    const spans = spansOf(token.text);
    if (spans.length === 0) return [token];
    const parts: Token[] = [];
    let end = 0;
    for (const span of spans) {
      if (span.start > end) parts.push({ kind: 'text', text: token.text.slice(end, span.start) });
      held.set(++id, [{ kind: 'text', text: span.replacement }]);
      parts.push({ kind: 'alone', id });
      end = span.end;
    }
    if (end < token.text.length) parts.push({ kind: 'text', text: token.text.slice(end) });
    return parts;
  });
  return held.size === 0 ? { text: coded, held } : { text: formatCoded(locked), held };
}

/** Puts back what was taken out. */
export function unlock(coded: string, held: Held): string {
  if (held.size === 0) return coded;
  return formatCoded(
    parseCoded(coded).flatMap(
      (token) => (token.kind === 'alone' ? held.get(token.id) : undefined) ?? [token],
    ),
  );
}
