import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { COMMANDS_WAIT } from '../../channels.ts';
import { keep, readKept } from '../kept-file.ts';
import { revealWhenReady } from './reveal.ts';
import {
  haveMixedScales,
  keepWindowState,
  knownBounds,
  MIN_SIZE,
  restoreWindowState,
} from './window-state.ts';

const PRELOAD = join(import.meta.dirname, '..', 'preload', 'index.cjs');
/** The page's background in both themes, so that the window does not flash before its first paint. */
const BACKGROUND = { light: '#fbfbfa', dark: '#1b1c1d' } as const;
const STATE = 'window';

export interface Windows {
  /** Brings the window to the front, or opens one, and tells its page to take waiting commands. */
  show(): void;
}

/**
 * One window, on a page of the API's origin, so that no other origin needs access.
 * @param prepare called with each new window before its page is loaded
 */
export function createWindows(pageOrigin: string, prepare: (window: BrowserWindow) => void): Windows {
  /** Not revealed yet: shown now, they would be white. */
  const unseen = new WeakSet<object>();
  const show = () => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) {
      const opened = openWindow(pageOrigin, prepare);
      unseen.add(opened);
      opened.once('show', () => unseen.delete(opened));
      return;
    }
    // A page that is still loading takes waiting commands by itself.
    window.webContents.send(COMMANDS_WAIT);
    if (unseen.has(window)) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  return { show };
}

function openWindow(pageOrigin: string, prepare: (window: BrowserWindow) => void): BrowserWindow {
  const screens = screen.getAllDisplays();
  const { maximized, fullScreen, ...bounds } = restoreWindowState(readKept(STATE), screens);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    show: false,
    backgroundColor: BACKGROUND[nativeTheme.shouldUseDarkColors ? 'dark' : 'light'],
    webPreferences: {
      preload: PRELOAD,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: !app.isPackaged,
      // In no language until the window asks for one (language/spelling.ts).
      spellcheck: true,
    },
  });
  // A new window's size is taken in the pixels of the primary screen; once it is on its own screen, the size
  // is interpreted correctly. https://github.com/electron/electron/issues/10862
  if (bounds.x !== undefined && haveMixedScales(screens)) window.setBounds(bounds);
  revealWhenReady(window, { maximized, fullScreen });
  window.on('close', () => {
    const left = {
      ...knownBounds(window.getNormalBounds()),
      maximized: window.isMaximized(),
      fullScreen: window.isFullScreen(),
    };
    keep(STATE, keepWindowState(readKept(STATE), left, screen.getAllDisplays()));
  });
  prepare(window);
  // `did-fail-load` reports errors.
  window.loadURL(`${pageOrigin}/`).catch(() => undefined);
  return window;
}
