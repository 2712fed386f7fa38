import { stat } from 'node:fs/promises';
import { errorCode } from '../lib/error-code.ts';

/** A version that differs once any of the files has been written or replaced, and the bytes of all of them. */
export async function versionOfFiles(paths: readonly string[]): Promise<{ version: string; bytes: number }> {
  const found = await Promise.all(paths.map((path) => statIfThere(path)));
  return {
    version: JSON.stringify(
      found.map((file, n) => [paths[n], String(file?.mtimeNs), String(file?.size), String(file?.ino)]),
    ),
    bytes: found.reduce((sum, file) => sum + Number(file?.size ?? 0), 0),
  };
}

async function statIfThere(path: string) {
  try {
    return await stat(path, { bigint: true });
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
