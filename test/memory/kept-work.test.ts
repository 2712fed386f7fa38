import { expect, it } from 'vitest';
import { createKeptWork } from '../../service/memory/kept-work.ts';

it('callers who take turns all finish, however many there are', () => {
  const kept = createKeptWork<{ steps: number }>(2, ({ steps }) => steps === 5);
  let waiting = ['one', 'two', 'three', 'four', 'five'];
  for (let round = 0; waiting.length > 0 && round < 100; round++)
    waiting = waiting.filter((name) => {
      const own = kept.get(name, (known) => known ?? { steps: 0 });
      if (own) own.steps++;
      return own?.steps !== 5;
    });
  expect(waiting).toEqual([]);
});

it('unfinished work makes room when nobody continues with it', () => {
  const kept = createKeptWork<number>(1, () => false, 0);
  expect(kept.get('left', () => 1)).toBe(1);
  expect(kept.get('next', () => 2)).toBe(2);
});
