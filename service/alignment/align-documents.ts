import { alignTexts } from './align-texts.ts';
import type { AlignmentHelp } from './align-texts.ts';
import type { AlignedText } from './aligned-text.ts';
import { isLone } from './lattice.ts';

/** A document as an alignment reads it. */
export interface AlignedDocument extends AlignedText {
  /** The file's own name of each text, where it has any: a key, a message id, the time of a cue. */
  readonly keys: readonly (string | undefined)[];
}

/** Texts of two documents that belong together, by their places; one side may be empty. */
export interface Pair {
  readonly source: readonly number[];
  readonly target: readonly number[];
  /** From 0 to 1. */
  readonly confidence: number;
}

export interface Alignment {
  /** Each text of both documents is in one pair. */
  readonly pairs: readonly Pair[];
  /** False: so few texts correspond that neither document translates the other. */
  readonly isTranslation: boolean;
}

/** Pairs of at least this confidence are accepted without a person. */
export const ACCEPTED = 0.92;
/** Share of the shorter document's texts in such pairs: unrelated ones have at most a hundredth. */
const MIN_ACCEPTED = 0.1;
/** Texts of the same unique name in both documents. */
const SAME_KEY = 0.99;
const MIN_SHARED_KEYS = 0.5;

export function alignDocuments(
  source: AlignedDocument,
  target: AlignedDocument,
  help: AlignmentHelp = {},
): Alignment {
  const pairs = pairsByKey(source.keys, target.keys) ?? pairsByText(source, target, help);
  const sure = pairs.filter(({ confidence, target: texts }) => texts.length > 0 && confidence >= ACCEPTED);
  const accepted = sure.reduce((sum, pair) => sum + Math.min(pair.source.length, pair.target.length), 0);
  const shorter = Math.min(source.texts.length, target.texts.length);
  return { pairs, isTranslation: accepted > 0 && accepted >= shorter * MIN_ACCEPTED };
}

function pairsByText(source: AlignedDocument, target: AlignedDocument, help: AlignmentHelp): Pair[] {
  return alignTexts(source, target, help).map(({ shape, source: row, target: column, probability }) => ({
    source: rangeFrom(row, shape[0]),
    target: rangeFrom(column, shape[1]),
    confidence: isLone(shape) ? 0 : probability,
  }));
}

/** Undefined where the documents share too few names. Those without a partner stay alone. */
function pairsByKey(source: AlignedDocument['keys'], target: AlignedDocument['keys']): Pair[] | undefined {
  const [from, to] = [placesByKey(source), placesByKey(target)];
  const shared = [...from].filter(([key]) => to.has(key));
  const fewer = Math.min(source.length, target.length);
  const covered = shared.reduce(
    (sum, [key, places]) => sum + Math.min(places.length, to.get(key)!.length),
    0,
  );
  if (fewer === 0 || covered < fewer * MIN_SHARED_KEYS) return undefined;
  const partnerOf = new Map(shared.map(([key, places]) => [places[0]!, to.get(key)!]));
  const inPairs = new Set([...partnerOf.values()].flat());
  const pairs: Pair[] = [];
  for (let at = 0; at < source.length; at++) {
    const partner = partnerOf.get(at);
    const own = partner ? from.get(source[at]!)! : [at];
    pairs.push(...(partner ? sentencePairs(own, partner) : [alone({ source: own, target: [] })]));
    at += own.length - 1;
  }
  for (let at = 0; at < target.length; at++)
    if (!inPairs.has(at)) pairs.push(alone({ source: [], target: [at] }));
  return pairs;
}

/** Sentences of two texts of one name: one by one where both have as many, else all together. */
function sentencePairs(source: readonly number[], target: readonly number[]): Pair[] {
  if (source.length !== target.length) return [{ source, target, confidence: SAME_KEY }];
  return source.map((at, n) => ({ source: [at], target: [target[n]!], confidence: SAME_KEY }));
}

function alone(pair: Pick<Pair, 'source' | 'target'>): Pair {
  return { ...pair, confidence: 0 };
}

/** The places of each name whose texts stand together: those of one text that was split. */
function placesByKey(keys: AlignedDocument['keys']): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const scattered = new Set<string>();
  for (const [at, key] of keys.entries()) {
    if (key === undefined) continue;
    const own = places.get(key);
    if (!own) places.set(key, [at]);
    else if (own.at(-1) === at - 1) own.push(at);
    else scattered.add(key);
  }
  for (const key of scattered) places.delete(key);
  return places;
}

function rangeFrom(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => start + n);
}
