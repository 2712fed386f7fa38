import type { BrowserWindow } from 'electron';

const LATEST_MS = 2_000;

/**
 * Shows a window as soon as it has content, at the latest after two seconds. `ready-to-show` alone is not
 * enough: it may never come for a hidden window on Wayland, nor if the page could not be loaded.
 */
export function revealWhenReady(
  window: BrowserWindow,
  { maximized, fullScreen }: { maximized: boolean; fullScreen: boolean },
): void {
  let revealed = false;
  const reveal = () => {
    clearTimeout(timer);
    if (revealed || window.isDestroyed()) return;
    revealed = true;
    // Only now: both show a hidden window, still white.
    if (maximized) window.maximize();
    if (fullScreen) window.setFullScreen(true);
    window.show();
  };
  const timer = setTimeout(reveal, LATEST_MS);
  window.once('ready-to-show', reveal);
  window.webContents.once('did-finish-load', reveal);
  window.webContents.once('did-fail-load', reveal);
  window.once('closed', () => clearTimeout(timer));
}
