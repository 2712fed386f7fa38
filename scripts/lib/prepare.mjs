// From a bare clone to a built product. No dependencies: it runs before anything is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild } from './build.mjs';
import { root, run, say, StepError } from './steps.mjs';

const LOWEST_NODE = { major: 20, minor: 19 };

/**
 * Prepares everything that the built product needs: Node's version, the dependencies, out/. Does nothing if
 * all is there.
 */
export async function prepare() {
  await prepareTools();
  await ensureBuild();
}

/** Prepares a build: Node's version and the dependencies. */
export async function prepareTools() {
  checkNode();
  await ensureDependencies();
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > LOWEST_NODE.major || (major === LOWEST_NODE.major && minor >= LOWEST_NODE.minor)) return;
  throw new StepError(
    `Interlinear needs Node ${LOWEST_NODE.major}.${LOWEST_NODE.minor} or later; this is ${process.versions.node}. Install a newer Node from nodejs.org or your package manager and try again.`,
  );
}

/** Installs the packages of package-lock.json, unless node_modules already holds them. */
async function ensureDependencies() {
  if (isInstalled()) return;
  say('Installing dependencies (npm ci) …');
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  // Registries hiccup: a retry costs less than a failed first impression.
  if ((await run('npm', args)) === 0) return;
  say('That failed; trying once more …');
  const code = await run('npm', args);
  if (code !== 0) throw new StepError(`npm ci failed (exit code ${code}). The lines above say why.`);
}

/**
 * Whether the dependencies are installed. Compared by content: a checkout that only touches the lock file
 * must not reinstall everything under running programs.
 */
export function isInstalled() {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    // The first entry is the project itself; optional packages may be for another system.
    ([path, { version, optional }]) =>
      path === '' || optional === true || installed[path]?.version === version,
  );
}

/**
 * The packages of a lock file, by path; empty without such a file.
 * @param {string} path
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
