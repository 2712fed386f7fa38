import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { parentChannel } from '../../service/worker/engine/parent-channel.ts';

/** A forked process, as far as a channel looks at it. */
function fork(connected: boolean): NodeJS.Process {
  const self = Object.assign(new EventEmitter(), { send: () => true, connected });
  return self as unknown as NodeJS.Process;
}

it('an engine process whose parent died while it loaded notices it, and ends', async () => {
  const onClosed = vi.fn();
  parentChannel(fork(false)).onClosed(onClosed);
  await expect.poll(() => onClosed).toHaveBeenCalledOnce();
});

it('an engine process is notified once of a parent that dies later', () => {
  const self = fork(true);
  const onClosed = vi.fn();
  parentChannel(self).onClosed(onClosed);
  expect(onClosed).not.toHaveBeenCalled();
  self.emit('disconnect');
  expect(onClosed).toHaveBeenCalledOnce();
});
