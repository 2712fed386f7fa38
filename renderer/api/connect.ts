import { desktop } from './bridge.ts';
import { ask, askAt } from './client.ts';
import type { Connection } from './client.ts';
import { ServiceProblem } from './errors.ts';
import { storeLocally } from '../lib/local-item.ts';

const KEY_ITEM = 'interlinear.key';

/**
 * The service's address and key, or undefined if there is none and Interlinear must be opened again. In the
 * app the preload script provides them; a browser exchanges the one-time token of its address for a session,
 * which all its tabs share. A used address, as from the history, leads to the stored session.
 */
export async function connect(): Promise<Connection | undefined> {
  const bridge = desktop();
  if (bridge) return bridge.connect();
  const baseUrl = window.location.origin;
  const token = takeToken();
  const kept = localStorage.getItem(KEY_ITEM);
  const key = token === undefined ? kept : ((await trade(baseUrl, token)) ?? kept);
  if (key === null) return undefined;
  storeLocally(KEY_ITEM, key);
  return { baseUrl, key };
}

/** A session's key for a one-time token; undefined if it is used or expired. */
async function trade(baseUrl: string, token: string): Promise<string | undefined> {
  try {
    const body = { token };
    return (await askAt<{ key: string }>(`${baseUrl}/v1/session`, { method: 'POST', body })).data.key;
  } catch (error) {
    if (error instanceof ServiceProblem && error.code === 'unauthorized') return undefined;
    throw error;
  }
}

/** Whether this is the app's window rather than a page in a browser. */
export function isDesktop(): boolean {
  return desktop() !== undefined;
}

/** Sets the theme of the app's native parts (title bar, dialogs). */
export function tellTheme(theme: 'system' | 'light' | 'dark'): void {
  void desktop()?.setTheme(theme);
}

/** The system that the desktop program runs on; undefined in a browser. */
export function shellPlatform(): string | undefined {
  return desktop()?.platform;
}

/** Makes the shell check the spelling in a language; undefined turns checking off. */
export function checkSpelling(language: string | undefined): void {
  void desktop()?.checkSpelling(language);
}

/** Forgets a key that the service does not accept (any more). */
export function forgetKey(): void {
  localStorage.removeItem(KEY_ITEM);
}

/** Ends this browser's session, so that its key becomes worthless. */
export async function endSession(): Promise<void> {
  await ask('/v1/session', { method: 'DELETE' });
}

/** Resolves once the service answers at all; rejects like `ask`. Needs no key. */
export async function health(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<{ status: string; version: string }> {
  return (await askAt<{ status: string; version: string }>(`${baseUrl}/v1/health`, signal && { signal }))
    .data;
}

/** Reads `#token=…` and removes it, to keep it out of the history and of copied addresses. */
function takeToken(): string | undefined {
  const fragment = new URLSearchParams(window.location.hash.slice(1));
  const token = fragment.get('token');
  if (token === null) return undefined;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return token;
}
