import { app, BrowserWindow } from 'electron';

/**
 * Two instances would ask for the same data folder and port. The second hands over and ends; the first comes to the front.
 * @returns whether this is the first.
 */
export function claimSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  return true;
}
