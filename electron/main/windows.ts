import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { revealWhenReady } from './reveal.ts';
import { LEAST, restoreWindowState } from './window-state.ts';
import type { WindowState } from './window-state.ts';

const PRELOAD = join(import.meta.dirname, '..', 'preload', 'index.cjs');
/** The page's own background in both themes, so that the window does not flash before its first paint. */
const BACKGROUND = { light: '#fbfbfa', dark: '#1b1c1d' } as const;

export interface Windows {
  /** Brings the window to the front, or opens one where there is none. */
  show(): void;
}

/**
 * One window, on a page of the same origin as the API, so that no door is opened for it.
 * @param prepare called with each new window before its page is loaded
 */
export function createWindows(pageOrigin: string, prepare: (window: BrowserWindow) => void): Windows {
  const show = () => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) {
      openWindow(pageOrigin, prepare);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  // macOS: programs stay when their last window closes, and come back by their icon.
  app.on('activate', show);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  return { show };
}

function openWindow(pageOrigin: string, prepare: (window: BrowserWindow) => void): void {
  const state = restoreWindowState(
    readKept(),
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const { maximized, ...bounds } = state;
  const window = new BrowserWindow({
    ...bounds,
    minWidth: LEAST.width,
    minHeight: LEAST.height,
    show: false,
    backgroundColor: BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: !app.isPackaged,
      // Elsewhere than on macOS Chromium fetches dictionaries from the network, which this program does not do unasked.
      spellcheck: process.platform === 'darwin',
    },
  });
  revealWhenReady(window, { maximized: maximized === true });
  window.on('close', () => keep({ ...window.getNormalBounds(), maximized: window.isMaximized() }));
  prepare(window);
  // What goes wrong is told by `did-fail-load`.
  window.loadURL(`${pageOrigin}/`).catch(() => undefined);
}

function statePath(): string {
  return join(app.getPath('userData'), 'window.json');
}

function readKept(): string | undefined {
  try {
    return readFileSync(statePath(), 'utf8');
  } catch {
    return undefined;
  }
}

function keep(state: WindowState): void {
  try {
    writeFileSync(statePath(), JSON.stringify(state));
  } catch {
    // A window that opens in its first place next time is no reason to hold up its closing.
  }
}
