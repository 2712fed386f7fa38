/** Numbers, sizes and times in the reader's language. Pure, apart from the locale they are created for. */

export interface Formats {
  number: (value: number) => string;
  /** `412 of 1,100` needs both numbers in one style: a number of megabytes, without the unit. */
  megabytes: (bytes: number) => string;
  /** Bytes of a download or disk in decimal kB or MB, with the unit. */
  size: (bytes: number) => string;
  /** Today: the time. This year: day and month. Else with the year. */
  moment: (iso: string, now: Date) => string;
  /** The time of the day alone. */
  clock: (iso: string) => string;
  /** A time within the next days: with the day of the week unless it is today. */
  soon: (iso: string, now: Date) => string;
  /** `Today`, `Yesterday`, or a date: the heading of a day's rows. */
  dayName: (date: Date, now: Date) => string;
  /** A calendar date such as `2026-03-01`, without a time zone. */
  day: (date: string) => string;
  list: (items: readonly string[]) => string;
  /** The name of a language by its tag; undefined if Intl does not know it. */
  language: (code: string) => string | undefined;
}

export function formatsFor(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const megabytes = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const inUnit = (unit: string, digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: digits });
  const kilobyte = inUnit('kilobyte', 0);
  const smallMegabyte = inUnit('megabyte', 1);
  const megabyte = inUnit('megabyte', 0);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const calendarDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dayAndTime = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
  });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const languages = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    number: (value) => number.format(value),
    megabytes: (bytes) => megabytes.format(bytes / 1_048_576),
    size(bytes) {
      if (bytes < 1_000_000) return kilobyte.format(Math.ceil(bytes / 1_000));
      return (bytes < 10_000_000 ? smallMegabyte : megabyte).format(bytes / 1_000_000);
    },
    moment(iso, now) {
      const date = new Date(iso);
      if (date.toDateString() === now.toDateString()) return time.format(date);
      return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDate).format(date);
    },
    clock: (iso) => time.format(new Date(iso)),
    soon(iso, now) {
      const date = new Date(iso);
      return (date.toDateString() === now.toDateString() ? time : dayAndTime).format(date);
    },
    dayName(date, now) {
      const days = Math.round((startOfDay(date) - startOfDay(now)) / 86_400_000);
      if (days === 0 || days === -1) return capitalised(relative.format(days, 'day'), locale);
      return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDate).format(date);
    },
    day: (date) => calendarDay.format(new Date(`${date}T00:00:00Z`)),
    list: (items) => list.format(items),
    language(code) {
      try {
        return languages.of(code);
      } catch {
        // Not a well-formed tag.
        return undefined;
      }
    },
  };
}

/** Midnight in the reader's time zone, in milliseconds. */
function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function capitalised(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
