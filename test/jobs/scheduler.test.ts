import { expect, it } from 'vitest';
import { createScheduler } from '../../service/jobs/run/scheduler.ts';

it.each([
  ['the working time that the chunk names', 4_000, 1],
  ['the time since the previous chunk where it names none', undefined, 64],
])('sizes the next chunk by %s', async (_, workedMs, expected) => {
  const sizes: number[] = [];
  await new Promise<void>((resolve) => {
    const scheduler = createScheduler(() => ({ chunks: 1, perJob: 2, shares: 1 }), {
      translate: (chunk) => {
        sizes.push(chunk.items.length);
        if (sizes.length === 2) {
          scheduler.stop();
          resolve();
        }
        return Promise.resolve({ lines: new Uint8Array(), workedMs });
      },
      store: () => Promise.resolve(),
      failed: () => undefined,
    });
    const pending = Array.from({ length: 1_000 }, (_item, index) => ({ index, chars: 40, weight: 1 }));
    const direction = { engine: 'engine', pair: { from: 'en', to: 'es' } };
    scheduler.add({ id: 'job', accountId: 'local', direction, pending });
  });
  expect(sizes).toEqual([4, expected]);
});
