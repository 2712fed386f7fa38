// @ts-check
// A user's first steps: starts the packaged program, translates a document, ends the program.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { script, UsageError } from './lib/command-line.mjs';
import { onVirtualDisplay, rootFlags } from './lib/desktop.mjs';
import { installed } from './lib/installers.mjs';
import { startPackaged, translateSample, useModel } from './lib/packaged.mjs';
import { root, run, say, StepError } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run smoke [-- OPTION …]
Starts a packaged Interlinear in a separate folder, checks its health, has a sample document translated and ends it. Without an
option that is the desktop application of npm run package:app, in dist/installers.
  --program FILE   this program instead, for example one that a package has installed
  --installers     what each installer of this system in dist/installers holds or installs
  --headless       the package of npm run package:headless, installed into an empty folder
  --model          also downloads a neural model, and translates with it`,
  options: {
    program: { type: /** @type {const} */ ('string') },
    installers: { type: /** @type {const} */ ('boolean'), default: false },
    headless: { type: /** @type {const} */ ('boolean'), default: false },
    model: { type: /** @type {const} */ ('boolean'), default: false },
  },
};
/** electron-builder's folder for the program, and its suffix for a non-default architecture. */
const FOLDERS = /** @type {Readonly<Record<string, {folder: string, program: string}>>} */ ({
  linux: { folder: 'linux', program: 'interlinear-desktop' },
  darwin: { folder: 'mac', program: 'Interlinear.app/Contents/MacOS/Interlinear' },
  win32: { folder: 'win', program: 'Interlinear.exe' },
});

await script(COMMAND, async ({ program, installers, headless, model }) => {
  if ([program !== undefined, installers, headless].filter(Boolean).length > 1)
    throw new UsageError('Give one of --program, --installers and --headless.');
  const code = headless ? undefined : await onVirtualDisplay();
  if (code !== undefined) {
    process.exitCode = code;
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-smoke-'));
  try {
    if (!installers) {
      await check(headless ? await installHeadless(folder) : desktop(program), folder, model);
      return;
    }
    for await (const { kind, program: started, leave } of installed(folder)) {
      say(kind);
      const home = join(folder, `run-${kind.replaceAll(' ', '-')}`);
      mkdirSync(home);
      try {
        await check(desktop(started), home, model);
      } finally {
        await leave?.();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

/**
 * Starts a program, translates a document, ends it. @param {readonly string[]} command @param {string} folder
 * @param {boolean} model
 */
async function check(command, folder, model) {
  const packaged = await startPackaged(command, folder);
  try {
    say(`✓ started: ${packaged.baseUrl}, version ${packaged.version}`);
    say(`✓ translated: ${await translateSample(packaged, 'en-XA')}`);
    if (model) {
      say(`✓ installed: ${await useModel(packaged, 'en', 'es')}`);
      say(`✓ translated: ${await translateSample(packaged, 'es')}`);
    }
    await packaged.end();
    say('✓ ended in order');
  } finally {
    packaged.kill();
  }
}

/** @param {string | undefined} named */
function desktop(named) {
  const program = named === undefined ? packagedProgram() : resolve(named);
  if (!existsSync(program))
    throw new StepError(`There is no ${program}. Run: npm run package:app -- --folder`);
  return [program, ...rootFlags(), '--port', '0'];
}

function packagedProgram() {
  const { folder, program } = FOLDERS[process.platform] ?? { folder: process.platform, program: '' };
  const unpacked = folder === 'mac' ? '' : '-unpacked';
  const suffix = process.arch === 'x64' ? '' : `-${process.arch}`;
  return join(root, 'dist', 'installers', `${folder}${suffix}${unpacked}`, program);
}

/** As a user would, but without the registry: the package must be self-contained. @param {string} folder */
async function installHeadless(folder) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const file = join(root, 'dist', `interlinear-${version}.tgz`);
  if (!existsSync(file)) throw new StepError(`There is no ${file}. Run: npm run package:headless`);
  const prefix = join(folder, 'installed');
  mkdirSync(prefix);
  writeFileSync(join(prefix, 'package.json'), '{"private":true}');
  const args = ['install', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await run('npm', [...args, file]);
  if (code !== 0) throw new StepError(`npm install failed (exit code ${code}). The lines above say why.`);
  const main = join(prefix, 'node_modules', 'interlinear', 'out', 'service', 'main.js');
  return [process.execPath, main, 'serve', '--port', '0'];
}
