import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../lib/storage-error.ts';

/**
 * Makes a folder and those above it, for this user alone. Node's own `recursive` tries for ever where the system answers ENOENT
 * though the folder above is there, as it does in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    const above = dirname(path);
    if (errorCode(error) !== 'ENOENT' || above === path || (await isFolder(above))) throw error;
    await makeFolder(above);
    await mkdir(path, { mode: 0o700 });
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return found?.isDirectory() ?? false;
}
