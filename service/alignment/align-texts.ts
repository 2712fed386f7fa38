import type { AlignedText } from './aligned-text.ts';
import { anchorsOf } from './anchors.ts';
import { bandAround } from './band.ts';
import type { Anchor, Band } from './band.ts';
import { boundariesOf } from './boundaries.ts';
import { likenessOf } from './cognates.ts';
import type { Likeness, Term } from './cognates.ts';
import { kindEvidence } from './kinds.ts';
import type { LinkedKinds } from './kinds.ts';
import { bestLinks, isLone } from './lattice.ts';
import type { Lattice, Link, Shape } from './lattice.ts';
import { lengthEvidence } from './lengths.ts';
import { letterEvidence } from './letter-evidence.ts';
import { learnWords } from './lexicon.ts';
import type { Lexicon } from './lexicon.ts';
import { linkScore } from './link-score.ts';
import { wordEvidence } from './word-evidence.ts';
import { countWords } from './words.ts';
import type { Counted } from './words.ts';

export interface AlignmentHelp {
  /** Our own translations of the source's texts, where an engine has the direction; an empty one says nothing. */
  readonly translations?: readonly string[] | undefined;
  readonly terms?: readonly Term[] | undefined;
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

const SHAPES: readonly Shape[] = [
  ...([
    [1, 1],
    [1, 0],
    [0, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ] as const),
  // A tenth of the links of Text+Berg.
  ...([
    [1, 3],
    [3, 1],
    [2, 3],
    [3, 2],
    [1, 4],
    [4, 1],
  ] as const),
];
/** How often each shape occurs, among links and among sentences without one. */
const PRIORS = [0.87, 0.5, 0.5, 0.04, 0.04, 0.015, 0.005, 0.005, 0.0025, 0.0025, 0.001, 0.001];
/** A sentence without a link after a link, and after another one. */
const GAP = { open: 0.01, stay: 0.5 };
/** The number of links, and of sentences without one, that outweigh what was expected of them. */
const [LINKS, LONE] = [30, 10];
const ROUNDS = 3;
/** From this probability on a link teaches words, and places the next round's band. */
const [TEACHES, PLACES] = [0.3, 0.9];

/** What a round learns from the one before. */
interface Learned {
  readonly band: Band;
  readonly lexicons?: readonly [Lexicon, Lexicon];
  readonly linked?: readonly LinkedKinds[];
  readonly priors: readonly number[];
  readonly gap: { readonly open: number; readonly stay: number };
}

interface Texts {
  readonly source: AlignedText;
  readonly target: AlignedText;
  readonly words: readonly [Counted, Counted];
  readonly likeness: readonly [Likeness, Likeness];
  readonly help: AlignmentHelp;
}

/**
 * Links two texts that are probably translations of each other: each sentence of both is in one link, in order. Rounds
 * alternate between linking sentences and learning words, shapes and gaps from the links (Moore 2002).
 */
export function alignTexts(
  source: AlignedText,
  target: AlignedText,
  help: AlignmentHelp = {},
): readonly Link[] {
  const [rows, columns] = [source.texts.length, target.texts.length];
  if (rows === 0 || columns === 0) return withoutLinks(rows, columns);
  const words = [countWords(source.texts), countWords(target.texts)] as const;
  const terms = help.terms ?? [];
  const likeness = [
    likenessOf(words[0].vocabulary, words[1].vocabulary, terms),
    likenessOf(
      words[1].vocabulary,
      words[0].vocabulary,
      terms.map(([one, other]) => [other, one]),
    ),
  ] as const;
  const texts = { source, target, words, likeness, help };
  const anchors = anchorsOf(...words, likeness[0]);
  let learned: Learned = { band: bandAround(anchors, rows, columns), priors: PRIORS, gap: GAP };
  for (let round = 1; ; round++) {
    const lattice = alignOnce(texts, learned);
    help.onProgress?.(round / ROUNDS);
    if (round === ROUNDS) return lattice.links;
    learned = learn(texts, lattice);
  }
}

function withoutLinks(rows: number, columns: number): Link[] {
  const lone = { probability: 1, source: 0, target: 0 };
  return [
    ...Array.from({ length: rows }, (_, source) => ({ ...lone, shape: [1, 0] as const, source })),
    ...Array.from({ length: columns }, (_, target) => ({ ...lone, shape: [0, 1] as const, target })),
  ];
}

function alignOnce(
  { source, target, words, likeness, help }: Texts,
  { band, lexicons, linked, priors, gap }: Learned,
): Lattice {
  const score = linkScore({
    band,
    inTarget: wordEvidence(
      band,
      words[0],
      words[1],
      { likeness: likeness[0], lexicon: lexicons?.[0] },
      false,
    ),
    inSource: wordEvidence(band, words[1], words[0], { likeness: likeness[1], lexicon: lexicons?.[1] }, true),
    length: lengthEvidence(source.texts, target.texts),
    letters: help.translations && letterEvidence(band, help.translations, target.texts),
    kinds: kindEvidence(source.kinds, target.kinds, linked),
    from: boundariesOf(source),
    to: boundariesOf(target),
  });
  const base = priors.map((prior, n) => Math.log(isLone(SHAPES[n]!) ? prior : prior * (1 - gap.open)));
  return bestLinks({
    band,
    shapes: SHAPES,
    gap: { open: Math.log(gap.open), stay: Math.log(gap.stay), close: Math.log(1 - gap.stay) },
    score: (n, row, column) => {
      const shape = SHAPES[n]!;
      return isLone(shape) ? base[n]! : base[n]! + score(shape, row, column);
    },
  });
}

function learn({ words, source, target }: Texts, { links, expected, gaps }: Lattice): Learned {
  const real = links.filter(({ shape }) => !isLone(shape));
  const pairs = real
    .filter(({ probability }) => probability > TEACHES)
    .map(({ shape, source: row, target: column, probability }) => ({
      source: joined(words[0], row, shape[0]),
      target: joined(words[1], column, shape[1]),
      weight: probability,
    }));
  const turned = pairs.map((pair) => ({ ...pair, source: pair.target, target: pair.source }));
  const sure = real.filter(({ probability }) => probability > PLACES);
  const [linked, lone] = [count(expected, false), count(expected, true)];
  return {
    band: bandAround(
      sure.map(({ source: row, target: column }): Anchor => [row, column]),
      source.texts.length,
      target.texts.length,
    ),
    linked: real.map(({ source: row, target: column, probability }) => ({
      source: row,
      target: column,
      weight: probability,
    })),
    lexicons: [learnWords(pairs, words[0].vocabulary), learnWords(turned, words[1].vocabulary)],
    priors: PRIORS.map(
      (prior, n) => (expected[n]! + LINKS * prior) / ((isLone(SHAPES[n]!) ? lone : linked) + LINKS),
    ),
    gap: {
      open: (gaps + LINKS * GAP.open) / (linked + LINKS),
      stay: (lone - gaps + LONE * GAP.stay) / (lone + LONE),
    },
  };
}

function count(expected: readonly number[], wanted: boolean): number {
  return expected.reduce((sum, times, n) => (isLone(SHAPES[n]!) === wanted ? sum + times : sum), 0);
}

function joined({ sentences }: Counted, start: number, length: number): Uint32Array {
  if (length === 1) return sentences[start]!;
  return Uint32Array.from(sentences.slice(start, start + length).flatMap((words) => [...words]));
}
