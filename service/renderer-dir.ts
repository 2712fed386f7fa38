import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBuilt } from './lib/built-file.ts';

/** The folder of the built window, `out/renderer`; undefined if only the service was built. */
export function findRenderer(): string | undefined {
  // The sources have a folder of the same name, whose page is not built: its script is TypeScript.
  return findBuilt(
    'renderer',
    (folder) => existsSync(join(folder, 'index.html')) && existsSync(join(folder, 'assets')),
  );
}
