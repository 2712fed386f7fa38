import { align } from '../../service/learning/align.ts';
import { applyCorrections } from '../../service/learning/apply.ts';
import type { Corrected } from '../../service/learning/apply.ts';
import { isActive } from '../../service/learning/correction.ts';
import type { Correction } from '../../service/learning/correction.ts';
import { candidatesOf } from '../../service/learning/lesson.ts';
import type { Lesson } from '../../service/learning/lesson.ts';
import { linksOf, trainLinks } from '../../service/learning/links.ts';
import type { LinkModel } from '../../service/learning/links.ts';
import { enginePhrases, sourcePhrases, tryCorrection } from '../../service/learning/trial.ts';
import { wordsOf } from '../../service/learning/words.ts';

type Pair = readonly [source: string, engine: string];

/** Confirmed segments that a new candidate is tried on at once. */
const RECENT = 60;

/** Corrections kept in memory: as the lexicon keeps them, without its file. */
export function createNotebook(pairs: readonly Pair[]) {
  const model = trained(pairs);
  const corrections = new Map<string, Correction>();
  const byEngine = new Map<string, string[]>();
  const recent: { lesson: Lesson; phrases: Phrases }[] = [];

  const note = (key: string, correction: Correction, { lesson, phrases }: (typeof recent)[number]) => {
    const trial = tryCorrection(correction, lesson, phrases);
    if (!trial) return;
    const { [trial.verdict]: count, gain } = corrections.get(key) ?? correction;
    corrections.set(key, {
      ...(corrections.get(key) ?? correction),
      [trial.verdict]: count + 1,
      gain: gain + trial.gain,
    });
  };

  return {
    corrections,
    apply: (source: string, engine: string, offered = false): Corrected =>
      applyCorrections(wordsOf(source), wordsOf(engine), (phrase) =>
        (byEngine.get(phrase) ?? []).flatMap((key) => {
          const correction = corrections.get(key)!;
          return isActive(correction, offered) ? [correction] : [];
        }),
      ),
    learn(source: string, engine: string, human: string): void {
      const lesson = lessonOf(source, engine, human);
      const phrases = { source: sourcePhrases(lesson.source), engine: enginePhrases(lesson.engine) };
      const own = { lesson, phrases };
      for (const phrase of phrases.engine.keys())
        for (const key of byEngine.get(phrase) ?? []) note(key, corrections.get(key)!, own);
      const links = linksOf(model, lesson.source.words, lesson.engine.words);
      for (const candidate of candidatesOf(lesson, links, model.frequent)) {
        const key = JSON.stringify([candidate.source, candidate.engine, candidate.human]);
        if (corrections.has(key)) continue;
        const id = corrections.size + 1;
        corrections.set(key, { ...candidate, id, good: 0, kept: 0, other: 0, gain: 0, state: 'auto' });
        byEngine.set(candidate.engine, [...(byEngine.get(candidate.engine) ?? []), key]);
        for (const one of [own, ...recent]) note(key, corrections.get(key)!, one);
      }
      recent.push(own);
      if (recent.length > RECENT) recent.shift();
    },
  };
}

interface Phrases {
  readonly source: Map<string, number[]>;
  readonly engine: Map<string, number[]>;
}

export function lessonOf(source: string, engine: string, human: string): Lesson {
  const words = { source: wordsOf(source), engine: wordsOf(engine), human: wordsOf(human) };
  return { ...words, steps: align(words.engine.words, words.human.words) };
}

export function trained(pairs: readonly Pair[]): LinkModel {
  const training = trainLinks(
    pairs.map(([source, engine]) => [wordsOf(source).words, wordsOf(engine).words]),
  );
  for (;;) {
    const step = training.next();
    if (step.done) return step.value;
  }
}
