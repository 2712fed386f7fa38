import { align } from './align.ts';
import type { Lesson } from './lesson.ts';
import { enginePhrases, sourcePhrases } from './trial.ts';
import type { PhraseIndex } from './trial.ts';
import { MAX_WORDS, wordsOf } from './words.ts';

/** A lesson, and the phrases by which corrections are found in it. */
export interface Taught {
  readonly lesson: Lesson;
  readonly phrases: { readonly source: PhraseIndex; readonly engine: PhraseIndex };
}

/** A confirmed segment as a lesson; coded texts. Undefined if it is too long to teach anything. */
export function teach(source: string, engine: string, human: string): Taught | undefined {
  const words = { source: wordsOf(source), engine: wordsOf(engine), human: wordsOf(human) };
  if (Object.values(words).some((one) => one.words.length > MAX_WORDS)) return undefined;
  return {
    lesson: { ...words, steps: align(words.engine.words, words.human.words) },
    phrases: { source: sourcePhrases(words.source), engine: enginePhrases(words.engine) },
  };
}
