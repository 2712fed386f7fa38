import type { Phrases } from './correction.ts';
import type { Step } from './align.ts';
import type { LinkModel } from './links.ts';
import { phraseOf } from './words.ts';
import type { Words } from './words.ts';

/** A confirmed segment beside the engine's answer. */
export interface Lesson {
  readonly source: Words;
  readonly engine: Words;
  readonly human: Words;
  /** From the engine's words to the human's. */
  readonly steps: readonly Step[];
}

export interface Candidate extends Phrases {
  readonly isFrequent: boolean;
  /** Content words, as a glossary has them. */
  readonly isTerm: boolean;
}

/** Steps of a run of changes that teaches something: a longer one is a new sentence. */
const MAX_RUN = 7;
const MAX_PART = 4;
export const MAX_ENGINE_WORDS = 5;
const MAX_HUMAN_WORDS = 6;
const MAX_TERM_WORDS = 3;
/** Words that the source phrase may be longer than the engine's. */
const MAX_LONGER = 2;
export const MAX_SOURCE_WORDS = MAX_ENGINE_WORDS + MAX_LONGER;

/** The corrections that a lesson may teach, each once. `links`: of the engine's words, see linksOf. */
export function candidatesOf(
  lesson: Lesson,
  links: readonly (readonly number[])[],
  frequent: LinkModel['frequent'],
): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const [start, end] of partsOf(lesson.steps)) {
    const candidate = candidateOf(lesson, lesson.steps.slice(start, end), links, frequent);
    if (candidate)
      found.set(JSON.stringify([candidate.source, candidate.engine, candidate.human]), candidate);
  }
  return [...found.values()];
}

/** Ranges of steps: parts of each run of changes, the whole run, and that with one unchanged word beside it. */
function* partsOf(steps: readonly Step[]): Generator<[start: number, end: number]> {
  for (let start = 0; start < steps.length; start++) {
    if (steps[start]!.isSame) continue;
    let end = start + 1;
    while (end < steps.length && !steps[end]!.isSame) end++;
    const length = end - start;
    if (length <= MAX_RUN) {
      for (let from = start; from < end; from++)
        for (let to = from + 1; to <= Math.min(end, from + MAX_PART); to++) yield [from, to];
      if (length > MAX_PART) yield [start, end];
      if (start > 0) yield [start - 1, end];
      if (end < steps.length) yield [start, end + 1];
    }
    start = end;
  }
}

function candidateOf(
  { source, engine, human }: Lesson,
  part: readonly Step[],
  links: readonly (readonly number[])[],
  frequent: LinkModel['frequent'],
): Candidate | undefined {
  const engineRange = rangeOf(part.map(({ from }) => from));
  if (!engineRange) return undefined;
  const humanRange = rangeOf(part.map(({ to }) => to)) ?? [0, 0];
  const [engineWords, humanWords] = [engine.words.slice(...engineRange), human.words.slice(...humanRange)];
  if (engineWords.length > MAX_ENGINE_WORDS || humanWords.length > MAX_HUMAN_WORDS) return undefined;
  const sourceRange = rangeOf(links.slice(...engineRange).flat());
  if (!sourceRange || sourceRange[1] - sourceRange[0] > engineWords.length + MAX_LONGER) return undefined;
  const sourceWords = source.words.slice(...sourceRange);
  if ([engineWords, humanWords, sourceWords].some((words) => words.some(({ kind }) => kind === 'held')))
    return undefined;
  const isFrequent = (words: typeof engineWords, side: keyof LinkModel['frequent']): boolean =>
    words.every(({ form, kind }) => kind === 'sign' || frequent[side].has(form));
  const isFrequentEngine = isFrequent(engineWords, 'engine');
  if (humanWords.length === 0 && !isFrequentEngine) return undefined;
  if (humanWords.length > 0) {
    for (const at of [0, -1]) if (engineWords.at(at)!.kind !== humanWords.at(at)!.kind) return undefined;
  }
  const phrases = {
    source: phraseOf(source, ...sourceRange),
    engine: phraseOf(engine, ...engineRange),
    human: phraseOf(human, ...humanRange),
  };
  if (phrases.engine === phrases.human) return undefined;
  const isContent = (words: typeof engineWords, side: keyof LinkModel['frequent']): boolean =>
    words.length > 0 &&
    words.every(({ kind }) => kind === 'word') &&
    [0, -1].every((at) => !frequent[side].has(words.at(at)!.form));
  return {
    ...phrases,
    isFrequent: isFrequentEngine || isFrequent(sourceWords, 'source') || isFrequent(humanWords, 'engine'),
    isTerm:
      sourceWords.length <= MAX_TERM_WORDS &&
      isContent(sourceWords, 'source') &&
      isContent(humanWords, 'engine'),
  };
}

/** From the first of these positions to after the last; -1 is no position. */
function rangeOf(positions: readonly number[]): [start: number, end: number] | undefined {
  let [start, end] = [Infinity, -1];
  for (const position of positions) {
    if (position < 0) continue;
    start = Math.min(start, position);
    end = Math.max(end, position + 1);
  }
  return end < 0 ? undefined : [start, end];
}
