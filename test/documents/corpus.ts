import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const shared = resolve(process.env['INTERLINEAR_SHARED'] ?? join(import.meta.dirname, '../../../shared'));

/** Real files kept beside the project, or undefined where this machine has none: the test then skips by name. */
export function corpusFiles(
  format: 'csv' | 'txt' | 'xlsx' | 'docx',
): { name: string; bytes: Buffer }[] | undefined {
  const folder = join(shared, 'corpus', format);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}
