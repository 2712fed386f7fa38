import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { useAnnouncer } from '../../renderer/stores/announcer.ts';

afterEach(() => void vi.useRealTimers());

it('a screen reader hears a message of several jobs once, and a later equal one again', () => {
  vi.useFakeTimers();
  setActivePinia(createPinia());
  const announcer = useAnnouncer();
  for (const text of ['Batch is translated.', 'Batch is translated.', 'a.txt is translated.'])
    announcer.say(text);
  vi.runAllTimers();
  expect(announcer.message).toBe('Batch is translated. a.txt is translated.');
  announcer.say('Copied');
  vi.runAllTimers();
  announcer.say('Copied');
  vi.runAllTimers();
  expect(announcer.message).toBe('Copied\u00a0');
});
