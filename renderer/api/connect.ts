import type { DesktopBridge } from '../../service/contract/index.ts';
import { askAt } from './client.ts';
import type { Connection } from './client.ts';

declare global {
  interface Window {
    /** What Electron's preload script offers; absent in a browser. */
    interlinear?: DesktopBridge;
  }
}

const KEY_ITEM = 'interlinear.key';

/**
 * Where the service is and the key for it, or undefined when there is none and Interlinear has to be opened again.
 * In the app the preload script knows; a browser trades the one-time token of its address for the session key.
 */
export async function connect(): Promise<Connection | undefined> {
  if (window.interlinear) return window.interlinear.connect();
  const baseUrl = window.location.origin;
  const token = takeToken();
  if (token !== undefined) {
    const { data } = await askAt<{ key: string }>(`${baseUrl}/v1/session`, {
      method: 'POST',
      body: { token },
    });
    sessionStorage.setItem(KEY_ITEM, data.key);
  }
  const key = sessionStorage.getItem(KEY_ITEM);
  return key === null ? undefined : { baseUrl, key };
}

/** Whether this is the app's own window rather than a page in a browser. */
export function isDesktop(): boolean {
  return window.interlinear !== undefined;
}

/** Tells the app's native parts (title bar, dialogs) which theme the window has. */
export function tellTheme(theme: 'system' | 'light' | 'dark'): void {
  void window.interlinear?.setTheme(theme);
}

/** Forgets a key the service no longer knows: after a restart each session has a new one. */
export function forgetKey(): void {
  sessionStorage.removeItem(KEY_ITEM);
}

/** Resolves once the service answers at all; rejects as `ask` does. Needs no key. */
export async function health(baseUrl: string): Promise<{ status: string; version: string }> {
  return (await askAt<{ status: string; version: string }>(`${baseUrl}/v1/health`)).data;
}

/** Reads `#token=…` and removes it, so that it is neither in the history nor in a copied address. */
function takeToken(): string | undefined {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const token = fragment.get('token');
  if (token === null) return undefined;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}
