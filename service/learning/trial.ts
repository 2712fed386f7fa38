import { distance } from 'fastest-levenshtein';
import type { Phrases, Verdict } from './correction.ts';
import { MAX_ENGINE_WORDS, MAX_SOURCE_WORDS } from './lesson.ts';
import type { Lesson } from './lesson.ts';
import { phraseOf } from './words.ts';
import type { Words } from './words.ts';

/** The phrases of a text, with the places of the first word of each. */
export type PhraseIndex = ReadonlyMap<string, readonly number[]>;

/** The phrases of up to `most` words, none of them with a held word. */
function phrasesOf(text: Words, most: number): Map<string, number[]> {
  const found = new Map<string, number[]>();
  const { words } = text;
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + most); to++) {
      if (words[to - 1]!.kind === 'held') break;
      const phrase = phraseOf(text, from, to);
      const places = found.get(phrase);
      if (places) places.push(from);
      else found.set(phrase, [from]);
    }
  }
  return found;
}

export function enginePhrases(engine: Words): Map<string, number[]> {
  return phrasesOf(engine, MAX_ENGINE_WORDS);
}

export function sourcePhrases(source: Words): Map<string, number[]> {
  return phrasesOf(source, MAX_SOURCE_WORDS);
}

export interface Trial {
  readonly verdict: Verdict;
  /** Letters of typing that the correction would have saved here. */
  readonly gain: number;
}

/**
 * How a correction would have done in a confirmed segment; undefined if it does not occur. The worst of all
 * places is its verdict.
 */
export function tryCorrection(
  correction: Phrases,
  lesson: Lesson,
  phrases: { readonly source: PhraseIndex; readonly engine: PhraseIndex },
): Trial | undefined {
  const places = phrases.engine.get(correction.engine);
  if (!places || !phrases.source.has(correction.source)) return undefined;
  const length = wordCount(lesson.engine, places[0]!, correction.engine);
  let verdict: Verdict = 'good';
  let gain = 0;
  for (const start of places) {
    const had = humanTextsAt(lesson, start, start + length);
    if (had.includes(correction.human)) {
      gain += typing(correction.engine, correction.human);
      continue;
    }
    const text = had[0]!;
    if (text === correction.engine) verdict = 'kept';
    else if (verdict === 'good') verdict = 'other';
    gain += typing(correction.engine, text) - typing(correction.human, text);
  }
  return { verdict, gain };
}

function wordCount(text: Words, start: number, phrase: string): number {
  let end = start + 1;
  while (phraseOf(text, start, end) !== phrase) end++;
  return end - start;
}

/** The human's text for some engine words; after it the same with words that were added beside it. */
function humanTextsAt({ human, steps }: Lesson, from: number, to: number): string[] {
  let [first, last] = [-1, -1];
  for (const [n, step] of steps.entries()) {
    if (step.from < from || step.from >= to) continue;
    if (first < 0) first = n;
    last = n;
  }
  const text = (start: number, end: number): string => {
    const words = steps.slice(start, end + 1).flatMap((step) => (step.to < 0 ? [] : [step.to]));
    return words.length === 0 ? '' : phraseOf(human, words[0]!, words.at(-1)! + 1);
  };
  const texts = [text(first, last)];
  let [before, after] = [first, last];
  while (before > 0 && steps[before - 1]!.from < 0) before--;
  while (after + 1 < steps.length && steps[after + 1]!.from < 0) after++;
  for (let start = before; start <= first; start++)
    for (let end = last; end <= after; end++) if (start < first || end > last) texts.push(text(start, end));
  return texts;
}

/** Letters to type; a changed one counts once. */
function typing(from: string, to: string): number {
  return distance(from, to);
}
