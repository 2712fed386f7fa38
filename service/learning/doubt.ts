import { editRate } from './align.ts';
import { createLetterModel } from './letters.ts';
import { linksOf } from './links.ts';
import type { LinkModel } from './links.ts';
import type { Lesson } from './lesson.ts';
import type { Word, Words } from './words.ts';

/** Why a translation should be read early. */
export type DoubtReason = 'changed_before' | 'similar_changed' | 'unlike_before' | 'long';

export interface Doubt {
  /** Expected share of changed words, in per cent: an order, not a verdict. */
  readonly value: number;
  /** The strongest first. */
  readonly reasons: readonly DoubtReason[];
}

/** What became of a translator's earlier segments. */
export interface History {
  add(lesson: Lesson, model: LinkModel): void;
  /** Confirmed segments in it. */
  readonly size: number;
  doubtOf(source: Words, engine: Words): Doubt;
}

interface Seen {
  seen: number;
  changed: number;
}

interface Earlier {
  readonly words: ReadonlySet<string>;
  readonly rate: number;
}

const SIMILAR = 5;
/** Sources with much in common that are compared closely. */
const CANDIDATES = 50;
/** Parts above these are named as reasons: about the upper quarter of a text. */
const MUCH = { words: 0.5, similar: 0.5, letters: 3.5, length: 30 };

/**
 * Expected edit rates from how often a translator changed the same words, similar sources and unusual letters.
 * Weights fitted on five human translations, replayed as edits; on others they did as well as weights of their
 * own. They mean something after some 200 segments.
 */
export function createHistory(): History {
  const engineWords = new Map<string, Seen>();
  const sourceWords = new Map<string, Seen>();
  const letters = createLetterModel();
  const earlier: Earlier[] = [];
  const byWord = new Map<string, number[]>();
  return {
    add({ source, engine, human, steps }, model) {
      const kept = new Set(steps.flatMap((step) => (step.isSame ? [step.from] : [])));
      const links = linksOf(model, source.words, engine.words);
      const changedSources = new Set(engine.words.flatMap((_, n) => (kept.has(n) ? [] : links[n]!)));
      count(engine.words, engineWords, (n) => !kept.has(n));
      count(source.words, sourceWords, (n) => changedSources.has(n));
      letters.add(human.coded);
      const words = spellings(source.words);
      for (const word of words) push(byWord, word, earlier.length);
      earlier.push({ words, rate: editRate(steps, engine.words.length) });
    },
    get size() {
      return earlier.length;
    },
    doubtOf(source, engine) {
      const [h, s] = [meanRate(engine.words, engineWords), meanRate(source.words, sourceWords)];
      const k = similarRate(spellings(source.words), earlier, byWord);
      const l = letters.bitsPerLetter(engine.coded);
      const r = Math.log(Math.max(1, engine.coded.length) / Math.max(1, source.coded.length));
      const length = Math.log(1 + source.words.length);
      const rate = 0.3 * h + 0.54 * k + 0.23 * s + 0.023 * l + 0.027 * length + 0.28 * r - 0.22;
      const reasons: [DoubtReason, number][] = [
        ['similar_changed', k / MUCH.similar],
        ['changed_before', Math.max(h, s) / MUCH.words],
        ['unlike_before', l / MUCH.letters],
        ['long', source.words.length / MUCH.length],
      ];
      return {
        value: Math.round(100 * Math.min(1, Math.max(0, rate))),
        reasons: reasons
          .filter(([, share]) => share >= 1)
          .sort(([, one], [, other]) => other - one)
          .map(([reason]) => reason),
      };
    },
  };
}

function count(words: readonly Word[], into: Map<string, Seen>, isChanged: (n: number) => boolean): void {
  for (const [n, { form, kind }] of words.entries()) {
    if (kind !== 'word') continue;
    const known = into.get(form) ?? { seen: 0, changed: 0 };
    known.seen++;
    if (isChanged(n)) known.changed++;
    into.set(form, known);
  }
}

function meanRate(words: readonly Word[], seen: ReadonlyMap<string, Seen>): number {
  const rates = words.flatMap(({ form, kind }) => {
    if (kind !== 'word') return [];
    const { seen: times, changed } = seen.get(form) ?? { seen: 0, changed: 0 };
    return [(changed + 0.5) / (times + 1.2)];
  });
  return rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

function spellings(words: readonly Word[]): Set<string> {
  return new Set(words.flatMap(({ form, kind }) => (kind === 'word' ? [form.toLowerCase()] : [])));
}

/**
 * Edit rates of the sources with most words in common, weighted by similarity (Dice's, where a rare word counts
 * for more) to the third power.
 */
function similarRate(
  words: ReadonlySet<string>,
  earlier: readonly Earlier[],
  byWord: ReadonlyMap<string, readonly number[]>,
): number {
  const weightOf = (word: string): number =>
    Math.log(1 + earlier.length / (1 + (byWord.get(word)?.length ?? 0)));
  const sumOf = (all: Iterable<string>): number => {
    let sum = 0;
    for (const word of all) sum += weightOf(word);
    return sum;
  };
  const own = sumOf(words);
  const shared = new Map<number, number>();
  for (const word of words) {
    const weight = weightOf(word);
    for (const n of byWord.get(word) ?? []) shared.set(n, (shared.get(n) ?? 0) + weight);
  }
  const found = [...shared]
    .sort(([, one], [, other]) => other - one)
    .slice(0, CANDIDATES)
    .map(([n, common]) => ({
      rate: earlier[n]!.rate,
      likeness: (2 * common) / (own + sumOf(earlier[n]!.words)),
    }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, SIMILAR);
  const weights = found.reduce((sum, { likeness }) => sum + likeness ** 3, 0);
  return weights === 0
    ? 0
    : found.reduce((sum, { likeness, rate }) => sum + rate * likeness ** 3, 0) / weights;
}

function push(into: Map<string, number[]>, key: string, value: number): void {
  const list = into.get(key);
  if (list) list.push(value);
  else into.set(key, [value]);
}
