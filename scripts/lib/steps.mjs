// The steps from a bare clone to a built product. No dependencies: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const LOWEST_NODE = [20, 19];

export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** A failure that is explained already: its message is enough. */
export class StepError extends Error {}

/** Runs a command with its output on this terminal and answers its exit code. */
export function run(command, args, { env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      // npm and npx are .cmd files on Windows, which only a shell starts.
      shell: process.platform === 'win32' && !command.includes('\\'),
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
  });
}

/** Throws where an exit code is not 0. */
function mustBeZero(code, what) {
  if (code !== 0) throw new StepError(`${what} failed (exit code ${code}). The lines above say why.`);
}

/** All that the built product needs: the right Node, the dependencies, out/. Does nothing where all is there. */
export async function prepare() {
  await prepareTools();
  await ensureBuild();
}

/** What a build needs: the right Node and the dependencies. */
export async function prepareTools() {
  checkNode();
  await ensureDependencies();
}

/** Runs a tool installed in node_modules. */
export const runTool = (name, args, options) =>
  run(process.execPath, [join(root, 'node_modules', ...toolPath(name)), ...args], options);

const TOOLS = {
  'electron-vite': ['electron-vite', 'bin', 'electron-vite.js'],
  eslint: ['eslint', 'bin', 'eslint.js'],
  prettier: ['prettier', 'bin', 'prettier.cjs'],
  tsc: ['typescript', 'bin', 'tsc'],
  'vue-tsc': ['vue-tsc', 'bin', 'vue-tsc.js'],
  depcruise: ['dependency-cruiser', 'bin', 'dependency-cruise.mjs'],
  knip: ['knip', 'bin', 'knip.js'],
  vitest: ['vitest', 'vitest.mjs'],
  playwright: ['@playwright', 'test', 'cli.js'],
};
function toolPath(name) {
  const path = TOOLS[name];
  if (!path) throw new Error(`No tool named ${name}.`);
  return path;
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LOWEST_NODE[0] || (major === LOWEST_NODE[0] && minor >= LOWEST_NODE[1])) return;
  throw new StepError(
    `Interlinear needs Node ${LOWEST_NODE.join('.')} or later; this is ${process.versions.node}. Install a newer Node from nodejs.org or your package manager and try again.`,
  );
}

/** Installs what package-lock.json names, unless that is what node_modules already holds. */
async function ensureDependencies() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  say('Installing dependencies (npm ci) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Registries hiccup: one more try costs less than a failed first impression.
  if ((await run('npm', args)) === 0) return;
  say('That failed; trying once more …');
  mustBeZero(await run('npm', args), 'npm ci');
}

/** Newest change below the folders and files the build reads, in ms since the epoch. */
function newestSource() {
  const newest = (path) => {
    const stat = statSync(path);
    if (!stat.isDirectory()) return stat.mtimeMs;
    return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
  };
  return Math.max(
    ...['service', 'electron', 'renderer', 'resources', 'electron.vite.config.ts', 'package.json'].map(
      (name) => newest(join(root, name)),
    ),
  );
}

/** Builds all of out/, unless nothing changed since the last build. */
async function ensureBuild() {
  const out = join(root, 'out');
  const built = ['service/main.js', 'renderer/index.html', 'main/index.js'].map((name) => join(out, name));
  const newest = newestSource();
  if (built.every((path) => existsSync(path) && statSync(path).mtimeMs > newest)) return;
  say('Building …');
  rmSync(out, { recursive: true, force: true });
  mustBeZero(await runTool('electron-vite', ['build', '--logLevel', 'warn']), 'The build');
}

/** Whether a program is on the PATH. */
export function hasProgram(name) {
  return (process.env.PATH ?? '').split(delimiter).some((dir) => dir && existsSync(join(dir, name)));
}

/** Whether this machine lets us install Debian packages without asking: apt, and root. */
function canUseApt() {
  return process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('apt-get');
}

/** Installs Debian packages, saying so. Answers whether they are there afterwards. */
export async function aptInstall(packages, why) {
  if (!canUseApt()) return false;
  say(`Installing ${packages.join(', ')} with apt (${why}) …`);
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages];
  const apt = (args) =>
    spawnSync('apt-get', args, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (apt(install).status === 0) return true;
  // A fresh system has no package lists yet, and an old one may name versions that are gone.
  apt(['update', '-qq']);
  const { status, stderr } = apt(install);
  if (status !== 0) say(`apt could not install them:\n${stderr ?? ''}`);
  return status === 0;
}
