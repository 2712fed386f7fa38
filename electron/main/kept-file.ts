import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** The content of one of the shell's small files; undefined if missing or unreadable. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(readFileSync(pathOf(name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Stores a value for the next start. For conveniences only, so a failed write is ignored. */
export function keep(name: string, value: unknown): void {
  try {
    writeKept(name, value);
  } catch {
    // The window merely opens in its default place next time.
  }
}

/** As `keep`, for values that matter: throws errors of the disk. */
export function writeKept(name: string, value: unknown): void {
  const path = pathOf(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Removes a stored value; throws errors of the disk. */
export function forget(name: string): void {
  rmSync(pathOf(name), { force: true });
}

function pathOf(name: string): string {
  return join(app.getPath('userData'), `${name}.json`);
}
