import { app, shell } from 'electron';
import { mayOpenOutside } from './origin.ts';

/**
 * Attack: `window.open` makes a window with options of the page's choosing, outside our rules. All are
 * denied; web addresses go to the system's browser, which has its own defences.
 * https://www.electronjs.org/docs/latest/tutorial/security#14-disable-or-limit-creation-of-new-windows
 */
export function denyNewWindows(baseUrl: string): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(({ url }) => {
      if (mayOpenOutside(baseUrl, url)) void shell.openExternal(url);
      return { action: 'deny' };
    });
  });
}
