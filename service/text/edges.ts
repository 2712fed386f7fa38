import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';

export interface Peeled {
  /** Coded text to put before and after the translation of `core`. */
  readonly lead: string;
  readonly core: string;
  readonly trail: string;
}

/**
 * Takes off what stands around a segment and cannot move: white space, standalone codes at its ends, pairs around all of
 * it. No engine can lose what it never sees, and it sees a plain sentence. lead + core + trail is the segment again.
 */
export function peelEdges(coded: string): Peeled {
  if (!/^[\s<]|[\s>]$/.test(coded)) return { lead: '', core: coded, trail: '' };
  const tokens = splitEdgeSpaces(parseCoded(coded));
  const closes = new Map(
    [...tokens.entries()].flatMap(([n, token]) => (token.kind === 'close' ? [[token.id, n]] : [])),
  );
  let start = 0;
  let end = tokens.length;
  for (;;) {
    const first = tokens[start];
    const last = tokens[end - 1];
    if (start >= end || !first || !last) break;
    if (isFixed(first)) start++;
    else if (isFixed(last)) end--;
    else if (first.kind === 'open' && closes.get(first.id) === end - 1) {
      start++;
      end--;
    } else break;
  }
  if (start === 0 && end === tokens.length) return { lead: '', core: coded, trail: '' };
  return {
    lead: formatCoded(tokens.slice(0, start)),
    core: formatCoded(tokens.slice(start, end)),
    trail: formatCoded(tokens.slice(end)),
  };
}

function isFixed(token: Token): boolean {
  return token.kind === 'standalone' || (token.kind === 'text' && token.text.trim() === '');
}

/** White space at the ends of a text token as tokens of their own. */
function splitEdgeSpaces(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token): Token[] => {
    if (token.kind !== 'text') return [token];
    const trimmedStart = token.text.trimStart();
    if (trimmedStart.length === token.text.length && trimmedStart.trimEnd() === trimmedStart) return [token];
    const before = token.text.slice(0, token.text.length - trimmedStart.length);
    const middle = trimmedStart.trimEnd();
    const after = trimmedStart.slice(middle.length);
    return [before, middle, after].filter((text) => text !== '').map((text) => ({ kind: 'text', text }));
  });
}
