import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '../../support/shared.ts';

/** Real files of a format, if the folder of samples is beside the project; otherwise empty. */
export function corpusFiles(format: string, extension: string): { name: string; read: () => Uint8Array }[] {
  const folder = sharedFolder('corpus', format);
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith(extension))
    .map((name) => ({ name, read: () => readFileSync(join(folder, name)) }));
}
