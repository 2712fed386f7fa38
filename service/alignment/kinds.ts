import type { SegmentKind } from '../text/segment-kind.ts';

/** Kinds of the texts of both documents; undefined is prose. */
type Kinds = readonly (SegmentKind | undefined)[];

/** How much likelier the kinds of two texts are in a link than by chance, as a logarithm. */
export type KindEvidence = (row: number, column: number) => number;

/** How often texts of a kind and of another were linked: places in both documents, with weights. */
export interface LinkedKinds {
  readonly source: number;
  readonly target: number;
  readonly weight: number;
}

/** Share of a kind's texts that keep it in a translation, before any links tell. */
const KEPT = 0.9;
/** The number of links that outweigh it: two formats may mark other things. */
const LINKS = 4;

/** A kind that one of the documents lacks says nothing: its format or its author marks none. */
export function kindEvidence(source: Kinds, target: Kinds, links: readonly LinkedKinds[] = []): KindEvidence {
  const [from, to] = [numbered(source), numbered(target)];
  const inTarget = new Float64Array(to.names.length);
  for (const kind of to.ids) inTarget[kind]! += 1 / to.ids.length;
  const counts = from.names.map(() => new Float64Array(to.names.length));
  const sums = new Float64Array(from.names.length);
  for (const { source: row, target: column, weight } of links) {
    counts[from.ids[row]!]![to.ids[column]!]! += weight;
    sums[from.ids[row]!]! += weight;
  }
  const scores = from.names.map((name, kind) => {
    const same = to.names.indexOf(name);
    const isShared = (other: string): boolean => same !== -1 && from.names.includes(other);
    return to.names.map((other, n) => {
      const chance = inTarget[n]!;
      const before = isShared(other) ? (1 - KEPT) * chance + (n === same ? KEPT : 0) : chance;
      return Math.log((counts[kind]![n]! + LINKS * before) / (sums[kind]! + LINKS) / chance);
    });
  });
  return (row, column) => scores[from.ids[row]!]![to.ids[column]!]!;
}

const PROSE = '';

function numbered(kinds: Kinds) {
  const names: string[] = [];
  const ids = kinds.map((kind) => {
    const name = kind ?? PROSE;
    const at = names.indexOf(name);
    return at === -1 ? names.push(name) - 1 : at;
  });
  return { names, ids };
}
