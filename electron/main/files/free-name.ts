import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** `contract.es.docx` → `contract.es (2).docx`. */
export function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const ending = /\.[^./\\]+$/.exec(path)?.[0] ?? '';
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

/**
 * Adds the suggested name's extension if the user typed none: unlike others, Linux' dialog does not add it
 * from its filter. https://github.com/electron/electron/issues/21935
 */
export function withEnding(path: string, suggestedName: string): string {
  return extname(path) === '' ? path + extname(suggestedName) : path;
}

export function haveSameEnding(path: string, other: string): boolean {
  return extname(path).toLowerCase() === extname(other).toLowerCase();
}

/** The names that exist in the folder. */
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
