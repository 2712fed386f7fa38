// @ts-check
// The largest files of a folder that ships.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Smaller files are summed up. */
const MIN_BYTES = 200_000;

/** Bytes of all files below a folder. @param {string} folder */
export function bytesOf(folder) {
  return filesOf(folder).reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Lines of `MB  path`, largest first; then one line for all small files, and one for the total. @param
 * {string} folder
 */
export function sizesOf(folder) {
  const files = filesOf(folder).sort((a, b) => b.bytes - a.bytes);
  const large = files.filter(({ bytes }) => bytes >= MIN_BYTES);
  const small = files.slice(large.length);
  /** @param {readonly {bytes: number}[]} some */
  const sum = (some) => some.reduce((all, { bytes }) => all + bytes, 0);
  return [
    ...large.map(({ path, bytes }) => line(bytes, path)),
    line(sum(small), `(${small.length} smaller files)`),
    line(sum(files), '(all)'),
  ].join('\n');
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { path: relative(folder, path), bytes: statSync(path).size };
    });
}

/** @param {number} bytes @param {string} what */
const line = (bytes, what) => `${(bytes / 1_048_576).toFixed(1).padStart(8)}  ${what}`;
