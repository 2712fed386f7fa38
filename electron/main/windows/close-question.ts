import type { ShellWords } from '../language/words.ts';

/** What to ask when the program is to end while jobs run; undefined where there is nothing to ask. */
export function closeQuestion(
  { t, counted }: ShellWords,
  app: string,
  runningJobs: number,
): { message: string; detail: string; buttons: [string, string] } | undefined {
  if (runningJobs <= 0) return undefined;
  return {
    message: counted('jobsRunning', runningJobs),
    detail: t('jobsGoOn', { app }),
    buttons: [t('quitNow'), t('keepWorking')],
  };
}
