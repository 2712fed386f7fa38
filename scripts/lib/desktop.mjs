// Finds a display on this machine for a window. No dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasProgram, root, run, StepError } from './steps.mjs';

/** Whether a window can be shown: Linux needs an X or Wayland display, other systems always have one. */
export function hasDisplay(env = process.env, platform = process.platform) {
  return platform !== 'linux' || [env['DISPLAY'], env['WAYLAND_DISPLAY']].some(Boolean);
}

/**
 * Without a display: reruns this process's whole command on a virtual one, and resolves with its exit code.
 * Otherwise undefined. Throws a StepError if no virtual display can be made.
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
 * The path of Electron's program in its distributed folder.
 * @type {Readonly<Partial<Record<NodeJS.Platform, string>>>}
 */
const IN_DIST = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * Electron's program, or undefined if it is not downloaded. Asking the package itself would start the
 * download.
 */
export function electronProgram() {
  // Electron's variable for a copy in another place.
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

/** Downloads Electron's program if it is missing. Returns its path, or undefined if that fails. */
export function ensureElectron() {
  const found = electronProgram();
  // Electron's own variable, from when it was downloaded during installation.
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
 * A browser of the Chromium family, which can show an address in a window without bars; undefined if there is
 * none.
 */
export function findChromium() {
  return ON_THE_PATH.find(hasProgram) ?? INSTALLED[process.platform]?.find((path) => existsSync(path));
}

/**
 * Chromium refuses to run as root with its sandbox, and without it warns in every window (`--test-type`
 * suppresses that).
 */
export function rootFlags() {
  return process.getuid?.() === 0 ? ['--no-sandbox', '--test-type', '--disable-dev-shm-usage'] : [];
}
