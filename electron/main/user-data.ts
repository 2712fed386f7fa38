import { join } from 'node:path';
import { app } from 'electron';

/**
 * Chromium's own files (caches, local storage) get a folder apart from the service's data: on macOS both would be
 * "Interlinear" in Application Support, whose file system does not tell upper from lower case.
 */
export function separateUserData(): void {
  app.setPath('userData', join(app.getPath('appData'), 'interlinear-window'));
}
