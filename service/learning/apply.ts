import { trialsOf } from './correction.ts';
import type { Correction } from './correction.ts';
import { enginePhrases, sourcePhrases } from './trial.ts';
import { MAX_WORDS, phraseOf, raised } from './words.ts';
import type { Words } from './words.ts';

/** A change in a text: `at` and `length` in UTF-16 units of the coded result. */
export interface Change {
  readonly id: number;
  readonly at: number;
  readonly length: number;
  readonly from: string;
  readonly to: string;
}

export interface Corrected {
  readonly text: string;
  readonly changes: readonly Change[];
}

/** A correction at a place: the engine's words from `start` up to `end`. */
interface Placed {
  readonly correction: Correction;
  readonly start: number;
  readonly end: number;
}

/** The corrections with an engine phrase. */
export type FindCorrections = (engine: string) => readonly Correction[];

/** The engine's answer with the corrections that fit it. Codes, numbers and held text never change. */
export function applyCorrections(source: Words, engine: Words, find: FindCorrections): Corrected {
  if (source.words.length > MAX_WORDS || engine.words.length > MAX_WORDS)
    return { text: engine.coded, changes: [] };
  return splice(engine, chooseBest(placedIn(source, engine, find)));
}

function placedIn(source: Words, engine: Words, find: FindCorrections): Placed[] {
  let inSource: ReturnType<typeof sourcePhrases> | undefined;
  const placed: Placed[] = [];
  for (const [phrase, places] of enginePhrases(engine)) {
    for (const correction of find(phrase)) {
      inSource ??= sourcePhrases(source);
      if (!inSource.has(correction.source)) continue;
      for (const start of places) {
        let end = start + 1;
        while (phraseOf(engine, start, end) !== phrase) end++;
        if (!doublesWord(engine, { correction, start, end })) placed.push({ correction, start, end });
      }
    }
  }
  return placed;
}

function doublesWord({ words }: Words, { correction: { human }, start, end }: Placed): boolean {
  const [before, after] = [words[start - 1]?.form, words[end]?.form];
  if (human === '') return before !== undefined && before === after;
  const isAt = (word: string | undefined, own: string | undefined): boolean =>
    word !== undefined && own !== undefined && word.toLowerCase() === own.toLowerCase();
  const own = human.split(' ');
  return isAt(before, own[0]) || isAt(after, own.at(-1));
}

/** Gain of a trial: what a correction is expected to save. `always` comes before all others. */
function worth({ gain, state, ...trials }: Correction): number {
  const mean = gain / Math.max(1, trialsOf(trials));
  return state === 'always' ? 1_000 + mean : mean;
}

/** Of overlapping corrections the set with the greatest gain. */
export function chooseBest(placed: readonly Placed[]): Placed[] {
  const sorted = [...placed].sort((a, b) => a.end - b.end || a.start - b.start);
  /** The best of the first n. */
  const best: { worth: number; last?: Placed; before?: number }[] = [{ worth: 0 }];
  for (const [n, one] of sorted.entries()) {
    let before = n;
    while (before > 0 && sorted[before - 1]!.end > one.start) before--;
    const own = best[before]!.worth + worth(one.correction);
    best.push(own > best[n]!.worth ? { worth: own, last: one, before } : { worth: best[n]!.worth });
  }
  const chosen: Placed[] = [];
  for (let n = sorted.length; n > 0;) {
    const { last, before } = best[n]!;
    if (last) chosen.unshift(last);
    n = last ? before! : n - 1;
  }
  return chosen;
}

function splice({ coded, words }: Words, chosen: readonly Placed[]): Corrected {
  let text = '';
  let at = 0;
  const changes: Change[] = [];
  for (const { correction, start, end } of chosen) {
    const [first, last] = [words[start]!, words[end - 1]!];
    let [from, to] = [first.start, last.end];
    const human = first.isOpening ? raised(correction.human) : correction.human;
    if (human === '') {
      // One of the two spaces goes along.
      if (coded[to] === ' ') to++;
      else if (coded[from - 1] === ' ' && from - 1 >= at) from--;
    }
    text += coded.slice(at, from);
    changes.push({
      ...{ id: correction.id, at: text.length, length: human.length },
      from: coded.slice(first.start, last.end),
      to: human,
    });
    text += human;
    at = to;
  }
  text += coded.slice(at);
  // The word after a removed first one begins the sentence now.
  const opening = chosen[0];
  if (opening?.correction.human === '' && words[opening.start]!.isOpening && changes[0]!.at === 0)
    text = raised(text);
  return { text, changes };
}
