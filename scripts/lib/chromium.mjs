// Finds a Chromium for the window's tests. No dependencies except the runner's own list of browsers.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aptInstall, root, say } from './steps.mjs';

/** The headless build, as the tests use it, is smaller and needs less processor time. */
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
 * Playwright's default browser, if it is downloaded already.
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

/** Makes Playwright download its browser. Ends soon if its servers cannot be reached. */
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
 * Returns the path of a Chromium, or null if there is none and none can be installed. In order:
 * INTERLINEAR_CHROMIUM, Playwright's own, the system's, Debian's by apt (first its shell, which Ubuntu
 * lacks), a download.
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
