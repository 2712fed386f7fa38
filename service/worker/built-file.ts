import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The path of a file that is started by path: `worker.js`, `document-thread.js`. Code that asks may stand in
 * `out/service/`, in one of its chunks, in `out/main/`, or in the sources when a test runs it.
 */
export function builtFile(name: string): string {
  let folder = import.meta.dirname;
  for (let level = 0; level < 4; level++) {
    for (const candidate of [
      join(folder, name),
      join(folder, 'service', name),
      join(folder, 'out', 'service', name),
    ]) {
      if (existsSync(candidate)) return candidate;
    }
    folder = dirname(folder);
  }
  throw new Error(`${name} is not built. Run: npm run build`);
}
