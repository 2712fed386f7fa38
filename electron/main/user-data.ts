import { join } from 'node:path';
import { app } from 'electron';
import { devServer } from './dev-server.ts';

/**
 * Chromium's own files (caches, local storage) get a folder apart from the service's data: on macOS both
 * would be "Interlinear" in Application Support, whose file system ignores case. Development uses another
 * one, as it contains the lock of the single instance.
 */
export function separateUserData(): void {
  const name = devServer() === undefined ? 'interlinear-window' : 'interlinear-window-dev';
  app.setPath('userData', join(app.getPath('appData'), name));
}
