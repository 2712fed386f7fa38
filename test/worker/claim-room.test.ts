import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { claimRoom } from '../../service/worker/claim-room.ts';

it('claims room by turns, and stops when there is work', async () => {
  const work = new AbortController();
  let isOver = false;
  const claimed = claimRoom(Infinity, work.signal).then(() => (isOver = true));
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  expect(isOver).toBe(false);
  work.abort();
  await claimed;
});
