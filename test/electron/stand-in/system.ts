import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import type {
  DecryptStringAsyncReturnValue,
  Dialog,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeTheme,
  Notification as ElectronNotification,
  NotificationConstructorOptions,
  OpenDialogReturnValue,
  PowerSaveBlocker,
  SafeStorage,
  SaveDialogOptions,
  SaveDialogReturnValue,
  Screen,
  Shell,
} from 'electron';
import { record, world } from './record.ts';
import { emit, preventable, strict } from './strict.ts';

/** Dialogs take a window or none before their options. */
function optionsOf(args: readonly unknown[]): unknown {
  return args.at(-1);
}

const dialogPart = {
  showErrorBox: (title: string, content: string) => void record.boxes.push(`${title}: ${content}`),
  showSaveDialog: (...args: unknown[]): Promise<SaveDialogReturnValue> => {
    const options = optionsOf(args) as SaveDialogOptions;
    record.saveDialogs.push(options as (typeof record.saveDialogs)[number]);
    return Promise.resolve({ canceled: false, filePath: resolve(world.folder, options.defaultPath ?? '') });
  },
  showOpenDialog: (...args: unknown[]): Promise<OpenDialogReturnValue> => {
    record.openDialogs.push(optionsOf(args) as { properties: string[] });
    return Promise.resolve({ canceled: world.chosen.length === 0, filePaths: world.chosen });
  },
  showMessageBox: (...args: unknown[]): Promise<MessageBoxReturnValue> => {
    const { message, signal, cancelId = 0 } = optionsOf(args) as MessageBoxOptions;
    record.questions.push(message);
    const response = world.buttons.shift() ?? world.button;
    if (!world.isAway) return Promise.resolve({ response, checkboxChecked: false });
    return new Promise((resolve) =>
      signal?.addEventListener('abort', () => {
        record.takenBack = true;
        resolve({ response: cancelId, checkboxChecked: false });
      }),
    );
  },
} satisfies Partial<Dialog>;
export const dialog = strict('Dialog', dialogPart);

const shellPart = {
  openExternal: (url: string) => {
    record.opened.push(url);
    return Promise.resolve();
  },
  /** Resolves with what went wrong, or nothing. */
  openPath: (path: string) => {
    record.opened.push(path);
    return Promise.resolve('');
  },
  showItemInFolder: (path: string) => void record.shownInFolder.push(path),
} satisfies Partial<Shell>;
export const shell = strict('Shell', shellPart);

type Template = MenuItemConstructorOptions[];
/** A menu is its template here: nobody sees it. */
export const Menu = {
  /** Shown at a right click, it is only noted. */
  buildFromTemplate: (template: Template) =>
    Object.assign(template, {
      popup: () => void (record.contextMenu = template.map(({ label, type }) => label ?? type ?? '')),
    }),
  setApplicationMenu: (menu: Template) => {
    const labels = (items: Template): string[] =>
      items.flatMap(({ label, role, submenu }) => [
        label ?? role ?? '',
        ...(Array.isArray(submenu) ? labels(submenu) : []),
      ]);
    record.menu = labels(menu);
    menuItems = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  },
};
let menuItems: Template = [];

/** As the user does it. */
export function chooseFromMenu(label: string): void {
  const item = menuItems.find((one) => one.label === label);
  if (!item?.click) throw new Error(`The menu has no "${label}".`);
  item.click(undefined as never, undefined, undefined as never);
}

const blockers = new Map<number, string>();
const powerSaveBlockerPart = {
  start: (type) => {
    const id = (record.blockersStarted += 1);
    blockers.set(id, type);
    record.blockers = [...blockers.values()];
    return id;
  },
  stop: (id) => {
    const wasThere = blockers.delete(id);
    record.blockers = [...blockers.values()];
    return wasThere;
  },
  isStarted: (id) => blockers.has(id),
} satisfies PowerSaveBlocker;
export const powerSaveBlocker = strict('PowerSaveBlocker', powerSaveBlockerPart);

const power = new EventEmitter();
export const powerMonitor = strict('PowerMonitor', power);
export function shutSystemDown(): boolean {
  const event = preventable();
  emit('PowerMonitor', power, 'shutdown', event);
  return event.defaultPrevented;
}

const shown: Notification[] = [];
export class Notification
  extends EventEmitter
  implements Pick<ElectronNotification, 'show' | 'title' | 'body'>
{
  static isSupported(): boolean {
    return true;
  }
  title: string;
  body: string;
  constructor({ title = '', body = '' }: NotificationConstructorOptions = {}) {
    super();
    this.title = title;
    this.body = body;
    return strict<Notification>('Notification', this);
  }
  show(): void {
    record.notifications.push({ title: this.title, body: this.body });
    shown.push(this);
    emit('Notification', this, 'show', {});
  }
}
export function clickNotification(index: number): void {
  const notification = shown[index];
  if (!notification) throw new Error('There is no such notification.');
  emit('Notification', notification, 'click', {});
}

const TURNED = 1;
/** Chromium's marks: v10 is a password from its source, v11 a key from a secret service. */
const safeStoragePart = {
  isAsyncEncryptionAvailable: () => Promise.resolve(world.keychain !== 'none'),
  getSelectedStorageBackend: () => (world.keychain === 'basic_text' ? 'basic_text' : 'gnome_libsecret'),
  encryptStringAsync: (plainText) => {
    const mark = world.keychain === 'gnome_libsecret' ? 'v11' : 'v10';
    return Promise.resolve(
      Buffer.concat([Buffer.from(mark), Buffer.from(plainText).map((byte) => byte ^ TURNED)]),
    );
  },
  decryptStringAsync: (encrypted): Promise<DecryptStringAsyncReturnValue> => {
    if (!encrypted.subarray(0, 3).equals(Buffer.from('v11')))
      return Promise.reject(new Error('Error while decrypting'));
    const result = Buffer.from(encrypted.subarray(3).map((byte) => byte ^ TURNED)).toString();
    return Promise.resolve({ result, shouldReEncrypt: false });
  },
} satisfies Partial<SafeStorage>;
export const safeStorage = strict('SafeStorage', safeStoragePart);

const nativeThemePart: Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'> = {
  get shouldUseDarkColors() {
    return this.themeSource === 'dark';
  },
  themeSource: 'system',
};
export const nativeTheme = strict('NativeTheme', nativeThemePart);

const screenPart = {
  getAllDisplays: () => world.screens as ReturnType<Screen['getAllDisplays']>,
} satisfies Partial<Screen>;
export const screen = strict('Screen', screenPart);
