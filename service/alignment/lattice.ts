import { cellCount, cellOf } from './band.ts';
import type { Band } from './band.ts';

/** How many sentences of each text a link joins; 0 where the other text lacks them. */
export type Shape = readonly [source: number, target: number];

export interface Link {
  readonly shape: Shape;
  /** The first sentence of each text. */
  readonly source: number;
  readonly target: number;
  /** The probability of this link among all alignments of both texts. */
  readonly probability: number;
}

/** Logarithms: sentences that the other text lacks come in runs. */
export interface GapCosts {
  /** From a link to a sentence without one. */
  readonly open: number;
  /** From such a sentence to another one, and back to a link. */
  readonly stay: number;
  readonly close: number;
}

/** Everything that a sequence of links is chosen by. */
export interface Choices {
  readonly band: Band;
  readonly shapes: readonly Shape[];
  readonly gap: GapCosts;
  /** The logarithm of a link's likelihood: `shape` is an index of `shapes`, `cell` the cell of its first sentences. */
  readonly score: (shape: number, row: number, column: number, cell: number) => number;
}

export interface Lattice {
  readonly links: readonly Link[];
  /** Expected number of links of each shape, and of runs of sentences without one. */
  readonly expected: readonly number[];
  readonly gaps: number;
}

/** Sums over all ways to a cell: after a link, and after a sentence without one. */
interface Sums {
  readonly linked: Float64Array;
  readonly lone: Float64Array;
}

interface Edges {
  /** For each shape the score of a link from each cell, and the cell where it ends, or -1. */
  readonly scores: readonly Float32Array[];
  readonly ends: readonly Int32Array[];
}

/** A sentence left alone counts half: two wrong ones are no worse than a wrong link. */
const LONE_GAIN = 0.5;

/**
 * The sequence of links with the most that are probably right. Probabilities come from all alignments within the band
 * (forward-backward).
 */
export function bestLinks(choices: Choices): Lattice {
  const edges = edgesOf(choices);
  const before = sumsBefore(choices, edges);
  const { probabilities, expected, gaps } = probabilitiesOf(choices, edges, before);
  return {
    links: follow(choices, mostProbable(choices, edges, probabilities), probabilities),
    expected,
    gaps,
  };
}

export function isLone([source, target]: Shape): boolean {
  return source === 0 || target === 0;
}

function edgesOf({ band, shapes, score }: Choices): Edges {
  const cells = cellCount(band);
  const scores = shapes.map(() => new Float32Array(cells).fill(-Infinity));
  const ends = shapes.map(() => new Int32Array(cells).fill(-1));
  for (let row = 0; row < band.low.length; row++) {
    for (let column = band.low[row]!; column <= band.high[row]!; column++) {
      const cell = cellOf(band, row, column);
      for (const [n, [source, target]] of shapes.entries()) {
        const end = cellOf(band, row + source, column + target);
        if (end < 0) continue;
        ends[n]![cell] = end;
        scores[n]![cell] = score(n, row, column, cell);
      }
    }
  }
  return { scores, ends };
}

function emptySums(cells: number): Sums {
  return { linked: new Float64Array(cells).fill(-Infinity), lone: new Float64Array(cells).fill(-Infinity) };
}

function sumsBefore({ band, shapes, gap }: Choices, { scores, ends }: Edges): Sums {
  const cells = cellCount(band);
  const { linked, lone } = emptySums(cells);
  linked[0] = 0;
  for (let cell = 0; cell < cells; cell++) {
    const toLink = logSum(linked[cell]!, lone[cell]! + gap.close);
    const toLone = logSum(linked[cell]! + gap.open, lone[cell]! + gap.stay);
    for (let n = 0; n < shapes.length; n++) {
      const end = ends[n]![cell]!;
      if (end < 0) continue;
      const score = scores[n]![cell]!;
      if (isLone(shapes[n]!)) lone[end] = logSum(lone[end]!, toLone + score);
      else linked[end] = logSum(linked[end]!, toLink + score);
    }
  }
  return { linked, lone };
}

/** Replaces the scores of the edges by their probabilities. */
function probabilitiesOf({ band, shapes, gap }: Choices, { scores, ends }: Edges, before: Sums) {
  const cells = cellCount(band);
  const last = cells - 1;
  const total = logSum(before.linked[last]!, before.lone[last]!);
  const after = emptySums(cells);
  after.linked[last] = 0;
  after.lone[last] = 0;
  const expected = shapes.map(() => 0);
  let gaps = 0;
  for (let cell = last - 1; cell >= 0; cell--) {
    let byLink = -Infinity;
    let byLone = -Infinity;
    const toLink = logSum(before.linked[cell]!, before.lone[cell]! + gap.close) - total;
    const toLone = logSum(before.linked[cell]! + gap.open, before.lone[cell]! + gap.stay) - total;
    for (let n = 0; n < shapes.length; n++) {
      const end = ends[n]![cell]!;
      if (end < 0) continue;
      const lone = isLone(shapes[n]!);
      const rest = scores[n]![cell]! + (lone ? after.lone[end]! : after.linked[end]!);
      if (lone) byLone = logSum(byLone, rest);
      else byLink = logSum(byLink, rest);
      const probability = Math.exp((lone ? toLone : toLink) + rest);
      scores[n]![cell] = probability;
      expected[n]! += probability;
    }
    after.linked[cell] = logSum(byLink, gap.open + byLone);
    after.lone[cell] = logSum(gap.close + byLink, gap.stay + byLone);
    gaps += Math.exp(before.linked[cell]! + gap.open + byLone - total);
  }
  return { probabilities: scores, expected, gaps };
}

/** For each cell the shape of the link from there with which most links are expected to be right. */
function mostProbable(
  { band, shapes }: Choices,
  { ends }: Edges,
  probabilities: readonly Float32Array[],
): Int8Array {
  const cells = cellCount(band);
  const best = new Float64Array(cells).fill(-Infinity);
  best[cells - 1] = 0;
  const chosen = new Int8Array(cells).fill(-1);
  for (let cell = cells - 2; cell >= 0; cell--) {
    for (let n = 0; n < shapes.length; n++) {
      const end = ends[n]![cell]!;
      if (end < 0) continue;
      const value = probabilities[n]![cell]! * (isLone(shapes[n]!) ? LONE_GAIN : 1) + best[end]!;
      if (value <= best[cell]!) continue;
      best[cell] = value;
      chosen[cell] = n;
    }
  }
  return chosen;
}

function follow(
  { band, shapes }: Choices,
  chosen: Int8Array,
  probabilities: readonly Float32Array[],
): Link[] {
  const rows = band.low.length - 1;
  const columns = band.high[rows]!;
  const links: Link[] = [];
  for (let [row, column] = [0, 0]; row < rows || column < columns;) {
    const cell = cellOf(band, row, column);
    const n = chosen[cell]!;
    const shape = shapes[n]!;
    links.push({ shape, source: row, target: column, probability: probabilities[n]![cell]! });
    row += shape[0];
    column += shape[1];
  }
  return links;
}

function logSum(one: number, other: number): number {
  if (one < other) return other + Math.log1p(Math.exp(one - other));
  return one === -Infinity ? one : one + Math.log1p(Math.exp(other - one));
}
