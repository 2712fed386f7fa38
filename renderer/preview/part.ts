import type { Piece } from './walk.ts';

/** A document with more segments is drawn in part. */
const MAX_SEGMENTS = 5_000;
const PART = 500;

/** What is a unit of a text: a row of a table without its cells would be another table. */
const BLOCK = 'tr, li, p, h1, h2, h3, h4, h5, h6, dt, dd, pre, blockquote';
const AROUND = 'table, ul, ol, section, article, aside';

/** The segments to keep of a long document, around the current one: the first one, and the one behind the last. */
export function partAround(current: number, count: number): readonly [from: number, to: number] | undefined {
  if (count <= MAX_SEGMENTS) return undefined;
  const from = Math.max(0, Math.min(count - PART, current - PART / 2));
  return [from, Math.min(count, from + PART)];
}

/** Cuts from a drawn tree, before it is shown, all blocks without a segment of the part. Returns the pieces that are left. */
export function cutTo(
  root: HTMLElement,
  pieces: readonly Piece[],
  [from, to]: readonly [from: number, to: number],
): Piece[] {
  const isKept = ({ segment }: Piece): boolean => segment >= from && segment < to;
  const kept = new Set<Element>();
  for (const piece of pieces) {
    if (!isKept(piece)) continue;
    for (const span of piece.spans)
      for (let block: Element | null = span; block && block !== root; block = block.parentElement)
        kept.add(block);
  }
  for (const block of root.querySelectorAll(BLOCK)) if (!kept.has(block)) block.remove();
  for (const around of root.querySelectorAll(AROUND)) if (!kept.has(around)) around.remove();
  return pieces.filter((piece) => piece.spans.some((span) => root.contains(span)));
}
