// Finds a display on this machine for a window. No dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram, root, run, StepError } from './steps.mjs';

/** Whether a window can be shown at all: Linux needs an X or Wayland display, the others always have one. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(Boolean);
}

/**
 * Without a display: runs this process's whole command once more on a virtual one, and resolves with its exit
 * code. Otherwise undefined. Throws a StepError where no virtual display can be made.
 */
export async function onVirtualDisplay() {
  if (hasDisplay()) return undefined;
  if (!hasProgram('xvfb-run'))
    throw new StepError(
      'There is no display here, and no xvfb-run to make one. On Debian and Ubuntu: sudo apt install xvfb',
    );
  return run('xvfb-run', ['--auto-servernum', process.execPath, ...process.argv.slice(1)]);
}

const electron = join(root, 'node_modules', 'electron');

/**
 * The place of Electron's program in its distributed folder.
 * @type {Readonly<Partial<Record<NodeJS.Platform, string>>>}
 */
const IN_DIST = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * Electron's program, or undefined where it has not been fetched. Asking the package itself would start the
 * download.
 */
export function electronProgram() {
  // Electron's own variable for a copy that lies elsewhere.
  const elsewhere = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (elsewhere) {
    const program = join(elsewhere, IN_DIST[process.platform] ?? 'electron');
    return existsSync(program) ? program : undefined;
  }
  const pathFile = join(electron, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(electron, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : undefined;
}

/**
 * Fetches Electron's program once where it is missing. Returns its path, or undefined where it cannot be had.
 */
export function ensureElectron() {
  const found = electronProgram();
  // The variable is Electron's own, of when it was fetched while it was installed.
  if (found || !existsSync(electron) || process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return found;
  spawnSync(process.execPath, [join(electron, 'install.js')], { stdio: 'ignore', timeout: 300_000 });
  return electronProgram();
}

const ON_THE_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge', 'brave-browser'];
/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const INSTALLED = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)'].flatMap((name) => {
    const folder = process.env[name] ?? '';
    return [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ];
  }),
};

/**
 * A browser of the Chromium family, which can show one address as a window of its own; undefined where there
 * is none.
 */
export function findChromium() {
  return ON_THE_PATH.find(hasProgram) ?? INSTALLED[process.platform]?.find((path) => existsSync(path));
}

/**
 * Chromium refuses to run as root with its sandbox, and warns in every window without (`--test-type` keeps
 * that quiet).
 */
export function rootFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--test-type', '--disable-dev-shm-usage'] : [];
}
