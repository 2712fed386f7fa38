import { dirname } from 'node:path';
import { renameWithRetry, syncFolder } from '../lib/atomic-file.ts';

/** Renames an unreadable file and keeps it for people to look at: it may hold data found nowhere else. */
export async function setAside(path: string): Promise<void> {
  const time = new Date().toISOString().replace(/[:.]/g, '-');
  await renameWithRetry(path, `${path}.corrupt-${time}`);
  await syncFolder(dirname(path));
}
