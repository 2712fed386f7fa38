import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** `contract.es.docx` → `contract.es (2).docx`, by the number of the try. */
export function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const ending = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

/** Those of the names that something in the folder has. */
export async function namesTaken(folder: string, names: readonly string[]): Promise<string[]> {
  const taken = await Promise.all(names.map((name) => exists(join(folder, name))));
  return names.filter((_, index) => taken[index]);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
