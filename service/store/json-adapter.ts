import { readFile, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Adapter } from 'lowdb';
import { writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { setAside } from './set-aside.ts';

/** A value with the number of its write, as stored in the file. */
export interface Numbered<T> {
  rev: number;
  data: T;
  /** Set when the value was restored, until the missing data has been rebuilt. */
  restored?: { how: 'backup' | 'lost'; rev: number };
}

/** Far above any number of a lost file, so that references to that file are known to be older. */
const REV_LEAP = 1_000_000;

/** A lowdb adapter that survives a power cut: lowdb's JSONFile neither fsyncs nor keeps a copy. */
export type JsonAdapter<T> = Adapter<Numbered<T>>;

/** `parse` validates the read value; if it fails, the file counts as unreadable. */
export function createJsonAdapter<T>(
  path: string,
  initial: T,
  parse: (data: unknown) => T | undefined,
): JsonAdapter<T> {
  return {
    async read() {
      const main = await readNumbered(path, parse);
      if (main !== 'missing' && main !== 'unreadable') {
        // A file cannot be renamed onto a folder: every later write would fail.
        if (await isFolder(`${path}.bak`)) await setAside(`${path}.bak`);
        return main;
      }
      const backup = await readNumbered(`${path}.bak`, parse);
      if (main === 'unreadable') await setAside(path);
      if (backup === 'unreadable') await setAside(`${path}.bak`);
      if (main === 'missing' && backup === 'missing') return null;
      return backup === 'missing' || backup === 'unreadable'
        ? { rev: REV_LEAP, data: initial, restored: { how: 'lost', rev: 0 } }
        : {
            ...backup,
            rev: backup.rev + REV_LEAP,
            restored: backup.restored ?? { how: 'backup', rev: backup.rev },
          };
    },
    write: (value) => writeAtomically(path, sealed(JSON.stringify(value)), { backup: true }),
  };
}

async function readNumbered<T>(
  path: string,
  parse: (data: unknown) => T | undefined,
): Promise<Numbered<T> | 'missing' | 'unreadable'> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'missing';
    // A folder in the file's place: set aside like any other foreign content.
    if (errorCode(error) === 'EISDIR') return 'unreadable';
    throw error;
  }
  try {
    const value: unknown = isIntact(text) ? JSON.parse(text) : undefined;
    const data = isNumbered(value) ? parse(value.data) : undefined;
    return isNumbered(value) && data !== undefined ? { ...value, data } : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/**
 * The JSON of an object with its checksum as first member: a flipped bit can change a balance and leave the
 * JSON valid. A file without the checksum is accepted, so that people can repair one by hand.
 */
function sealed(json: string): string {
  return `{"crc32":${crc32(json)},${json.slice(1)}`;
}

function isIntact(text: string): boolean {
  const seal = /^\{"crc32":(\d+),/.exec(text);
  return !seal || crc32(`{${text.slice(seal[0].length)}`) === Number(seal[1]);
}

function isNumbered(value: unknown): value is Numbered<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'rev' in value &&
    Number.isSafeInteger(value.rev) &&
    'data' in value
  );
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
