import type { Token } from './codes.ts';
import type { CodeRules } from './code-rules.ts';

/**
 * The codes of a source segment, which a target must contain. Of pairs, `filled` ones have something visible
 * in them; `textless` ones contain standalone codes or nothing at all (a superscript around a note mark);
 * `blank` ones contain only white space, and are invisible.
 */
export interface Inventory {
  readonly standalone: ReadonlySet<number>;
  readonly filled: ReadonlySet<number>;
  readonly textless: ReadonlyMap<number, Extent>;
  readonly blank: ReadonlySet<number>;
  /** Filled pairs that must not get lost. */
  readonly kept: ReadonlySet<number>;
  readonly filledLater: ReadonlySet<number>;
  readonly closed: ReadonlySet<number>;
  readonly outer: ReadonlySet<number>;
  /** The extent of each code among the source's tokens. */
  readonly extents: ReadonlyMap<number, Extent>;
}

/** Indexes among tokens: those of a pair's two ends, or twice that of a standalone code. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

export function takeInventory(source: readonly Token[], rules: CodeRules): Inventory {
  const extents = extentsOf(source);
  const visible = countUpTo(source, (token) => token.kind === 'text' && token.text.trim() !== '');
  const codes = countUpTo(source, (token) => token.kind !== 'text');
  const standalone = new Set<number>();
  const filled = new Set<number>();
  const textless = new Map<number, Extent>();
  const blank = new Set<number>();
  const kept = new Set(rules.kept);
  for (const [id, extent] of extents) {
    const { start, end } = extent;
    if (start === end) standalone.add(id);
    else if (visible[end]! > visible[start]!) filled.add(id);
    else if (end === start + 2 && codes[end] === codes[start + 1] && !kept.has(id)) blank.add(id);
    else textless.set(id, extent);
  }
  return {
    standalone,
    filled,
    textless,
    blank,
    kept: new Set([...kept].filter((id) => filled.has(id))),
    filledLater: new Set(rules.filledLater),
    closed: new Set(rules.closed),
    outer: new Set(rules.outer),
    extents,
  };
}

/** The extents of codes, ordered by their beginning; incomplete pairs are ignored. */
function extentsOf(source: readonly Token[]): Map<number, Extent> {
  const ends = new Map<number, number>();
  for (const [n, token] of source.entries()) if (token.kind === 'close') ends.set(token.id, n);
  const extents = new Map<number, Extent>();
  for (const [start, token] of source.entries()) {
    if (token.kind === 'text' || token.kind === 'close' || extents.has(token.id)) continue;
    const end = token.kind === 'standalone' ? start : ends.get(token.id);
    if (end !== undefined && end >= start) extents.set(token.id, { start, end });
  }
  return extents;
}

/** For each index, and the one after the last, how many earlier tokens are of the kind. */
function countUpTo(tokens: readonly Token[], isOfKind: (token: Token) => boolean): Uint32Array {
  const counts = new Uint32Array(tokens.length + 1);
  for (const [n, token] of tokens.entries()) counts[n + 1] = counts[n]! + (isOfKind(token) ? 1 : 0);
  return counts;
}
