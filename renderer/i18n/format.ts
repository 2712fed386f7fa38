/** Numbers, sizes and times in the reader's language. Pure but for the locale they are made for. */

export interface Formats {
  number: (value: number) => string;
  /** `412 of 1,100` needs both numbers in the same style; this is one of them in megabytes, without the unit. */
  megabytes: (bytes: number) => string;
  /** Today: the time. This year: day and month. Else with the year. */
  moment: (iso: string, now: Date) => string;
  /** A calendar date such as `2026-03-01`, without a time zone of its own. */
  day: (date: string) => string;
  list: (items: readonly string[]) => string;
}

export function formatsFor(locale: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const megabytes = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const fullDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const calendarDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    number: (value) => number.format(value),
    megabytes: (bytes) => megabytes.format(bytes / 1_048_576),
    moment(iso, now) {
      const date = new Date(iso);
      if (date.toDateString() === now.toDateString()) return time.format(date);
      return (date.getFullYear() === now.getFullYear() ? dayOfYear : fullDate).format(date);
    },
    day: (date) => calendarDay.format(new Date(`${date}T00:00:00Z`)),
    list: (items) => list.format(items),
  };
}
