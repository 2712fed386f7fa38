import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createJobWork } from '../../service/worker/job-work.ts';

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

  it('may be many calls at once: Node warns of no leak', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const work = createJobWork();
    const calls = Array.from({ length: 12 }, () =>
      work.run('a', (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve))),
    );
    const outcome = Promise.allSettled(calls);
    await work.release('a');
    await outcome;
    // Node says so on the next tick.
    await setImmediate();
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});
