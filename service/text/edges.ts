import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';

export interface Peeled {
  /** Coded text to put before and after the translation of `core`. */
  readonly lead: string;
  readonly core: string;
  readonly trail: string;
}

/** A text without edges to remove. */
export function withoutEdges(coded: string): Peeled {
  return { lead: '', core: coded, trail: '' };
}

/**
 * Removes everything at a segment's ends that cannot move: white space, standalone codes, pairs around the
 * whole text. An engine cannot lose what it never sees, and gets a plain sentence. lead + core + trail
 * restores the segment.
 */
export function peelEdges(coded: string): Peeled {
  if (!/^[\s<]|[\s>]$/.test(coded)) return withoutEdges(coded);
  const tokens = splitEdgeSpaces(parseCoded(coded));
  const opens = new Map<number, number>();
  const closes = new Map<number, number>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open') opens.set(token.id, n);
    else if (token.kind === 'close') closes.set(token.id, n);
  }
  let start = 0;
  let end = tokens.length;
  for (;;) {
    const first = tokens[start];
    const last = tokens[end - 1];
    if (start >= end || !first || !last) break;
    const ends = first.kind === 'open' ? closes.get(first.id) : undefined;
    const begins = last.kind === 'close' ? opens.get(last.id) : undefined;
    if (isFixed(first)) start++;
    else if (isFixed(last)) end--;
    else if (ends === end - 1) {
      start++;
      end--;
    } else if (ends !== undefined && isBlank(tokens, start, ends)) start = ends + 1;
    else if (begins !== undefined && isBlank(tokens, begins, end)) end = begins;
    else break;
  }
  if (start === 0 && end === tokens.length) return withoutEdges(coded);
  return {
    lead: formatCoded(tokens.slice(0, start)),
    core: formatCoded(tokens.slice(start, end)),
    trail: formatCoded(tokens.slice(end)),
  };
}

/**
 * A target with the white space that its source has inside the pairs at its ends, which engines drop: what
 * follows, such as a field, is outside the segment (`Signed <1>by </1>`).
 */
export function withEdgeSpaces(source: string, target: string): string {
  const atStart = /^(?:<\d{1,9}>)+\s/.test(source);
  const atEnd = /\s(?:<\/\d{1,9}>)+$/.test(source);
  if (!atStart && !atEnd) return target;
  const tokens = parseCoded(target);
  if (atStart) setEdgeSpace(parseCoded(source), tokens, 'start');
  if (atEnd) setEdgeSpace(parseCoded(source), tokens, 'end');
  return formatCoded(tokens);
}

function setEdgeSpace(source: readonly Token[], target: Token[], edge: 'start' | 'end'): void {
  const outer = edge === 'start' ? 'open' : 'close';
  const find = (tokens: readonly Token[]) =>
    edge === 'start'
      ? tokens.findIndex(({ kind }) => kind !== outer)
      : tokens.findLastIndex(({ kind }) => kind !== outer);
  const wanted = source[find(source)];
  const at = find(target);
  const given = target[at];
  if (wanted?.kind !== 'text' || given === undefined) return;
  const text = given.kind === 'text' ? given.text : '';
  const spaced =
    edge === 'start'
      ? (/^\s*/u.exec(wanted.text)?.[0] ?? '') + text.trimStart()
      : text.trimEnd() + wanted.text.slice(wanted.text.trimEnd().length);
  if (given.kind === 'text') target[at] = { kind: 'text', text: spaced };
  else target.splice(edge === 'start' ? at : at + 1, 0, { kind: 'text', text: spaced });
}

/** Whether there are no words between two tokens, as in a pair that an engine would move or lose. */
function isBlank(tokens: readonly Token[], start: number, end: number): boolean {
  for (let n = start; n < end; n++) {
    const token = tokens[n]!;
    if (token.kind === 'text' && token.text.trim() !== '') return false;
  }
  return true;
}

function isFixed(token: Token): boolean {
  return token.kind === 'standalone' || (token.kind === 'text' && token.text.trim() === '');
}

/** Splits white space at the ends of a text token into separate tokens. */
function splitEdgeSpaces(tokens: readonly Token[]): Token[] {
  const split: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'text') {
      split.push(token);
      continue;
    }
    const { text } = token;
    const start = text.length - text.trimStart().length;
    const end = Math.max(start, text.trimEnd().length);
    if (start === 0 && end === text.length) {
      split.push(token);
      continue;
    }
    for (const part of [text.slice(0, start), text.slice(start, end), text.slice(end)])
      if (part !== '') split.push({ kind: 'text', text: part });
  }
  return split;
}
