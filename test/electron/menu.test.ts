import { describe, expect, it, vi } from 'vitest';
import type { MenuItemConstructorOptions } from 'electron';
import { shellWords } from '../../electron/main/language/words.ts';
import { menuTemplate } from '../../electron/main/menu-template.ts';

const ACTIONS = {
  open: vi.fn(),
  showSettings: vi.fn(),
  openApiDocs: vi.fn(),
  showLogs: vi.fn(),
  showCommands: vi.fn(),
  showKeys: vi.fn(),
};
const items = (over: { isMac?: boolean; isDevelopment?: boolean }): MenuItemConstructorOptions[] =>
  menuTemplate(
    shellWords('en'),
    { isMac: false, appName: 'Interlinear', isDevelopment: false, ...over },
    ACTIONS,
  ).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));

describe('the menu', () => {
  it('has developer tools in development only', () => {
    expect(items({ isDevelopment: true })).toContainEqual({ role: 'toggleDevTools' });
    expect(items({})).not.toContainEqual({ role: 'toggleDevTools' });
  });

  it.each([true, false])('has Open, Settings, About and Quit on every platform (macOS: %s)', (isMac) => {
    const all = items({ isMac });
    expect(all).toContainEqual({ role: 'quit', label: 'Quit Interlinear' });
    expect(all).toContainEqual({ role: 'about', label: 'About Interlinear' });
    all
      .find(({ accelerator }) => accelerator === 'CmdOrCtrl+O')
      ?.click?.(undefined as never, undefined, undefined as never);
    all
      .find(({ accelerator }) => accelerator === 'CmdOrCtrl+,')
      ?.click?.(undefined as never, undefined, undefined as never);
    expect(ACTIONS.open).toHaveBeenCalled();
    expect(ACTIONS.showSettings).toHaveBeenCalled();
  });

  it('has no shortcut twice', () => {
    const shortcuts = items({ isDevelopment: true }).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(shortcuts).size).toBe(shortcuts.length);
  });
});
