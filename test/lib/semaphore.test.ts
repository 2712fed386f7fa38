import { describe, expect, it } from 'vitest';
import { createFairSemaphore, createSemaphore } from '../../service/lib/semaphore.ts';

/** Work that begins when it is let in and ends on a call. */
function work(): { begun: boolean; end: () => void; run: () => Promise<void> } {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const self = { begun: false, end, run: () => ((self.begun = true), ended) };
  return self;
}
const nextIteration = () => new Promise((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('lets no more than its permits run at a time, in order of arrival', async () => {
    const semaphore = createSemaphore(2);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = Array.from({ length: 9 }, (_, n) =>
      semaphore(async () => {
        order.push(n);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running--;
      }),
    );
    await Promise.all(work);
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('forgets work that was given up while it waited, and goes on to the next', async () => {
    const semaphore = createSemaphore(1);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const controller = new AbortController();
    const first = semaphore(() => gate.then(() => 'ran'));
    const second = semaphore(() => Promise.resolve('ran'), controller.signal);
    const third = semaphore(() => Promise.resolve('ran'));
    controller.abort(new Error('given up'));
    await expect(second).rejects.toThrow('given up');
    open();
    await expect(Promise.all([first, third])).resolves.toEqual(['ran', 'ran']);
  });

  it('lets any number wait with one signal, and nothing is called a leak', async () => {
    const semaphore = createSemaphore(1);
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 20 }, () => semaphore(() => Promise.resolve(), signal)));
    // Warnings are emitted in a separate tick.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('does not begin work whose signal was aborted before', async () => {
    const semaphore = createSemaphore(1);
    const begun = semaphore(() => Promise.resolve('ran'), AbortSignal.abort(new Error('gone')));
    await expect(begun).rejects.toThrow('gone');
  });

  it('has its permit back after a failure', async () => {
    const semaphore = createSemaphore(1);
    await expect(semaphore(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore(() => Promise.resolve('ran'))).resolves.toBe('ran');
  });
});

describe('a fair semaphore', () => {
  it('gives permits round robin, regardless of who asked first and most', async () => {
    const run = createFairSemaphore({ permits: 1, each: 1 });
    const order: string[] = [];
    const ask = (who: string) => run(who, () => Promise.resolve(void order.push(who)));
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask));
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it('keeps a permit free for another while one has as many as each may have', async () => {
    const run = createFairSemaphore({ permits: 3, each: 2 });
    const [first, second, third, other] = [work(), work(), work(), work()];
    const all = [run('a', first.run), run('a', second.run), run('a', third.run), run('b', other.run)];
    await nextIteration();
    expect([first.begun, second.begun, third.begun, other.begun]).toEqual([true, true, false, true]);
    first.end();
    await nextIteration();
    expect(third.begun).toBe(true);
    for (const each of [second, third, other]) each.end();
    await Promise.all(all);
  });

  it('forgets who gave up waiting, and gives a permit back after a failure', async () => {
    const run = createFairSemaphore({ permits: 1, each: 1 });
    const first = work();
    const running = run('a', first.run);
    const controller = new AbortController();
    const given = run('b', () => Promise.resolve('ran'), controller.signal);
    controller.abort(new Error('given up'));
    await expect(given).rejects.toThrow('given up');
    const failing = run('b', () => Promise.reject(new Error('no')));
    first.end();
    await running;
    await expect(failing).rejects.toThrow('no');
    await expect(run('c', () => Promise.resolve('ran'))).resolves.toBe('ran');
  });
});
