import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useToasts } from '../../renderer/stores/toasts.ts';
import { stubWindow } from '../support/window-globals.ts';

/** What the stores listen for in the document. */
let heard: Map<string, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  stubWindow();
  heard = new Map();
  vi.stubGlobal('document', {
    hidden: false,
    addEventListener: (name: string, listener: () => void) => heard.set(name, listener),
  });
  setActivePinia(createPinia());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a deletion that is offered back is done after 30 seconds under a pointer that rests there', () => {
  const toasts = useToasts();
  const commit = vi.fn();
  toasts.offer({ text: 'Deleted.', undo: () => undefined, commit });
  vi.advanceTimersByTime(7_000);
  toasts.pause(toasts.toasts[0]!);
  vi.advanceTimersByTime(29_000);
  expect(commit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(commit).toHaveBeenCalledOnce();
  expect(toasts.toasts).toEqual([]);
});

it('a window that is hidden ends the wait of a pointer that nothing says has gone', () => {
  const toasts = useToasts();
  const commit = vi.fn();
  toasts.offer({ text: 'Deleted.', undo: () => undefined, commit });
  toasts.pause(toasts.toasts[0]!);
  Object.assign(document, { hidden: true });
  heard.get('visibilitychange')!();
  vi.advanceTimersByTime(8_000);
  expect(commit).toHaveBeenCalledOnce();
});
