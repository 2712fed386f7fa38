// The desktop app where Electron and a display are there; else the same window from the service, in a browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureElectron, findChromium, hasDisplay, rootFlags } from './lib/desktop.mjs';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

/** @typedef {{open_url: string, data_dir: string}} Announced what the service says of itself once it listens */

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
  // Ctrl+C in a terminal reaches the service by itself; this process only waits for it.
  process.on('SIGINT', () => (asked = true));
  process.on('SIGTERM', stop);
  return { stop, ended, announced };
}

/**
 * One address in a window without a browser's bars. Its profile is kept in the data folder, so that the window remembers what the
 * user chose. Resolves when it is closed; it is closed when the service ends.
 * @param {string} program
 * @param {Announced} announced
 * @param {Promise<number>} ended
 */
async function showInChromium(program, { open_url: address, data_dir: folder }, ended) {
  const flags = [
    `--app=${address}`,
    `--user-data-dir=${join(folder, 'window')}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    ...rootFlags(),
  ];
  const window = spawn(program, flags, { stdio: 'ignore' });
  void ended.then(() => window.kill());
  await new Promise((resolve) => window.once('error', resolve).once('exit', resolve));
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
    // The address signs the browser in, once: a token that has been used opens nothing.
    say(`\nOpen this address in a browser on this machine:\n\n  ${announced.open_url}\n`);
  }
  return service.ended;
}

const usage = `Usage: npm start [-- OPTION …]
Opens the app; without Electron or a display it serves the window to a browser. Then these options of \`interlinear serve\` hold:
  --port NUMBER, --data-dir FOLDER, --host ADDRESS, --allowed-host NAME, --allowed-origin ORIGIN`;
const options = /** @type {const} */ ({
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  host: { type: 'string' },
  'allowed-host': { type: 'string', multiple: true },
  'allowed-origin': { type: 'string', multiple: true },
});

await script({ usage, options }, async () => {
  await prepare();
  const args = process.argv.slice(2);
  if (!hasDisplay())
    process.exitCode = await startInBrowser('There is no display here for the desktop window.', args);
  else {
    const electron = ensureElectron();
    process.exitCode = electron
      ? await run(electron, [root, ...rootFlags()])
      : await startInBrowser('Electron could not be fetched, so there is no desktop window.', args);
  }
});
