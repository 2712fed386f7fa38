import type { Band } from './band.ts';
import type { Shape } from './lattice.ts';
import type { KindEvidence } from './kinds.ts';
import type { LengthEvidence } from './lengths.ts';
import type { LetterEvidence } from './letter-evidence.ts';
import { Boundary } from './boundaries.ts';
import type { Boundaries } from './boundaries.ts';
import type { WordEvidence } from './word-evidence.ts';

/** What is known of the links of a pass: see each part. */
export interface Evidence {
  readonly band: Band;
  readonly inTarget: WordEvidence;
  readonly inSource: WordEvidence;
  readonly length: LengthEvidence;
  /** Absent where no engine has the direction. */
  readonly letters?: LetterEvidence | undefined;
  readonly kinds: KindEvidence;
  readonly from: Boundaries;
  readonly to: Boundaries;
}

/**
 * Weights of the parts, found on the development set of Text+Berg (words, lengths, boundaries) and on pairs of our own
 * (letters): words of a sentence depend on each other, so their likelihoods count less than their product.
 */
const WEIGHT = { words: 0.4, length: 1.2, letters: 30 };
/** The share of letter runs that sentences with nothing in common but their subject may have. */
const CHANCE = 0.22;
/** Weight of letter runs from which a share is reliable: about 20 letters. */
const ENOUGH = 150;
/** Links whose sides begin alike; where one begins within a sentence; where one begins a paragraph. */
const EDGE = { same: 0.3, cut: -0.5, paragraph: -1 };
/** Joining what goes on in the next text; two sentences; two paragraphs; a heading and what is below it. */
const JOIN = {
  [Boundary.none]: 0.6,
  [Boundary.sentence]: 0.3,
  [Boundary.paragraph]: -2,
  [Boundary.structure]: -5,
};

/** The logarithm of how much likelier a link is than its sentences by themselves, without the prior of its shape. */
export function linkScore(evidence: Evidence): (shape: Shape, row: number, column: number) => number {
  const { length, kinds, from, to } = evidence;
  const [words, letters] = [wordScore(evidence), letterScore(evidence)];
  return (shape, row, column) =>
    edge(from[row]!, to[column]!) +
    kinds(row, column) +
    joins(from, row, shape[0]) +
    joins(to, column, shape[1]) +
    WEIGHT.length * length(row, shape[0], column, shape[1]) +
    WEIGHT.words * words(shape, row, column) +
    WEIGHT.letters * letters(shape, row, column);
}

function wordScore({ band: { starts, low }, inTarget, inSource }: Evidence) {
  return ([source, target]: Shape, row: number, column: number): number => {
    let sum = 0;
    const first = starts[row]! + column - low[row]!;
    const given = inTarget[source - 1]!;
    for (let n = 0; n < target; n++) sum += given[first + n]!;
    const back = inSource[target - 1]!;
    for (let n = 0; n < source; n++) sum += back[starts[row + n]! + column - low[row + n]!]!;
    return sum;
  };
}

/** chrF's F1 over what chance allows, for rare letter runs more than for common ones. */
function letterScore({ band: { starts, low }, letters }: Evidence) {
  if (!letters) return () => 0;
  return ([source, target]: Shape, row: number, column: number): number => {
    const ours = letters.source[row + source]! - letters.source[row]!;
    const theirs = letters.target[column + target]! - letters.target[column]!;
    if (ours === 0 || theirs === 0) return 0;
    let inTarget = 0;
    let inOurs = 0;
    const first = starts[row]! + column - low[row]!;
    for (let n = 0; n < target; n++) inTarget += letters.ofTarget[source - 1]![first + n]!;
    for (let n = 0; n < source; n++)
      inOurs += letters.ofSource[target - 1]![starts[row + n]! + column - low[row + n]!]!;
    const share = (2 * Math.min(inTarget, inOurs)) / (ours + theirs);
    return (share - CHANCE) * Math.min(1, Math.min(ours, theirs) / ENOUGH);
  };
}

function edge(one: number, other: number): number {
  if (one === other || Math.min(one, other) >= Boundary.paragraph)
    return one === Boundary.none ? 0 : EDGE.same;
  return one === Boundary.none || other === Boundary.none ? EDGE.cut : EDGE.paragraph;
}

function joins(boundaries: Boundaries, start: number, count: number): number {
  let sum = 0;
  for (let n = 1; n < count; n++) sum += JOIN[boundaries[start + n] as Boundary];
  return sum;
}
