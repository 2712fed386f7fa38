// `npm start`: the desktop app where Electron and a display are there; else the same window from the service, in a browser.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureElectron, findChromium, hasDisplay, rootFlags } from './lib/desktop.mjs';
import {
  checkNode,
  ensureBuild,
  ensureDependencies,
  root,
  run,
  say,
  script,
  StepError,
} from './lib/steps.mjs';

/** Starts the headless service. Resolves with the process and the address that signs a browser in, once. */
function startService(args) {
  const child = spawn(
    process.execPath,
    [join(root, 'out', 'service', 'main.js'), 'serve', '--open-token', ...args],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  const address = new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line).open_url));
    child.once('error', reject);
    void ended.then((code) =>
      reject(new StepError(`The service ended (exit code ${code}). The lines above say why.`)),
    );
  });
  return { child, ended, address };
}

/** One address in a window without a browser's bars, with a profile of its own. Resolves when the window is closed. */
async function showInChromium(program, address) {
  const profile = mkdtempSync(join(tmpdir(), 'interlinear-window-'));
  const flags = [
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    ...rootFlags(),
  ];
  const window = spawn(program, [`--app=${address}`, `--user-data-dir=${profile}`, ...flags], {
    stdio: 'ignore',
  });
  await new Promise((resolve) => window.once('error', resolve).once('exit', resolve));
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

async function startInBrowser(reason, args) {
  say(`${reason} The same window is served to a browser instead.`);
  const service = startService(args);
  // Ctrl+C in a terminal goes to the service too, which ends in order; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.child.kill('SIGTERM'));
  const address = await service.address;
  const chromium = hasDisplay() ? findChromium() : undefined;
  if (chromium) {
    await showInChromium(chromium, address);
    service.child.kill('SIGTERM');
  } else say(`\nOpen this address in a browser on this machine (it signs you in, once):\n\n  ${address}\n`);
  return service.ended;
}

await script(async () => {
  checkNode();
  await ensureDependencies();
  await ensureBuild();
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
