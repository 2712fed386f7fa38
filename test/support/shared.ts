import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SHARED = resolve(process.env['INTERLINEAR_SHARED'] ?? '../shared');

/** A folder of samples that may be beside the project; undefined where it is not. */
export function sharedFolder(...names: readonly string[]): string | undefined {
  const folder = join(SHARED, ...names);
  return existsSync(folder) ? folder : undefined;
}
