import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endInOrder } from '../../electron/main/shutdown.ts';
import { createLog } from '../../service/log.ts';
import { preventable } from './stand-in/strict.ts';

const { app } = vi.hoisted(() => ({
  app: { listeners: new Map<string, (event: object) => void>(), exit: vi.fn() },
}));
vi.mock('electron', () => ({
  app: { on: (name: string, listener: () => void) => app.listeners.set(name, listener), exit: app.exit },
  dialog: {},
}));

const log = createLog({ level: 'error', write: () => undefined });
const willQuit = () => {
  const event = preventable();
  app.listeners.get('will-quit')?.(event);
  return event;
};
const closing = new EventEmitter();

beforeEach(() => {
  vi.useFakeTimers();
  endInOrder({ log, close: () => new Promise((resolve) => closing.once('closed', resolve)) });
});
afterEach(() => {
  vi.useRealTimers();
  app.exit.mockClear();
  const added = process.listeners('uncaughtException').at(-1);
  if (added) process.off('uncaughtException', added);
});

describe('the end of the shell', () => {
  it('waits for the service', async () => {
    expect(willQuit().defaultPrevented).toBe(true);
    expect(app.exit).not.toHaveBeenCalled();
    closing.emit('closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('does not wait for ever', async () => {
    willQuit();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1);
  });

  it('comes at once for whoever quits a second time', () => {
    willQuit();
    expect(willQuit().defaultPrevented).toBe(true);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });
});
