import { createHash } from 'node:crypto';
import { plainText } from '../text/codes.ts';

/** Plain texts of a unit's neighbours: '' where there is none, null where it is unknown. */
export interface UnitContext {
  readonly pre: string | null;
  readonly post: string | null;
}

export const NO_CONTEXT: UnitContext = { pre: null, post: null };

/** UTF-16 units of a neighbour: a longer one hardly comes again. */
const MAX_NEIGHBOUR = 10_000;

/** The context of a segment between two coded texts; undefined: there is none. */
export function contextBetween(pre: string | undefined, post: string | undefined): UnitContext {
  return { pre: neighbour(pre), post: neighbour(post) };
}

function neighbour(coded: string | undefined): string | null {
  return coded === undefined ? '' : usable(plainText(coded));
}

/** As the plain texts of a file give it. */
export function contextIn({ pre, post }: { readonly pre?: string; readonly post?: string }): UnitContext {
  return { pre: pre === undefined ? null : usable(pre), post: post === undefined ? null : usable(post) };
}

function usable(text: string): string | null {
  const own = text.replaceAll('\0', '').trim();
  return own.length > MAX_NEIGHBOUR ? null : own;
}

/** Of a segment in a list. */
export function contextAt(segments: readonly { readonly text: string }[], index: number): UnitContext {
  return contextBetween(segments[index - 1]?.text, segments[index + 1]?.text);
}

/** A number to find units of exactly this source and context by; null for one without a context. */
export function contextHash(source: string, { pre, post }: UnitContext): number | null {
  if (pre === null && post === null) return null;
  const hash = createHash('sha1')
    .update(JSON.stringify([source, pre, post]))
    .digest();
  return hash.readUIntBE(0, 6);
}

/** The hashes of units that fit here, the closest first: an unknown neighbour fits any. */
export function fittingHashes(source: string, { pre, post }: UnitContext): number[] {
  const contexts = [
    { pre, post },
    { pre, post: null },
    { pre: null, post },
  ];
  const hashes = contexts.map((context) => contextHash(source, context));
  return [...new Set(hashes.filter((hash) => hash !== null))];
}
