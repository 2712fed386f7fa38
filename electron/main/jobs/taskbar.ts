import { app, BrowserWindow } from 'electron';
import type { Activity } from './job-activity.ts';

/** Hides the bar. */
const NONE = -1;

/**
 * Progress at the window's icon in taskbar or dock and, where supported, the number of running jobs. No tray
 * icon: the program ends with its window, and GNOME shows none without an extension.
 */
export function showInTaskbar({ running, progress }: Activity): void {
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(progress ?? NONE);
  // Windows does not support this number.
  if (process.platform !== 'win32') app.setBadgeCount(running);
}
