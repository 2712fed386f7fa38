import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRoomClaim } from '../../service/worker/claim-room.ts';

it('claims room by turns, not while there is work, and goes on after it', async () => {
  const room = createRoomClaim(40, 0);
  while (room.left === 40) await pause(1);
  const left = await room.during(async () => {
    const before = room.left;
    for (let turn = 0; turn < 5; turn++) await pause(1);
    expect(room.left).toBe(before);
    return before;
  });
  expect(left).toBeGreaterThan(0);
  await expect.poll(() => room.left).toBe(0);
});

it('goes on after work that fails', async () => {
  const room = createRoomClaim(2, 0);
  await expect(room.during(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect.poll(() => room.left).toBe(0);
});
