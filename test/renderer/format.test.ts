import { describe, expect, it } from 'vitest';
import { formatsFor } from '../../renderer/i18n/format.ts';
import { lastDays, roundedUp } from '../../renderer/features/api-access/last-days.ts';
import { timeLeftWords } from '../../renderer/ui/time-words.ts';
import { offeredName } from '../../renderer/api/files.ts';

describe('numbers and times', () => {
  const { number, megabytes, moment, day } = formatsFor('en');

  it('are written as the language does', () => {
    expect(number(1100)).toBe('1,100');
    expect(formatsFor('de').number(1100)).toBe('1.100');
    expect(megabytes(10_485_760)).toBe('10.0');
    expect(day('2026-03-01')).toBe('Mar 1');
  });

  it('say the time for today, the day for this year, and the year for older', () => {
    const now = new Date(2026, 5, 15, 18, 0);
    expect(moment(new Date(2026, 5, 15, 9, 5).toISOString(), now)).toMatch(/^9:05\sAM$/);
    expect(moment(new Date(2026, 1, 3).toISOString(), now)).toBe('Feb 3');
    expect(moment(new Date(2025, 1, 3).toISOString(), now)).toBe('Feb 3, 2025');
  });

  it('choose the unit for the time left', () => {
    const words = {
      number,
      t: (key: string, values?: Record<string, string | number>) => `${key} ${values?.['n']}`,
    };
    expect(timeLeftWords(40, words)).toBe('job.secondsLeft 40');
    expect(timeLeftWords(180, words)).toBe('job.minutesLeft 3');
    expect(timeLeftWords(5400, words)).toBe('job.hoursLeft 1.5');
  });
});

describe('usage by day', () => {
  it('covers the last days up to today, with zeros where nothing was done', () => {
    const days = lastDays([{ date: '2026-03-01', chars: 7, jobs: 1 }], 3, new Date('2026-03-02T23:59:00Z'));
    expect(days).toEqual([
      { date: '2026-02-28', chars: 0, jobs: 0 },
      { date: '2026-03-01', chars: 7, jobs: 1 },
      { date: '2026-03-02', chars: 0, jobs: 0 },
    ]);
  });

  it('ends its axis at a round number that halves into another', () => {
    expect([0, 1, 3, 9, 10, 1_304, 4_001].map(roundedUp)).toEqual([2, 2, 4, 10, 20, 2_000, 10_000]);
  });
});

describe('the name of a saved file', () => {
  it('is the one the service offers, in any script', () => {
    expect(offeredName(`attachment; filename="____.docx"; filename*=UTF-8''%E5%A5%91%E7%B4%84.es.docx`)).toBe(
      '契約.es.docx',
    );
    expect(offeredName('attachment; filename="plain.txt"')).toBe('plain.txt');
    expect(offeredName(null)).toBeUndefined();
  });
});
