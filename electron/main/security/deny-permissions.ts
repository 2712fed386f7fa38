import { session } from 'electron';
import { isPermitted } from './permission-table.ts';

/**
 * Attack: a script in the page asks for camera, location, USB, the clipboard's content, and Electron, unlike
 * a browser, says yes to all by default.
 * https://www.electronjs.org/docs/latest/tutorial/security#5-handle-session-permission-requests-from-remote-content
 */
export function denyPermissions(pageOrigin: string): void {
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((contents, permission, decide) => {
    // Despite its type, null for requests of workers and of destroyed pages.
    const page = contents as typeof contents | null;
    decide(page !== null && isPermitted(pageOrigin, permission, page.getURL()));
  });
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isPermitted(pageOrigin, permission, origin),
  );
  defaultSession.setDevicePermissionHandler(() => false);
}
