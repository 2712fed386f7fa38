import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createJobWork } from '../../service/worker/job-work.ts';
import { createSlots } from '../../service/worker/slots.ts';

const never = new AbortController().signal;

describe('the work of a job', () => {
  it('is aborted by a release, which resolves when the work has really ended', async () => {
    const work = createJobWork();
    let ended = false;
    const running = work.run('a', async (signal) => {
      await sleep(10_000, undefined, { signal }).catch(() => sleep(20));
      ended = true;
    });
    const outcome = expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await work.release('a');
    expect(ended).toBe(true);
    await outcome;
  });

  it('of other jobs goes on', async () => {
    const work = createJobWork();
    const other = work.run('b', () => sleep(20, 'kept'));
    await work.release('a');
    await expect(other).resolves.toBe('kept');
  });

  it('that comes after a release is not aborted by it', async () => {
    const work = createJobWork();
    const first = work.run('a', (signal) => sleep(10_000, undefined, { signal }));
    const outcome = expect(first).rejects.toThrow();
    const released = work.release('a');
    await expect(work.run('a', () => Promise.resolve('again'))).resolves.toBe('again');
    await Promise.all([released, outcome]);
  });
});

describe('slots', () => {
  it('let no more than their number run at a time, in order of arrival', async () => {
    const slots = createSlots(2);
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        slots.run(never, async () => {
          order.push(n);
          most = Math.max(most, ++running);
          await sleep(2);
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('forget a task that was given up while it waited', async () => {
    const slots = createSlots(1);
    const controller = new AbortController();
    const first = slots.run(never, () => sleep(20));
    const second = slots.run(controller.signal, () => Promise.resolve('ran'));
    const third = slots.run(never, () => Promise.resolve('ran'));
    controller.abort(new Error('given up'));
    await expect(second).rejects.toThrow('given up');
    await first;
    await expect(third).resolves.toBe('ran');
  });

  it('are free again after a failure', async () => {
    const slots = createSlots(1);
    await expect(slots.run(never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(slots.run(never, () => Promise.resolve('ran'))).resolves.toBe('ran');
  });
});
