// The desktop app if there are Electron and a display; else the same window from the service, in a browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureElectron, findChromium, hasDisplay, rootFlags } from './lib/desktop.mjs';
import { script } from './lib/command-line.mjs';
import { writeOpenPage } from './lib/open-page.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, say, StepError } from './lib/steps.mjs';

/**
 * @typedef {{open_url: string, data_dir: string, already_runs?: boolean}} Announced the service's
 * announcement once it listens
 */

const COMMAND = /** @type {const} */ ({
  usage: `Usage: npm start [-- OPTION …]
Opens the app; without Electron or a display it serves the window to a browser. These options of \`interlinear serve\` hold for both:
  --port NUMBER, --data-dir FOLDER, --host ADDRESS, --allowed-host NAME, --allowed-origin ORIGIN`,
  options: {
    port: { type: 'string' },
    'data-dir': { type: 'string' },
    host: { type: 'string' },
    'allowed-host': { type: 'string', multiple: true },
    'allowed-origin': { type: 'string', multiple: true },
  },
});

/** A window that ends this soon was never shown. */
const NEVER_SEEN_MS = 10_000;

/** Starts the headless service. @param {readonly string[]} args */
function startService(args) {
  const child = spawn(
    process.execPath,
    [join(root, 'out', 'service', 'main.js'), 'serve', '--open-token', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { INTERLINEAR_LOG_LEVEL: 'warn', ...process.env } },
  );
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  /** @type {Promise<Announced>} */
  const announced = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) =>
      resolve(/** @type {Announced} */ (JSON.parse(line))),
    );
    child.once('error', reject);
    void ended.then((code) =>
      reject(new StepError(`The service ended (exit code ${code}). The lines above say why.`)),
    );
  });
  // A second signal would end the service at once instead of in order.
  let asked = false;
  const stop = () => {
    if (!asked) child.kill('SIGTERM');
    asked = true;
  };
  // Ctrl+C in a terminal also reaches the service; this process only waits for it.
  process.on('SIGINT', () => (asked = true));
  process.on('SIGTERM', stop);
  return { stop, ended, announced };
}

/**
 * Shows an address in a window without a browser's bars. Its profile is in the data folder, so that the
 * window's choices are remembered. Resolves when it is closed; it is closed when the service ends, unless
 * that was already running.
 * @param {string} program
 * @param {Announced} announced
 * @param {Promise<number>} ended
 */
async function showInChromium(
  program,
  { open_url: address, data_dir: folder, already_runs: already = false },
  ended,
) {
  const profile = join(folder, 'window');
  const page = writeOpenPage(profile, address);
  const flags = [
    `--app=${page.url}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    ...rootFlags(),
  ];
  const window = spawn(program, flags, { stdio: 'ignore' });
  if (!already) void ended.then(() => window.kill());
  await new Promise((resolve) => window.once('error', resolve).once('exit', resolve));
  page.remove();
}

/** Resolves with the exit code of the service. @param {string} reason @param {readonly string[]} args */
async function startInBrowser(reason, args) {
  say(`${reason} The same window is served to a browser instead.`);
  const service = startService(args);
  const announced = await service.announced;
  const chromium = hasDisplay() ? findChromium() : undefined;
  if (chromium) {
    await showInChromium(chromium, announced, service.ended);
    service.stop();
  } else {
    // The address signs the browser in once: a used token is void.
    say(`\nOpen this address in a browser on this machine:\n\n  ${announced.open_url}\n`);
  }
  return service.ended;
}

/**
 * Runs the app until it is closed. Returns its exit code, or undefined if Chromium's sandbox prevented a
 * window.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number | undefined>}
 */
async function startElectron(program, args) {
  const began = performance.now();
  const child = spawn(program, [root, ...rootFlags(), ...args], { stdio: 'inherit' });
  /** @type {{code: number | null, signal: NodeJS.Signals | null}} */
  const { code, signal } = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const isAbort = signal === 'SIGTRAP' || signal === 'SIGABRT';
  if (process.platform === 'linux' && isAbort && performance.now() - began < NEVER_SEEN_MS) return undefined;
  return signal ? 1 : (code ?? 1);
}

/**
 * https://www.electronjs.org/docs/latest/tutorial/sandbox; Ubuntu 24.04 forbids user namespaces to programs
 * without a profile.
 */
const SANDBOX_ABORT = `Electron ended before it could show a window: this system does not let it make the sandbox that its pages run in,
as Ubuntu 24.04 and later do. To use the desktop window, let its helper make it:
  sudo chown root:root node_modules/electron/dist/chrome-sandbox && sudo chmod 4755 node_modules/electron/dist/chrome-sandbox
`;

/** @param {readonly string[]} args @returns {Promise<number>} */
async function start(args) {
  if (!hasDisplay()) return startInBrowser('There is no display here for the desktop window.', args);
  const electron = ensureElectron();
  if (!electron) return startInBrowser('Electron could not be fetched, so there is no desktop window.', args);
  return (await startElectron(electron, args)) ?? startInBrowser(SANDBOX_ABORT, args);
}

await script(COMMAND, async () => {
  await prepare();
  process.exitCode = await start(process.argv.slice(2));
});
