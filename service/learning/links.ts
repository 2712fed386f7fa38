import type { Word } from './words.ts';

type Pair = readonly [source: readonly Word[], engine: readonly Word[]];

/** How words of a source and of the engine's answers go together. */
export interface LinkModel {
  /** P(engine word | source word), by spelling; 0 for one too small for a link. */
  chance(source: string, engine: string): number;
  /** Whether it was made of few pairs. */
  readonly isShort: boolean;
  /** The most frequent words of the sources, and of the answers. */
  readonly frequent: { readonly source: ReadonlySet<string>; readonly engine: ReadonlySet<string> };
}

const ROUNDS = 3;
/** The most frequent words: at most this many, and of a short text this share. */
const FREQUENT = 60;
const FREQUENT_SHARE = 1 / 50;
/** Pairs between two yields: a few milliseconds. */
const STEP_PAIRS = 100;
/** A link needs this chance, its place included. */
const MIN_CHANCE = 0.04;
/** And in a short job, where all chances are high, this share of the best one's. */
const MIN_SHARE = 0.25;
const SHORT_JOB = 500;
/** Of the best one's chance: with less a word belongs to another one. */
const SURE_SHARE = 0.4;

/**
 * IBM's first model (Brown et al. 1993, §4.2) of these pairs; three rounds of expectation and maximization.
 * Yields now and then: other work may come in between.
 */
export function* trainLinks(pairs: readonly Pair[]): Generator<undefined, LinkModel> {
  const [sources, engines] = [new Map<string, number>(), new Map<string, number>()];
  const counted = { source: new Map<string, number>(), engine: new Map<string, number>() };
  const ids = pairs.map(([source, engine]) => [
    numbered(source, sources, counted.source),
    numbered(engine, engines, counted.engine),
  ]);
  /** For each source word, its engine words' chances. */
  let chances: Map<number, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const counts = Array.from({ length: sources.size }, () => new Map<number, number>());
    for (const [n, [source, engine]] of ids.entries()) {
      if (n % STEP_PAIRS === 0) yield;
      for (const word of engine!) {
        let sum = 0;
        for (const one of source!) sum += round === 0 ? 1 : (chances[one]!.get(word) ?? 0);
        if (sum === 0) continue;
        for (const one of source!) {
          const share = (round === 0 ? 1 : (chances[one]!.get(word) ?? 0)) / sum;
          counts[one]!.set(word, (counts[one]!.get(word) ?? 0) + share);
        }
      }
    }
    for (const own of counts) {
      let sum = 0;
      for (const count of own.values()) sum += count;
      for (const [word, count] of own) own.set(word, count / sum);
    }
    chances = counts;
    yield;
  }
  for (const own of chances) for (const [word, chance] of own) if (chance < MIN_CHANCE) own.delete(word);
  return {
    chance: (source, engine) => {
      const [one, other] = [sources.get(source), engines.get(engine)];
      return one === undefined || other === undefined ? 0 : (chances[one]!.get(other) ?? 0);
    },
    isShort: pairs.length < SHORT_JOB,
    frequent: { source: mostFrequent(counted.source), engine: mostFrequent(counted.engine) },
  };
}

function numbered(
  words: readonly Word[],
  known: Map<string, number>,
  counts: Map<string, number>,
): Uint32Array {
  return Uint32Array.from(words, ({ form, kind }) => {
    const id = known.get(form) ?? known.size;
    known.set(form, id);
    if (kind === 'word') counts.set(form, (counts.get(form) ?? 0) + 1);
    return id;
  });
}

function mostFrequent(counts: ReadonlyMap<string, number>): Set<string> {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return new Set(sorted.slice(0, Math.min(FREQUENT, sorted.length * FREQUENT_SHARE)).map(([form]) => form));
}

/** For each word of the engine its source words. Words far from one another are linked less. */
export function linksOf(model: LinkModel, source: readonly Word[], engine: readonly Word[]): number[][] {
  return chancesOf(model, source, engine).map((chances) => {
    const least = Math.max(MIN_CHANCE, model.isShort ? MIN_SHARE * Math.max(...chances) : 0);
    return chances.flatMap((chance, i) => (chance >= least ? [i] : []));
  });
}

/** As linksOf, with only the likeliest ones. */
export function surestLinks(model: LinkModel, source: readonly Word[], engine: readonly Word[]): number[][] {
  return chancesOf(model, source, engine).map((chances) => {
    const least = Math.max(MIN_CHANCE, SURE_SHARE * Math.max(...chances));
    return chances.flatMap((chance, i) => (chance >= least ? [i] : []));
  });
}

function chancesOf(model: LinkModel, source: readonly Word[], engine: readonly Word[]): number[][] {
  return engine.map(({ form }, j) =>
    source.map((word, i) => {
      const nearness = Math.exp(-3 * Math.abs(i / source.length - j / engine.length));
      return (word.form === form ? 1 : model.chance(word.form, form)) * nearness;
    }),
  );
}
