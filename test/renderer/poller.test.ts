import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoller, POLL_MS } from '../../renderer/lib/poller.ts';

describe('the poller of running jobs', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function pollerOf(wait?: number) {
    const state = { running: 1, rounds: 0 };
    const poller = createPoller({
      round: () => {
        state.rounds += 1;
        return Promise.resolve(wait);
      },
      needed: () => state.running > 0,
    });
    return { poller, state };
  }

  it('asks again as often as the service wants', async () => {
    const { poller, state } = pollerOf(5_000);
    poller.wake();
    await vi.advanceTimersByTimeAsync(POLL_MS / 4);
    expect(state.rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(state.rounds).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(state.rounds).toBe(2);
  });

  it('stops when nothing runs and starts again when woken', async () => {
    const { poller, state } = pollerOf();
    poller.wake();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    state.running = 0;
    await vi.advanceTimersByTimeAsync(POLL_MS * 10);
    const rounds = state.rounds;
    expect(vi.getTimerCount()).toBe(0);
    state.running = 1;
    poller.wake();
    await vi.advanceTimersByTimeAsync(POLL_MS);
    expect(state.rounds).toBe(rounds + 1);
  });

  it('asks nothing when the need has gone before its round was due', async () => {
    const { poller, state } = pollerOf();
    poller.wake();
    state.running = 0;
    await vi.advanceTimersByTimeAsync(POLL_MS * 5);
    expect(state.rounds).toBe(0);
  });

  it('keeps to one timer however often it is woken', async () => {
    const { poller, state } = pollerOf();
    for (let call = 0; call < 10; call++) poller.wake();
    await vi.advanceTimersByTimeAsync(POLL_MS / 4);
    expect(state.rounds).toBe(1);
    expect(vi.getTimerCount()).toBe(1);
  });
});
