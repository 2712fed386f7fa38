// @ts-check
// Makes sure that out/ is built from the current sources. No dependencies: it runs before anything is
// installed.
import { createHash } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, runTool, say, StepError } from './steps.mjs';

/** Everything that the build reads, the lock file included, as packages are bundled. */
const SOURCES = [
  'service',
  'electron',
  'renderer',
  'i18n',
  'resources/models.json',
  'resources/samples',
  'resources/guide.css',
  'docs',
  'scripts/lib/guide.mjs',
  'electron.vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
];
const LOCK_POLL_MS = 100;

/**
 * Builds out/ unless it was built from these sources and not modified since. Of concurrent runs one builds,
 * the others wait. Throws a StepError if the build fails; out/ is then removed, so that nothing tests or
 * starts a stale one.
 * @param {string} [folder] the project's
 * @param {() => Promise<number>} [build] resolves with its exit code
 */
export async function ensureBuild(folder = root, build = runBuild) {
  if (isFresh(folder)) return;
  const release = await lock(folder);
  try {
    if (isFresh(folder)) return;
    say('Building …');
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    // Taken before the build: changes made while it runs cause the next one.
    const sources = fingerprint(folder, SOURCES, contentOf);
    const code = await build();
    if (code !== 0) {
      rmSync(join(folder, 'out'), { recursive: true, force: true });
      throw new StepError(`The build failed (exit code ${code}). The lines above say why.`);
    }
    const stamp = JSON.stringify({ sources, built: fingerprint(folder, ['out'], changeOf) });
    const written = `${stampOf(folder)}.new`;
    writeFileSync(written, stamp);
    // Renamed rather than overwritten: a hard-linked copy of the folder keeps its own stamp.
    renameSync(written, stampOf(folder));
  } finally {
    release();
  }
}

/** Test runners set NODE_ENV to `test`, under which Vite would bundle Vue's development build. */
const runBuild = () => runTool('electron-vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' });

/** Beside out/, which must contain built files only. @param {string} folder */
const stampOf = (folder) => join(cacheOf(folder), 'build.json');

/** @param {string} folder */
function cacheOf(folder) {
  const cache = join(folder, 'node_modules', '.cache', 'interlinear');
  mkdirSync(cache, { recursive: true });
  return cache;
}

/**
 * `electron-vite build` leaves no stamp: `built` shows whether out/ is what was stamped. @param {string}
 * folder
 */
function isFresh(folder) {
  /** @type {{sources?: string, built?: string}} */
  let stamp;
  try {
    stamp = JSON.parse(readFileSync(stampOf(folder), 'utf8'));
  } catch {
    return false;
  }
  return (
    stamp.sources === fingerprint(folder, SOURCES, contentOf) &&
    stamp.built === fingerprint(folder, ['out'], changeOf)
  );
}

/** Content, because a checkout of another branch and back changes all times. @param {string} path */
const contentOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** @param {string} path */
function changeOf(path) {
  const { size, mtimeMs } = statSync(path);
  return `${size} ${mtimeMs}`;
}

/** @param {string} folder @param {readonly string[]} names @param {(path: string) => string} markOf */
function fingerprint(folder, names, markOf) {
  const hash = createHash('sha256');
  /** @param {string} name */
  const visit = (name) => {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const inner of readdirSync(path).sort()) visit(`${name}/${inner}`);
    } else hash.update(`${name}\0${stat === undefined ? 'none' : markOf(path)}\0`);
  };
  for (const name of names) visit(name);
  return hash.digest('hex');
}

/**
 * Waits until no other process builds. Resolves with a function that releases the lock. @param {string}
 * folder
 */
async function lock(folder) {
  const path = join(cacheOf(folder), 'build.lock');
  const own = `${path}.${process.pid}`;
  // Linked into place, so that the lock always names its holder.
  writeFileSync(own, String(process.pid));
  try {
    for (let hasSaid = false; !isTaken(own, path);) {
      await sleep(LOCK_POLL_MS);
      const holder = holderOf(path);
      if (holder === undefined) continue;
      if (!isRunning(holder)) rmSync(path, { force: true });
      else if (!hasSaid) {
        say(`Waiting for process ${holder}, which builds …`);
        hasSaid = true;
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    rmSync(path, { force: true });
  };
}

/** @param {string} own @param {string} path */
function isTaken(own, path) {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} path */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    // Released meanwhile.
    return undefined;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
