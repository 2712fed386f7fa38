import { app, BrowserWindow } from 'electron';
import type { Activity } from './job-activity.ts';

/** Takes the bar away. */
const NONE = -1;

/**
 * Progress at the window's icon in taskbar or dock, and, where the system has that, the number of running
 * jobs on it. No icon in the tray: the program ends with its window, and GNOME shows none without an
 * extension.
 */
export function showInTaskbar({ running, progress }: Activity): void {
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progress ?? NONE);
  // Windows has no such number.
  if (process.platform !== 'win32') app.setBadgeCount(running);
}
