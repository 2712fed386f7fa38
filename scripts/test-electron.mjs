// @ts-check
// `npm run test:electron`: the shell's tests in Electron itself, which `npm test` skips if it is not
// downloaded.
import { ensureElectron, onVirtualDisplay } from './lib/desktop.mjs';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { runTool, StepError } from './lib/steps.mjs';

const usage = `Usage: npm run test:electron
Fetches Electron where it is missing, and runs the shell's tests in it; without a display on a virtual one (xvfb).`;

await script({ usage }, async () => {
  await prepare();
  if (!ensureElectron())
    throw new StepError('Electron could not be fetched. It comes from GitHub’s releases.');
  process.exitCode =
    (await onVirtualDisplay()) ??
    (await runTool('playwright', ['test', '--project', 'electron', '--workers', '1']));
});
