import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKeeper } from '../../renderer/lib/keeper.ts';
import type { Keeper, Written } from '../../renderer/lib/keeper.ts';

/** A service and a browser's storage that outlive keepers. */
function place() {
  const service = new Map<string, Written>();
  const browser = new Map<string, Written>();
  const state = { isAway: false, sends: 0, failures: 0 };
  const open = async (now: () => number = Date.now, pause = 0): Promise<Keeper> => {
    const keeper = createKeeper(
      {
        read: () => Promise.resolve(service),
        send(name, written) {
          state.sends += 1;
          if (state.isAway) return Promise.reject(new Error('away'));
          service.set(name, written);
          return Promise.resolve();
        },
        local: {
          read: (name) => browser.get(name),
          write: (name, written) => void browser.set(name, written),
          remove: (name) => void browser.delete(name),
        },
        onFailed: () => (state.failures += 1),
        onSent: () => undefined,
        pause,
      },
      now,
    );
    await keeper.load(['note']);
    return keeper;
  };
  return { service, browser, state, open };
}

describe('the data a window keeps', () => {
  afterEach(() => vi.useRealTimers());

  it('goes to the service, and leaves no copy in the browser', async () => {
    const { service, browser, open } = place();
    const keeper = await open();
    keeper.write('note', () => 'one');
    keeper.write('note', () => 'two');
    keeper.flush(false);
    await expect.poll(() => service.get('note')?.text).toBe('two');
    await expect.poll(() => browser.size).toBe(0);
    expect((await open()).read('note')).toBe('two');
  });

  it('stays in the browser while the service is away, and is sent when it is back', async () => {
    const { service, browser, state, open } = place();
    const keeper = await open();
    state.isAway = true;
    keeper.write('note', () => 'typed meanwhile');
    keeper.flush(false);
    await expect.poll(() => state.failures).toBe(1);
    expect(browser.get('note')?.text).toBe('typed meanwhile');
    state.isAway = false;
    keeper.flush(false);
    await expect.poll(() => service.get('note')?.text).toBe('typed meanwhile');
    await expect.poll(() => browser.size).toBe(0);
  });

  it('is sent by the next window where this one goes first', async () => {
    const { service, state, open } = place();
    state.isAway = true;
    (await open()).write('note', () => 'last words', 'now');
    state.isAway = false;
    expect((await open()).read('note')).toBe('last words');
    await expect.poll(() => service.get('note')?.text).toBe('last words');
  });

  it('is what was written last, here or elsewhere', async () => {
    const { service, browser, open } = place();
    service.set('note', { at: 200, text: 'later' });
    browser.set('note', { at: 100, text: 'earlier, and never sent' });
    expect((await open()).read('note')).toBe('later');
    expect(browser.size).toBe(0);
  });

  it('counts as later than what it replaces, even where the clock was set back', async () => {
    const { service, open } = place();
    service.set('note', { at: 5_000, text: 'before' });
    const keeper = await open(() => 1_000);
    keeper.write('note', () => 'after');
    keeper.flush(false);
    await expect.poll(() => service.get('note')).toEqual({ at: 5_001, text: 'after' });
  });

  it('leaves the later copy that another window has put in the browser', async () => {
    const { browser, state, open } = place();
    const keeper = await open(() => 1);
    keeper.write('note', () => 'mine', 'now');
    browser.set('note', { at: 9, text: 'of the other window' });
    keeper.flush(false);
    await expect.poll(() => state.sends).toBe(1);
    expect(browser.get('note')?.text).toBe('of the other window');
  });

  it('waits long where it is written seldom, and goes with what is written soon', async () => {
    vi.useFakeTimers();
    const { service, open } = place();
    const keeper = await open(Date.now, 100);
    keeper.write('note', () => 'brought by a job', 'seldom');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(service.has('note')).toBe(false);
    keeper.write('note', () => 'typed', 'soon');
    keeper.write('note', () => 'typed, and brought by a job', 'seldom');
    await vi.advanceTimersByTimeAsync(150);
    expect(service.get('note')?.text).toBe('typed, and brought by a job');
    keeper.write('note', () => 'the end', 'seldom');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(service.get('note')?.text).toBe('the end');
  });

  it('is not written before it was read', async () => {
    const written: string[] = [];
    const keeper = createKeeper({
      read: () => Promise.reject(new Error('away')),
      send(name) {
        written.push(name);
        return Promise.resolve();
      },
      local: {
        read: () => undefined,
        write: (name) => void written.push(name),
        remove: () => undefined,
      },
      onFailed: () => undefined,
      onSent: () => undefined,
      pause: 0,
    });
    await expect(keeper.load(['note'])).rejects.toThrow('away');
    keeper.write('note', () => '', 'now');
    keeper.flush(false);
    expect(written).toEqual([]);
  });
});
