/** What to ask when the program is to end while jobs run; undefined where there is nothing to ask. */
export function closeQuestion(
  runningJobs: number,
): { message: string; detail: string; buttons: [string, string] } | undefined {
  if (runningJobs <= 0) return undefined;
  return {
    message: runningJobs === 1 ? '1 job is still running.' : `${runningJobs} jobs are still running.`,
    detail: 'Nothing is lost: they go on from where they are when Interlinear is started again.',
    buttons: ['Quit now', 'Keep working'],
  };
}
