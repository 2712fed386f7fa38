import { app } from 'electron';
import { isOwnOrigin } from './origin.ts';

/**
 * Attack: a link, a dropped file or a redirect takes the window to another page, which then has the preload
 * bridge and the session key. The window stays on the service's pages.
 * https://www.electronjs.org/docs/latest/tutorial/security#13-disable-or-limit-navigation
 */
export function lockNavigation(pageOrigin: string): void {
  app.on('web-contents-created', (_event, contents) => {
    const stayHome = (event: { preventDefault(): void; url: string }) => {
      if (!isOwnOrigin(pageOrigin, event.url)) event.preventDefault();
    };
    contents.on('will-navigate', stayHome);
    contents.on('will-frame-navigate', stayHome);
    contents.on('will-redirect', stayHome);
  });
}
