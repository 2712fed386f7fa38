// For `--import`: kills (-9) its own process at a change to the disk. The file that DIE_AT_STEP names says at
// which, once it is there: `host 3` is the fourth change of the main thread, `thread 3` that of any other.
// Removing the file begins the count again.
import { closeSync, openSync, readSync } from 'node:fs';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const path = process.env['DIE_AT_STEP'] ?? '';
let done = 0;

/** Read by functions that are not counted. */
function order() {
  let file;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  const buffer = Buffer.alloc(64);
  const [where, step] = buffer.toString('utf8', 0, readSync(file, buffer)).split(' ');
  closeSync(file);
  return { isHere: (where === 'host') === isMainThread, step: Number(step) };
}

function step() {
  const now = order();
  if (!now) done = 0;
  else if (now.isHere && done++ === now.step) process.kill(process.pid, 'SIGKILL');
}

/** @param {Record<string, any>} owner @param {readonly string[]} names */
function counted(owner, names) {
  for (const name of names) {
    const real = owner[name];
    owner[name] = function (/** @type {unknown[]} */ ...args) {
      step();
      return real.apply(this, args);
    };
  }
}

counted(fs, ['writeSync', 'fsyncSync', 'ftruncateSync', 'unlinkSync', 'renameSync', 'rmSync']);
counted(fs.promises, ['writeFile', 'rename', 'rm', 'unlink', 'truncate']);
const handle = await fs.promises.open(process.execPath, 'r');
counted(Object.getPrototypeOf(handle), ['write', 'writeFile', 'sync', 'datasync', 'truncate']);
await handle.close();
syncBuiltinESMExports();
