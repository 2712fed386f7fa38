import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename } from 'node:path';
import type { Database } from 'node-sqlite3-wasm';

const HOUR_MS = 3_600_000;

export const copyOf = (path: string): string => `${path}.bak`;
const logOf = (path: string): string => `${path}-wal`;

export function hasCopy(path: string): boolean {
  return statSync(copyOf(path), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Whether the file is missing or has no byte: SQLite would turn it into a new database. */
export function isEmpty(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/**
 * Copies a changed file, at most once an hour. The caller has no open transaction, so a checkpoint brings
 * everything into the file itself. On a full disk the previous copy stays.
 */
export function keepCopy(database: Database, path: string): void {
  const copy = copyOf(path);
  const [now, before] = [changedAt(path), mtimeOf(copy)];
  if (now <= before || Date.now() - before < HOUR_MS) return;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copySynced(path, copy);
  } catch {
    // The next start tries again.
  }
}

/** Deleted entries must not come back. */
export function dropCopy(path: string): void {
  rmSync(copyOf(path), { force: true });
}

/** Until a checkpoint the log holds the changes. An empty log means that the file was only opened. */
function changedAt(path: string): number {
  const log = statSync(logOf(path), { throwIfNoEntry: false });
  return Math.max(mtimeOf(path), log?.size ? log.mtimeMs : 0);
}

function mtimeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Renames an unusable file, with its log, which SQLite would otherwise apply to its replacement. Returns the
 * new name; undefined if there was nothing worth keeping.
 */
export function setAside(path: string, suffix = ''): string | undefined {
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}${suffix}`;
  const had = existsSync(path) && (statSync(path).isDirectory() || !isEmpty(path));
  if (had) renameSync(path, aside);
  else rmSync(path, { force: true });
  if (existsSync(logOf(path))) renameSync(logOf(path), logOf(aside));
  return had ? basename(aside) : undefined;
}

/** Replaces the file by its copy; the copy stays. Returns the time of its contents. */
export function restoreCopy(path: string): string {
  copySynced(copyOf(path), path);
  return statSync(copyOf(path)).mtime.toISOString();
}

function copySynced(from: string, to: string): void {
  const next = `${to}.tmp`;
  try {
    rmSync(next, { force: true });
    copyFileSync(from, next, constants.COPYFILE_EXCL);
    const file = openSync(next, 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, to);
  } finally {
    rmSync(next, { force: true });
  }
}
