import { EventEmitter } from 'node:events';
import type {
  BrowserWindow as ElectronBrowserWindow,
  BrowserWindowConstructorOptions,
  Rectangle,
  WebContents as ElectronWebContents,
  WindowOpenHandlerResponse,
  HandlerDetails,
} from 'electron';
import { closeWasPrevented, emitOfApp, lastWindowClosed, useWindows } from './app.ts';
import { record, world } from './record.ts';
import type { WindowRecord } from './record.ts';
import { emit, preventable, strict } from './strict.ts';

type WindowOpenHandler = (details: HandlerDetails) => WindowOpenHandlerResponse;

type OfferedByPages =
  | 'setWindowOpenHandler'
  | 'setWebRTCIPHandlingPolicy'
  | 'getURL'
  | 'reload'
  | 'send'
  | 'forcefullyCrashRenderer'
  | 'replaceMisspelling';

class WebContents extends EventEmitter implements Pick<ElectronWebContents, OfferedByPages> {
  readonly #state: WindowRecord;
  #openHandler: WindowOpenHandler | undefined;

  constructor(state: WindowRecord, onProxy: (self: Page) => void) {
    super();
    this.#state = state;
    onProxy({
      emit: (event, ...args) => emit('WebContents', this, event, ...args),
      openWindow: (url) => this.#openHandler?.({ url } as HandlerDetails),
    });
  }
  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.#state.webRtc = policy;
  }
  getURL(): string {
    return this.#state.url ?? '';
  }
  reload(): void {
    this.#state.reloads += 1;
  }
  send(channel: string): void {
    this.#state.sent.push(channel);
  }
  /** Told of its death in its own task. */
  forcefullyCrashRenderer(): void {
    this.#state.events.push('crash');
    setImmediate(() =>
      emit('WebContents', this, 'render-process-gone', {}, { reason: 'killed', exitCode: 9 }),
    );
  }
  replaceMisspelling(word: string): void {
    this.#state.events.push(`replace ${word}`);
  }
}

/** The test's side of a page. */
export interface Page {
  emit(event: string, ...args: unknown[]): void;
  openWindow(url: string): WindowOpenHandlerResponse | undefined;
}

type OfferedByWindows =
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'maximize'
  | 'restore'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'isDestroyed'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setProgressBar'
  | 'close'
  | 'destroy';

const all: BrowserWindow[] = [];
const pages = new Map<object, Page>();

/**
 * Its events come in the order that Electron documents:
 * https://www.electronjs.org/docs/latest/api/browser-window
 */
export class BrowserWindow extends EventEmitter implements Pick<ElectronBrowserWindow, OfferedByWindows> {
  static getAllWindows(): BrowserWindow[] {
    return [...all];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return world.hasFocus ? (all[0] ?? null) : null;
  }

  webContents: WebContents;
  readonly #state: WindowRecord;
  #destroyed = false;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.#state = {
      options: options as WindowRecord['options'],
      shown: false,
      loads: 0,
      reloads: 0,
      events: [],
      sent: [],
      progress: [],
    };
    record.windows.push(this.#state);
    this.webContents = strict('WebContents', new WebContents(this.#state, (page) => pages.set(this, page)));
    const window = strict<BrowserWindow>('BrowserWindow', this);
    all.push(window);
    pages.set(window, pages.get(this)!);
    emitOfApp('web-contents-created', {}, this.webContents);
    emitOfApp('browser-window-created', {}, window);
    // The shell gets what all others get.
    return window;
  }
  loadURL(url: string): Promise<void> {
    this.#state.url = url;
    this.#state.loads += 1;
    const page = pages.get(this);
    const fails = world.pagesThatFail > 0;
    if (fails) world.pagesThatFail -= 1;
    setImmediate(() => {
      page?.emit('did-start-loading');
      // The empty page in its place finishes loading too: https://github.com/electron/electron/pull/40661
      if (fails) page?.emit('did-fail-load', {}, -102, 'ERR_CONNECTION_REFUSED', url, true);
      page?.emit('dom-ready', {});
      page?.emit('did-finish-load');
      if (!world.isWayland) emit('BrowserWindow', this, 'ready-to-show');
    });
    return fails ? Promise.reject(new Error('ERR_CONNECTION_REFUSED (-102)')) : Promise.resolve();
  }
  show(): void {
    this.#state.shown = true;
    this.#state.events.push('show');
    emit('BrowserWindow', this, 'show');
  }
  focus(): void {
    this.#state.events.push('focus');
  }
  /** Shows a hidden window. */
  maximize(): void {
    this.#state.events.push('maximize');
    if (!this.#state.shown) this.show();
  }
  restore(): void {
    this.#state.events.push('restore');
  }
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return this.#state.events.includes('maximize');
  }
  isFullScreen(): boolean {
    return false;
  }
  setFullScreen(): void {
    this.#state.events.push('full-screen');
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  getNormalBounds(): Rectangle {
    return { x: 40, y: 50, width: 1000, height: 700 };
  }
  setBounds(): void {
    this.#state.events.push('set-bounds');
  }
  setProgressBar(progress: number): void {
    this.#state.progress.push(progress);
  }
  /**
   * `close` comes at once and can be prevented; `closed` when the page has been asked and the window is gone.
   */
  close(): void {
    const event = preventable();
    emit('BrowserWindow', this, 'close', event);
    if (event.defaultPrevented) closeWasPrevented();
    else setImmediate(() => this.destroy());
  }
  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    const index = all.findIndex((window) => window.isDestroyed());
    all.splice(index, 1);
    emit('BrowserWindow', this, 'closed');
    if (all.length === 0) lastWindowClosed();
  }
}

useWindows(() => [...all]);

/** The first window, as the test knows it. */
export function firstWindow(): { window: BrowserWindow; page: Page } {
  const [window] = all;
  const page = window && pages.get(window);
  if (!page) throw new Error('There is no window.');
  return { window, page };
}
