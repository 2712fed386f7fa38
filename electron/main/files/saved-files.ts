import { z } from 'zod';
import { keep, readKept } from '../kept-file.ts';

/** Older ones are forgotten. */
const MAX_SAVED = 2_000;
const schema = z.array(z.string());

/** Files that the shell has saved, in this run or earlier: the page may show or open only those. */
export interface SavedFiles {
  add(path: string): void;
  has(path: string): boolean;
}

export function createSavedFiles(): SavedFiles {
  const read = schema.safeParse(readKept('saved-files'));
  const paths = new Set(read.success ? read.data : []);
  return {
    add(path) {
      paths.delete(path);
      paths.add(path);
      for (const oldest of paths) {
        if (paths.size <= MAX_SAVED) break;
        paths.delete(oldest);
      }
      keep('saved-files', [...paths]);
    },
    has: (path) => paths.has(path),
  };
}
