import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * More than the levels from a chunk, or from this file in the sources, up to the folder that holds `out/`.
 */
const LEVELS = 4;

/**
 * The path of a file of `out/service/` that is started by path: `worker.js`, `document-thread.js`. The caller
 * may be in `out/service/`, in one of its chunks, in `out/main/`, or in the sources when a test runs it.
 */
export function builtFile(name: string): string {
  const found = findBuilt(join('service', name));
  if (found === undefined) throw new Error(`${name} is not built. Run: npm run build`);
  return found;
}

/**
 * The path of a file or folder below `out/`; undefined if it is not built. `accepts` recognises the right
 * one.
 */
export function findBuilt(
  path: string,
  accepts: (candidate: string) => boolean = existsSync,
): string | undefined {
  let folder = import.meta.dirname;
  for (let level = 0; level <= LEVELS; level++) {
    for (const candidate of [join(folder, path), join(folder, 'out', path)]) {
      if (accepts(candidate)) return candidate;
    }
    folder = dirname(folder);
  }
  return undefined;
}
