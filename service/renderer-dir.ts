import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the built window, `out/renderer`, seen from wherever the bundler has put this code below `out/`; undefined
 * where only the service was built.
 */
export function findRenderer(): string | undefined {
  let folder = import.meta.dirname;
  for (let level = 0; level < 4; level++) {
    for (const candidate of [join(folder, 'renderer'), join(folder, 'out', 'renderer')]) {
      // The sources have a folder of the same name, whose page is not built: its script is TypeScript.
      if (existsSync(join(candidate, 'index.html')) && existsSync(join(candidate, 'assets')))
        return candidate;
    }
    folder = dirname(folder);
  }
  return undefined;
}
