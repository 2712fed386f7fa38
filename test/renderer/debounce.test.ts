import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDebounce } from '../../renderer/lib/debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs what was planned last, once nothing else was for so long', () => {
  const ran: string[] = [];
  const debounce = createDebounce(100);
  debounce.plan(() => ran.push('first'));
  vi.advanceTimersByTime(99);
  debounce.plan(() => ran.push('second'));
  vi.advanceTimersByTime(99);
  expect(ran).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(['second']);
});

it('waits as long as a plan says, where it says so', () => {
  const ran: string[] = [];
  createDebounce(100).plan(() => ran.push('at once'), 0);
  vi.advanceTimersByTime(0);
  expect(ran).toEqual(['at once']);
});

it('runs nothing that was cancelled', () => {
  const ran: string[] = [];
  const debounce = createDebounce(100);
  debounce.plan(() => ran.push('never'));
  debounce.cancel();
  vi.advanceTimersByTime(1_000);
  expect(ran).toEqual([]);
});
