import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { keep, readKept } from '../kept-file.ts';

/** Older ones are forgotten. */
const MAX_ORIGINALS = 5_000;
const schema = z.array(z.tuple([z.string(), z.string()]));

/**
 * The original documents of jobs, for saving beside them. Kept by the shell, as the service knows only
 * uploads, not paths on this disk.
 */
export interface Originals {
  /** Returns whether the file exists. */
  keep(jobId: string, path: string): Promise<boolean>;
  readonly placeOf: (jobId: string) => string | undefined;
}

export function createOriginals(): Originals {
  const read = schema.safeParse(readKept('originals'));
  const places = new Map(read.success ? read.data : []);
  return {
    async keep(jobId, path) {
      if (!isAbsolute(path) || !(await isFile(path))) return false;
      places.set(jobId, path);
      for (const oldest of places.keys()) {
        if (places.size <= MAX_ORIGINALS) break;
        places.delete(oldest);
      }
      keep('originals', [...places]);
      return true;
    },
    placeOf: (jobId) => places.get(jobId),
  };
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
