/**
 * Stands in for the `electron` module, whose import would start the download of its binary. It keeps what the
 * shell sets up, and does on the test's word (over IPC) what Chromium and the user would. Its parts implement
 * the interfaces of electron.d.ts; what they lack throws rather than being undefined, and what Electron lacks
 * they may not have (strict.ts). What it cannot show, a real binary does: test/electron/real.spec.ts.
 */
import { app as program, emitOfApp } from './app.ts';
import { invoke, mayRequest, mayUse, showCertificate } from './processes.ts';
import { record, world } from './record.ts';
import { preventable } from './strict.ts';
import { chooseFromMenu, clickNotification, shutSystemDown } from './system.ts';
import { firstWindow } from './windows.ts';

export { app } from './app.ts';
export { ipcMain, session, utilityProcess } from './processes.ts';
export {
  dialog,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  shell,
} from './system.ts';
export { BrowserWindow } from './windows.ts';

// A packaged program's arguments follow its own name at once.
process.argv.splice(1, 1);

// Electron quits in order on these (shell/browser/electron_browser_main_parts_posix.cc).
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.quit());

/** Whether the shell held an event of the page back. */
function isHeld(name: string, url: string): boolean {
  const event = preventable({ url });
  firstWindow().page.emit(name, event);
  return event.defaultPrevented;
}

interface Details {
  [name: string]: unknown;
  url: string;
  channel: string;
  reason: string;
}

const commands: Record<string, (details: Details) => unknown> = {
  record: () => record,
  invoke: ({ channel, frame, argument }) => invoke(channel, frame, argument),
  navigate: ({ url }) => isHeld('will-navigate', url),
  attachWebview: () => isHeld('will-attach-webview', ''),
  openWindow: ({ url }) => firstWindow().page.openWindow(url),
  mayRequest: ({ url }) => mayRequest(url),
  mayUse: ({ permission, url }) => mayUse(String(permission), url),
  showCertificate: ({ hostname, pem }) => showCertificate(String(hostname), String(pem)),
  /** Changes what the machine or its user is like. */
  world: ({ change }) => void Object.assign(world, change),
  closeWindow: () => firstWindow().window.close(),
  quit: () => program.quit(),
  startAgain: ({ data }) =>
    emitOfApp('second-instance', {}, ['interlinear', '--allow-file-access-from-files'], '/', data),
  openFile: ({ path }) => {
    const event = preventable();
    emitOfApp('open-file', event, path);
    return event.defaultPrevented;
  },
  chooseFromMenu: ({ label }) => chooseFromMenu(String(label)),
  clickNotification: ({ index }) => clickNotification(Number(index)),
  shutSystemDown: () => shutSystemDown(),
  loseRenderer: ({ reason }) => firstWindow().page.emit('render-process-gone', {}, { reason, exitCode: 5 }),
  hang: () => void firstWindow().window.emit('unresponsive'),
  comeRound: () => void firstWindow().window.emit('responsive'),
  rightClick: ({ params }) => firstWindow().page.emit('context-menu', {}, params),
  throwUnheard: () =>
    void setImmediate(() => {
      throw new Error('unheard of');
    }),
};

interface Order extends Details {
  id: number;
  command: string;
}

async function obey({ id, command, ...rest }: Order): Promise<void> {
  try {
    process.send?.({ id, value: await commands[command]?.(rest) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

process.on('message', (message) => void obey(message as Order));
