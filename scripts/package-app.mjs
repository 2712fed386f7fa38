// @ts-check
// Makes installers of the desktop application for the system it runs on, below dist/installers.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { script } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { sizesOf } from './lib/sizes.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run package:app [-- --folder] [-- --electron FOLDER]
Makes the installers of this system: NSIS and portable on Windows, dmg and zip on macOS, AppImage and rpm on Linux (there, see also
npm run package:deb).
  --folder           only the application's folder, for the architecture of this machine
  --prepare          builds and installs what makes installers, and makes none: a run after it with the secrets of signing runs only that
  --electron FOLDER  an unpacked Electron to package instead of a downloaded one`,
  options: {
    folder: { type: /** @type {const} */ ('boolean'), default: false },
    prepare: { type: /** @type {const} */ ('boolean'), default: false },
    electron: { type: /** @type {const} */ ('string') },
  },
};
const TOOLS = join(root, 'resources', 'installer');
const INSTALLERS = join(root, 'dist', 'installers');
/** The secrets for signing and notarising. CI sets each of them; a missing secret is an empty variable. */
const SECRETS = [
  'CSC_LINK',
  'CSC_KEY_PASSWORD',
  'WIN_CSC_LINK',
  'WIN_CSC_KEY_PASSWORD',
  'APPLE_ID',
  'APPLE_APP_SPECIFIC_PASSWORD',
  'APPLE_TEAM_ID',
];

await script(COMMAND, async ({ folder, electron, prepare: isPreparing }) => {
  const secrets = takeSecrets();
  await prepare();
  await installTools();
  if (isPreparing) return;
  const args = [
    join(TOOLS, 'node_modules', 'electron-builder', 'cli.js'),
    '--config',
    join(TOOLS, 'electron-builder.mjs'),
    ...(folder ? ['--dir', `--${process.arch}`] : []),
    ...(electron === undefined ? [] : [`-c.electronDist=${electron}`]),
  ];
  const code = await run(process.execPath, args, secrets);
  if (code !== 0)
    throw new StepError(`electron-builder failed (exit code ${code}). The lines above say why.`);
  say(`\nWhat lies in dist/installers, in MB:\n${sizesOf(INSTALLERS)}`);
});

/** Removed from the environment: the build and npm's scripts must not see them. Empty ones are dropped. */
function takeSecrets() {
  const given = SECRETS.map((name) => [name, process.env[name]]).filter(([, value]) => value);
  for (const name of SECRETS) Reflect.deleteProperty(process.env, name);
  return Object.fromEntries(given);
}

/** The installer tools have a separate lock file, so that only packagers download them. */
async function installTools() {
  if (existsSync(join(TOOLS, 'node_modules', 'electron-builder'))) return;
  say('Installing what makes installers (npm ci) …');
  const code = await run('npm', ['ci', '--prefix', TOOLS, '--no-audit', '--no-fund', '--loglevel=error']);
  if (code !== 0) throw new StepError(`npm ci failed (exit code ${code}). The lines above say why.`);
}
