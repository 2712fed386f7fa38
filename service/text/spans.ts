/** A part of a text: offsets of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Merges two ordered lists; where spans overlap the first list's wins. */
export function merged<Of extends Span>(first: readonly Of[], second: readonly Of[]): Of[] {
  if (first.length === 0 || second.length === 0) return [...first, ...second];
  const all: Of[] = [];
  let next = 0;
  for (const span of second) {
    while (next < first.length && first[next]!.end <= span.start) all.push(first[next++]!);
    const ahead = first[next];
    if (!ahead || ahead.start >= span.end) all.push(span);
  }
  return [...all, ...first.slice(next)];
}
