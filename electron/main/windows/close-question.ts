import type { ShellWords } from '../language/words.ts';

/**
 * The question to ask before the program ends, or its window closes (`staysOpen`), while jobs run or files
 * are not sent; undefined without a reason to ask.
 */
export function closeQuestion(
  { t, counted }: ShellWords,
  app: string,
  {
    runningJobs,
    unsentFiles,
    staysOpen = false,
  }: { runningJobs: number; unsentFiles: number; staysOpen?: boolean },
): { message: string; detail: string; buttons: [string, string] } | undefined {
  const buttons: [string, string] = [t(staysOpen ? 'close' : 'quitNow'), t('keepWorking')];
  const jobs = runningJobs > 0 ? counted('jobsRunning', runningJobs) : undefined;
  if (unsentFiles <= 0)
    return jobs === undefined ? undefined : { message: jobs, detail: t('jobsGoOn', { app }), buttons };
  const files = counted('filesUnsent', unsentFiles);
  if (jobs === undefined) return { message: files, detail: t('filesLost'), buttons };
  return { message: `${files} ${jobs}`, detail: `${t('filesLost')} ${t('onlyJobsGoOn', { app })}`, buttons };
}
