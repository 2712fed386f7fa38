import { distance } from 'fastest-levenshtein';
import { align } from '../../service/learning/align.ts';
import { wordsOf } from '../../service/learning/words.ts';

/** What a translator has to change, summed up beside exact memory alone. */
export function createFigures() {
  const sums = { typed: 0, typedWithout: 0, worse: 0, repeats: 0, repeatsWithout: 0, segments: 0 };
  const [seen, seenWithout] = [new Map<string, number>(), new Map<string, number>()];
  const change = (now: number, before: number): number => Math.round(1_000 * (now / before - 1)) / 10;
  return {
    /** A segment as it is shown, as it would be `without` corrections, and as the translator leaves it. */
    note(shown: string, without: string, human: string): void {
      const [letters, lettersWithout] = [distance(shown, human), distance(without, human)];
      sums.segments++;
      sums.typed += letters;
      sums.typedWithout += lettersWithout;
      sums.worse += Number(
        letters > lettersWithout && wordDistance(shown, human) > wordDistance(without, human),
      );
      sums.repeats += repeated(shown, human, seen);
      sums.repeatsWithout += repeated(without, human, seenWithout);
    },
    /** In per cent; `worse`: of the segments. */
    result: () => ({
      typing: change(sums.typed, sums.typedWithout),
      repeats: change(sums.repeats, sums.repeatsWithout),
      worse: (100 * sums.worse) / sums.segments,
    }),
  };
}

/** Changes of a word into another that were made before. */
function repeated(from: string, to: string, seen: Map<string, number>): number {
  const [one, other] = [wordsOf(from).words, wordsOf(to).words];
  let count = 0;
  for (const step of align(one, other)) {
    if (step.isSame || one[step.from]?.kind !== 'word' || other[step.to]?.kind !== 'word') continue;
    const change = `${one[step.from]!.form}|${other[step.to]!.form}`;
    const times = seen.get(change) ?? 0;
    if (times > 0) count++;
    seen.set(change, times + 1);
  }
  return count;
}

function wordDistance(from: string, to: string): number {
  const ids = new Map<string, string>();
  const spelled = (text: string): string =>
    wordsOf(text)
      .words.map(({ form }) => {
        const id = ids.get(form) ?? String.fromCharCode(0x4e00 + ids.size);
        ids.set(form, id);
        return id;
      })
      .join('');
  return distance(spelled(from), spelled(to));
}
