import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SHARED = resolve(process.env['INTERLINEAR_SHARED'] ?? '../shared');

/** A folder of samples that may stand beside the project; undefined where it does not. */
export function sharedFolder(...names: readonly string[]): string | undefined {
  const folder = join(SHARED, ...names);
  return existsSync(folder) ? folder : undefined;
}
