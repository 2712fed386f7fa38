import { dirname } from 'node:path';
import { renameWithRetry, syncFolder } from '../lib/atomic-file.ts';

/** Renames a file that cannot be read. Kept for people to look at: it may hold what no other file does. */
export async function setAside(path: string): Promise<void> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await renameWithRetry(path, `${path}.corrupt-${time}`);
  await syncFolder(dirname(path));
}
