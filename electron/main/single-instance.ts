import { app } from 'electron';

/**
 * Two instances would ask for the same data folder and port. The second hands over and ends; the first shows its window, or on macOS
 * opens one where all are closed.
 * @returns whether this is the first.
 */
export function claimSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  return true;
}

export function showOnSecondInstance(show: () => void): void {
  app.on('second-instance', show);
}
