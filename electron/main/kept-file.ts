import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** The content of one of the shell's own small files; undefined where it is missing or unreadable. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(readFileSync(pathOf(name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Keeps a value for the next start. It is only comfort, so a failure to write is ignored. */
export function keep(name: string, value: unknown): void {
  try {
    writeKept(name, value);
  } catch {
    // A window that opens in its first place next time is no reason to hold anything up.
  }
}

/** As `keep`, for what matters: throws as the disk does. */
export function writeKept(name: string, value: unknown): void {
  const path = pathOf(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Removes a kept value; throws as the disk does. */
export function forget(name: string): void {
  rmSync(pathOf(name), { force: true });
}

function pathOf(name: string): string {
  return join(app.getPath('userData'), `${name}.json`);
}
