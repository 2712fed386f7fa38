import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askBeforeQuitting } from '../../electron/main/windows/close-guard.ts';
import { preventable } from './stand-in/strict.ts';

const CLOSE = 0;
const STAY = 1;
const { asked } = vi.hoisted(() => ({ asked: vi.fn<() => Promise<{ response: number }>>() }));
vi.mock('electron', () => ({
  app: {
    name: 'Interlinear',
    on: () => undefined,
    getPreferredSystemLanguages: () => ['en'],
    getLocale: () => 'en',
  },
  dialog: { showMessageBox: asked },
  powerMonitor: { on: () => undefined },
}));

const { platform } = process;
beforeEach(() => Object.defineProperty(process, 'platform', { value: 'darwin' }));
afterEach(() => Object.defineProperty(process, 'platform', { value: platform }));

it('on macOS a window with files that are not sent is closed only when told to, while jobs run on', async () => {
  const unsent = { files: 1 };
  const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter(), close: vi.fn() });
  askBeforeQuitting({ runningJobs: () => Promise.resolve(1) }, unsent).guard(window as never);
  const close = () => {
    const event = preventable();
    window.emit('close', event);
    return event.defaultPrevented;
  };
  asked.mockResolvedValueOnce({ response: STAY });
  expect(close()).toBe(true);
  await expect.poll(() => asked).toHaveBeenCalledOnce();
  expect(asked).toHaveBeenLastCalledWith(
    window,
    expect.objectContaining({ message: '1 file has not been sent yet.', buttons: ['Close', 'Keep working'] }),
  );
  expect(window.close).not.toHaveBeenCalled();
  asked.mockResolvedValueOnce({ response: CLOSE });
  const askedOnClosing = () => {
    close();
    return asked;
  };
  await expect.poll(askedOnClosing).toHaveBeenCalledTimes(2);
  await expect.poll(() => window.close).toHaveBeenCalledOnce();
  expect(close()).toBe(false);
});
