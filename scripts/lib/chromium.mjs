// Finds a Chromium for the window's tests. No dependencies of ours but the runner's own list of browsers.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall, root, say } from './steps.mjs';

/** Without windows, as the tests use it, it is smaller and takes less of the processor. */
const SHELL = 'chromium-headless-shell';
const SYSTEM_PATHS = [
  `/usr/bin/${SHELL}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
/** Long enough for 150 MB on a slow line, short enough not to keep an offline machine waiting. */
const DOWNLOAD_MS = 180_000;

/**
 * The browser Playwright would start by itself, where it is downloaded already.
 * @returns {Promise<string | null>}
 */
async function playwrightChromium() {
  const entry = join(root, 'node_modules', '@playwright', 'test', 'index.mjs');
  if (!existsSync(entry)) return null;
  const runner = await import(pathToFileURL(entry).href);
  const path = /** @type {typeof import('@playwright/test')} */ (runner).chromium.executablePath();
  return path && existsSync(path) ? path : null;
}

function systemChromium() {
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
}

/** Asks Playwright to download its own. Ends soon where there is no way to its servers. */
async function download() {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  if (!existsSync(cli)) return null;
  say("Downloading Playwright's Chromium …");
  spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: DOWNLOAD_MS,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
  });
  return playwrightChromium();
}

/**
 * Returns the path of a Chromium, or null when there is none and none can be had: the one named in
 * INTERLINEAR_CHROMIUM, Playwright's own, the system's; else Debian's by apt (its shell, which Ubuntu has
 * not, first), else a download.
 * @returns {Promise<string | null>}
 */
export async function ensureChromium() {
  const named = process.env['INTERLINEAR_CHROMIUM'];
  if (named && existsSync(named)) return named;
  const found = (await playwrightChromium()) ?? systemChromium();
  if (found) return found;
  for (const name of [SHELL, 'chromium'])
    if (aptInstall([name], "the window's tests")) return systemChromium();
  return download();
}
