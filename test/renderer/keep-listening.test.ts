import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepListening } from '../../renderer/lib/keep-listening.ts';

/** A stream whose every opening waits for the test's word. */
function streamOf() {
  const openings: { signal: AbortSignal; open: () => void; end: () => void; fail: (error: Error) => void }[] =
    [];
  const told = { open: 0, broken: [] as unknown[] };
  const stream = keepListening({
    listen: (signal, onOpen) =>
      new Promise<void>((resolve, reject) =>
        openings.push({ signal, open: onOpen, end: resolve, fail: reject }),
      ),
    onOpen: () => (told.open += 1),
    onBroken: (error) => told.broken.push(error),
  });
  return { stream, openings, told };
}

describe('the stream of changes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is opened once however often it is started, and says when it is up', () => {
    const { stream, openings, told } = streamOf();
    stream.start();
    stream.start();
    expect(openings).toHaveLength(1);
    expect(stream.isOpen).toBe(false);
    openings[0]!.open();
    expect(stream.isOpen).toBe(true);
    expect(told.open).toBe(1);
  });

  it('is opened again when it ends or breaks, after pauses that grow to half a minute', async () => {
    const { stream, openings, told } = streamOf();
    stream.start();
    openings[0]!.open();
    openings[0]!.end();
    await vi.advanceTimersByTimeAsync(999);
    expect([stream.isOpen, openings.length, told.broken.length]).toEqual([false, 1, 1]);
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000);
      expect(openings).toHaveLength(index + 2);
      openings.at(-1)!.fail(new Error('refused'));
    }
  });

  it('is ended by stop, without a word and for good', async () => {
    const { stream, openings, told } = streamOf();
    stream.start();
    openings[0]!.open();
    stream.stop();
    expect(openings[0]!.signal.aborted).toBe(true);
    openings[0]!.fail(new Error('aborted'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect([stream.isOpen, openings.length, told.broken.length]).toEqual([false, 1, 0]);
  });
});
