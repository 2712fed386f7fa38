import { words } from '../../i18n/words.ts';
import { isolated } from '../../lib/isolated.ts';
import type { LearnedChange } from '../../lib/learned.ts';
import { plainOf } from '../../lib/offers.ts';

/** Both phrases of a change, to be put into a sentence. */
export function phrasesOf({ from, to }: Pick<LearnedChange, 'from' | 'to'>): { from: string; to: string } {
  const shown = (text: string): string =>
    text === '' ? words.t('learned.nothing') : isolated(plainOf(text));
  return { from: shown(from), to: shown(to) };
}

/** Why a change was made, in a sentence: in which segments of this job, and how often. */
export function becauseWords(change: LearnedChange, job: string): string {
  const phrases = phrasesOf(change);
  if (!change.because) return words.t('learned.gone', phrases);
  const { times, kept, segments } = change.because;
  const own = [...new Set(segments.flatMap((one) => (one.job_id === job ? [one.index + 1] : [])))];
  const list = words.list(own.toSorted((a, b) => a - b).map((n) => words.number(n)));
  return words.t('learned.because', {
    ...phrases,
    where:
      own.length === 0
        ? words.t('learned.elsewhere')
        : words.counted('learned.segments', own.length, { list }),
    times:
      kept === 0
        ? words.counted('learned.times', times)
        : words.counted('learned.timesKept', times, { kept: words.number(kept) }),
  });
}
