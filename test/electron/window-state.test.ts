import { describe, expect, it } from 'vitest';
import { closeQuestion } from '../../electron/main/close-question.ts';
import { menuTemplate } from '../../electron/main/menu-template.ts';
import { restoreWindowState } from '../../electron/main/window-state.ts';

const SCREEN = { x: 0, y: 0, width: 1920, height: 1080 };
const SECOND = { x: 1920, y: 0, width: 1280, height: 1024 };
const kept = (state: object) => JSON.stringify(state);

describe('the window comes back', () => {
  it('where it was, also on a second screen', () => {
    const state = { width: 1000, height: 700, x: 2000, y: 50 };
    expect(restoreWindowState(kept(state), [SCREEN, SECOND])).toEqual(state);
  });

  it('in a place that can be seen when its screen has gone', () => {
    const state = { width: 1000, height: 700, x: 2000, y: 50, maximized: true };
    expect(restoreWindowState(kept(state), [SCREEN])).toEqual({ width: 1000, height: 700, maximized: true });
  });

  it('no larger than the screen and no smaller than it can be used', () => {
    expect(restoreWindowState(kept({ width: 9000, height: 9000 }), [SCREEN])).toEqual({
      width: 1920,
      height: 1080,
    });
    expect(restoreWindowState(kept({ width: 1, height: 1 }), [SCREEN])).toEqual({ width: 720, height: 480 });
  });

  it.each([undefined, '', '{', 'null', '{"width":"1000"}', '[]'])('in its first size from %j', (text) => {
    expect(restoreWindowState(text, [SCREEN])).toEqual({ width: 1180, height: 800 });
  });
});

describe('ending while jobs run', () => {
  it('is asked about with their number', () => {
    expect(closeQuestion(0)).toBeUndefined();
    expect(closeQuestion(1)?.message).toBe('1 job is still running.');
    expect(closeQuestion(3)?.message).toBe('3 jobs are still running.');
  });
});

describe('the menu', () => {
  const template = (over: Partial<Parameters<typeof menuTemplate>[0]>) =>
    JSON.stringify(
      menuTemplate({
        isMac: false,
        appName: 'Interlinear',
        isDevelopment: false,
        openApiDocs: () => undefined,
        ...over,
      }),
    );

  it('has developer tools in development only', () => {
    expect(template({ isDevelopment: true })).toContain('toggleDevTools');
    expect(template({})).not.toContain('toggleDevTools');
  });

  it('can quit on every platform', () => {
    expect(template({ isMac: true })).toContain('"quit"');
    expect(template({})).toContain('"quit"');
  });
});
