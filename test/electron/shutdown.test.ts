import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCommands } from '../../electron/main/commands.ts';
import type { Commands } from '../../electron/main/commands.ts';
import { endInOrder } from '../../electron/main/shutdown.ts';
import { createLog } from '../../service/log.ts';
import { preventable } from './stand-in/strict.ts';

const { app } = vi.hoisted(() => ({
  app: { listeners: new Map<string, (event: object) => void>(), exit: vi.fn(), relaunch: vi.fn() },
}));
vi.mock('electron', () => ({
  app: {
    on: (name: string, listener: () => void) => app.listeners.set(name, listener),
    exit: app.exit,
    relaunch: app.relaunch,
    isPackaged: true,
  },
  BrowserWindow: {},
  dialog: {},
}));

const log = createLog({ level: 'error', write: () => undefined });
const willQuit = () => {
  const event = preventable();
  app.listeners.get('will-quit')?.(event);
  return event;
};
const closing = new EventEmitter();
let commands: Commands;
/** How often a window was to be shown. */
let shown: number;

beforeEach(() => {
  vi.useFakeTimers();
  shown = 0;
  commands = createCommands();
  commands.onPush(() => (shown += 1));
  endInOrder({ log, close: () => new Promise((resolve) => closing.once('closed', resolve)) }, commands);
});
afterEach(() => {
  vi.useRealTimers();
  closing.removeAllListeners();
  app.exit.mockClear();
  app.relaunch.mockClear();
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

  it('comes at once when the user quits a second time', () => {
    willQuit();
    expect(willQuit().defaultPrevented).toBe(true);
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(0);
  });

  it('opens no window for what comes meanwhile, and starts again with it', async () => {
    // What runs of an AppImage is unmounted when it ends.
    vi.stubEnv('APPIMAGE', '/apps/Interlinear.AppImage');
    commands.push({ command: 'open-files', paths: ['/a.txt'] });
    commands.take();
    expect(shown).toBe(1);
    willQuit();
    commands.push({ command: 'open-files', paths: ['/b.txt'] });
    commands.push({ command: 'show-window' });
    commands.push({ command: 'open-files', paths: ['/c.txt'] });
    expect(shown).toBe(1);
    closing.emit('closed');
    await vi.advanceTimersByTimeAsync(0);
    const again = app.relaunch.mock.calls as [{ args: string[]; execPath: string }][];
    expect(again[0]![0].execPath).toBe('/apps/Interlinear.AppImage');
    vi.unstubAllEnvs();
    expect(again.map(([{ args }]) => args.slice(-2))).toEqual([['/b.txt', '/c.txt']]);
    expect(app.relaunch).toHaveBeenCalledBefore(app.exit);
  });

  it.each([['late'], ['told twice']])('starts again with it also where it is %s', async (how) => {
    willQuit();
    commands.push({ command: 'show-window' });
    if (how === 'late') await vi.advanceTimersByTimeAsync(60_000);
    else willQuit();
    expect(app.relaunch).toHaveBeenCalledOnce();
    expect(app.exit).toHaveBeenCalledOnce();
  });

  it('does not start again where nothing was asked', async () => {
    willQuit();
    closing.emit('closed');
    await vi.advanceTimersByTimeAsync(0);
    expect(app.exit).toHaveBeenCalledOnce();
    expect(app.relaunch).not.toHaveBeenCalled();
  });
});
