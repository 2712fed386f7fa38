import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { App as ElectronApp } from 'electron';
import { record, world } from './record.ts';
import { emit as emitDeclared, preventable, strict } from './strict.ts';

/** The part of a window that the program's end needs. */
export interface Closable {
  close(): void;
  destroy(): void;
}

let windows: () => readonly Closable[] = () => [];
let isQuitting = false;
let isShutDown = false;

export function useWindows(all: () => readonly Closable[]): void {
  windows = all;
}

export function emitOfApp(event: string, ...args: unknown[]): void {
  record.appEvents.push(event);
  emitDeclared('App', target, event, ...args);
}

/** A window whose close was prevented ends the quitting as well. */
export function closeWasPrevented(): void {
  isQuitting = false;
}

/** `window-all-closed` comes only where nobody quits; else the program goes on to its end. */
export function lastWindowClosed(): void {
  if (isQuitting) notifyAndShutDown();
  else emitOfApp('window-all-closed');
}

function notifyAndShutDown(): void {
  if (isShutDown) return;
  const event = preventable();
  emitOfApp('will-quit', event);
  if (event.defaultPrevented) isQuitting = false;
  else shutDown(0);
}

function shutDown(code: number): void {
  isShutDown = true;
  emitOfApp('quit', {}, code);
  process.send?.({ exiting: code, record });
  process.exit(code);
}

type Offered =
  | 'name'
  | 'isPackaged'
  | 'dock'
  | 'enableSandbox'
  | 'commandLine'
  | 'setPath'
  | 'getPath'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'getVersion'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'setBadgeCount'
  | 'setAboutPanelOptions'
  | 'setAppUserModelId';

const paths: Record<string, string> = { appData: world.folder };

/** Its events come in the order that Electron documents: https://www.electronjs.org/docs/latest/api/app */
class App extends EventEmitter implements Pick<ElectronApp, Offered> {
  name = 'Interlinear';
  isPackaged = true;
  dock = undefined;
  readonly commandLine = strict('CommandLine', {
    appendSwitch(name: string, value?: string): void {
      if (record.appEvents.includes('ready')) throw new Error(`--${name} comes too late, after ready.`);
      record.switches.push(value === undefined ? name : `${name}=${value}`);
    },
  }) as ElectronApp['commandLine'];
  enableSandbox(): void {
    if (record.appEvents.includes('ready')) throw new Error('enableSandbox() comes too late, after ready.');
    record.sandboxed = true;
  }
  setPath(name: string, path: string): void {
    paths[name] = path;
  }
  getPath(name: string): string {
    return paths[name] ?? join(world.folder, name);
  }
  /** Chromium's own, which is one that it has texts in. */
  getLocale(): string {
    if (!record.appEvents.includes('ready')) throw new Error('getLocale() must be called after ready.');
    return world.languages[0] ?? 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return world.languages;
  }
  getVersion(): string {
    return '0.1.0';
  }
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    record.handedOver = additionalData;
    return !world.isSecond;
  }
  whenReady(): Promise<void> {
    return ready;
  }
  /**
   * `before-quit`, then each window's `close`, then `will-quit`, then `quit`; the first three can stop it.
   */
  quit(): void {
    const event = preventable();
    emitOfApp('before-quit', event);
    if (event.defaultPrevented) return;
    isQuitting = true;
    const open = windows();
    if (open.length === 0) notifyAndShutDown();
    for (const window of open) window.close();
  }
  /** Without asking anyone: only windows' `closed` and `quit` are emitted. */
  exit(code = 0): void {
    for (const window of windows()) window.destroy();
    shutDown(code);
  }
  /** Takes effect once this one has ended, which the test does. */
  relaunch(): void {
    record.relaunches += 1;
  }
  setBadgeCount(count = 0): boolean {
    record.badges.push(count);
    return true;
  }
  setAboutPanelOptions(options: object): void {
    record.about = options;
  }
  setAppUserModelId(): void {
    // Only Windows does anything with it.
  }
}

const target = new App();
export const app = strict('App', target);

/** In a separate task: the shell's module is evaluated first. */
const ready = new Promise<void>((resolve) => {
  setImmediate(() => {
    emitOfApp('will-finish-launching');
    if (world.droppedOnIcon !== undefined) emitOfApp('open-file', preventable(), world.droppedOnIcon);
    emitOfApp('ready', {}, {});
    resolve();
  });
});
