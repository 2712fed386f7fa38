import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const shared = resolve(process.env['INTERLINEAR_SHARED'] ?? '../shared');

/** Real files of a format, where the folder of samples stands beside the project; empty elsewhere. */
export function corpusFiles(format: string, extension: string): { name: string; read: () => Uint8Array }[] {
  const folder = join(shared, 'corpus', format);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.toLowerCase().endsWith(extension))
    .map((name) => ({ name, read: () => readFileSync(join(folder, name)) }));
}
