import type { Words } from '../i18n/words.ts';

/** `about 40 s`, `about 3 min`, `about 1.5 h`. */
export function timeLeftWords(seconds: number, words: Pick<Words, 't' | 'number'>): string {
  if (seconds < 60) return words.t('job.secondsLeft', { n: words.number(seconds) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return words.t('job.minutesLeft', { n: words.number(minutes) });
  return words.t('job.hoursLeft', { n: words.number(Math.round(minutes / 6) / 10) });
}
