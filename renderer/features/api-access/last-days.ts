export interface DayUsage {
  date: string;
  chars: number;
  jobs: number;
}

/** The last `count` days up to `today` (UTC, as the service counts), oldest first, zeros included. */
export function lastDays(days: readonly DayUsage[], count: number, today: Date): DayUsage[] {
  const known = new Map(days.map((day) => [day.date, day]));
  const end = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10);
    return known.get(date) ?? { date, chars: 0, jobs: 0 };
  });
}

/** The next of 2, 4, 10, 20, 40, 100 …: the end of an axis with a line in the middle. */
export function roundedUp(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, count)));
  return [2, 4, 10].map((step) => step * power).find((step) => step >= count) ?? count;
}
