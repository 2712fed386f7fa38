import { app, dialog } from 'electron';
import type { BrowserWindow } from 'electron';
import type { Service } from '../../service/service.ts';

const RELOAD = 0;
/** A page that dies again this soon would only be loaded to die. */
const SOON_MS = 60_000;

/** Processes that end by themselves, and promises nobody waited for: each leaves its reason in the log. */
export function watchProcesses(log: Service['log']): void {
  app.on('child-process-gone', (_event, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit')
      log.error({ type, process_name: name, reason, exit_code: exitCode }, 'a child process is gone');
  });
  process.on('unhandledRejection', (err) => log.error({ err }, 'a promise was rejected unheard'));
}

/** A window whose page has died, or hangs, must not stay as a blank or frozen frame. Running jobs are not touched by either. */
export function watchWindow(window: BrowserWindow, log: Service['log']): void {
  let lastDeath = -Infinity;
  let asking = false;

  const askToReload = async (message: string, other: string): Promise<boolean> => {
    if (asking || window.isDestroyed()) return false;
    asking = true;
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail: 'Running jobs go on either way.',
      buttons: ['Load again', other],
      noLink: true,
    });
    asking = false;
    return response === RELOAD && !window.isDestroyed();
  };

  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error({ reason, exit_code: exitCode }, 'the process of the window is gone');
    const now = performance.now();
    const again = now - lastDeath < SOON_MS;
    lastDeath = now;
    if (!again) window.webContents.reload();
    else
      void askToReload(`The window has ended twice within a minute (${reason}).`, 'Close').then((yes) => {
        if (yes) window.webContents.reload();
        else if (!window.isDestroyed()) window.close();
      });
  });
  window.on('unresponsive', () => {
    log.warn({}, 'the window does not respond');
    void askToReload('The window does not respond.', 'Wait').then((yes) => {
      if (!yes) return;
      // A page that hangs cannot be reloaded: its process has to end first.
      window.webContents.forcefullyCrashRenderer();
      window.webContents.reload();
    });
  });
  window.webContents.on('did-fail-load', (_event, code, description, url, isMainFrame) => {
    if (isMainFrame) log.error({ code, description, url }, 'the page could not be loaded');
  });
}
