import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedFolder } from '../../support/shared.ts';

/** Real files of a format, where the folder of samples stands beside the project; empty elsewhere. */
export function corpusFiles(format: string, extension: string): { name: string; read: () => Uint8Array }[] {
  const folder = sharedFolder('corpus', format);
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith(extension))
    .map((name) => ({ name, read: () => readFileSync(join(folder, name)) }));
}
