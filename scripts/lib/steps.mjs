// Shared by the steps from a bare clone to a running product. No dependencies: it runs before anything is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** Node's arguments for running TypeScript files, whatever its version. */
export const TYPESCRIPT = [
  '--enable-source-maps',
  '--import',
  new URL('typescript.mjs', import.meta.url).href,
];

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** A failure with an explanation: its message is enough. */
export class StepError extends Error {}

/**
 * Runs a command with its output on this terminal. Resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env] beside this process's own
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // npm and npx are .cmd files on Windows, which need a shell.
      shell: process.platform === 'win32' && !command.includes('\\'),
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

const TOOLS = {
  'electron-vite': 'electron-vite/bin/electron-vite.js',
  eslint: 'eslint/bin/eslint.js',
  oxlint: 'oxlint/bin/oxlint',
  prettier: 'prettier/bin/prettier.cjs',
  tsc: 'typescript/bin/tsc',
  'vue-tsc': 'vue-tsc/bin/vue-tsc.js',
  depcruise: 'dependency-cruiser/bin/dependency-cruise.mjs',
  knip: 'knip/bin/knip.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
};
/** @typedef {keyof typeof TOOLS} Tool */

/** Runs a tool installed in node_modules. @param {Tool} name @param {readonly string[]} args @param {NodeJS.ProcessEnv} [env] */
export function runTool(name, args, env) {
  return run(process.execPath, [toolFile(name), ...args], env);
}

/** @param {Tool} name */
export const toolFile = (name) => join(root, 'node_modules', TOOLS[name]);

/** Whether a program is on the PATH. @param {string} name */
export function hasProgram(name) {
  return (process.env['PATH'] ?? '').split(delimiter).some((dir) => dir && existsSync(join(dir, name)));
}

/** Whether this machine allows installing Debian packages without asking: apt, and root. */
function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('apt-get');
}

/**
 * Installs Debian packages, and says so. Returns whether they are there afterwards. @param {readonly
 * string[]} packages @param {string} why
 */
export function aptInstall(packages, why) {
  if (!canUseApt()) return false;
  say(`Installing ${packages.join(', ')} with apt (${why}) …`);
  const apt = (/** @type {string[]} */ ...args) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  const install = () => apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (install().status === 0) return true;
  // A fresh system has no package lists, and an old one may list versions that are gone.
  apt('update', '-qq');
  const { status, stderr } = install();
  if (status !== 0) say(`apt could not install them:\n${stderr}`);
  return status === 0;
}
