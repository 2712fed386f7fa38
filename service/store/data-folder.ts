import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { asObject } from '../records/lines.ts';
import { DataFolderError } from './folder-error.ts';

/** Says whose folder this is. Nothing is removed in a folder without it. */
const MARKER = 'interlinear.json';
/** Version of the folder as a whole. This release cannot read a later one. */
const FORMAT = 1;
/** Files allowed before the first start: a crashed start's lock and addresses, imported models. */
const BEFORE_THE_FIRST_START = ['lock', 'lock.takeover', 'endpoint.json', 'session.json', 'models'];
/** Write permission of group and others. */
const OTHERS_WRITE = 0o022;

/**
 * Makes the data folder if there is none, and makes sure that it is one of ours, and this user's alone to
 * write. Changes nothing in a folder that it refuses, with a DataFolderError that names the remedy.
 */
export async function claimDataFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  await refuseSharedFolder(folder);
  if (await isMarked(folder)) return;
  await refuseStrangersFolder(folder);
  const marker = JSON.stringify({ product: 'interlinear', format: FORMAT });
  await writeDurably(join(folder, MARKER), `${marker}\n`).catch((error: unknown) => {
    // Another process has just been faster: the lock decides between the two.
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/**
 * Makes a folder and those above it, for this user alone. Node's own `recursive` tries forever where the
 * system answers ENOENT though the folder above is there, as it does in /proc.
 */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  try {
    await makeOneFolder(path);
  } catch (error) {
    const above = dirname(path);
    if (errorCode(error) !== 'ENOENT' || above === path) throw error;
    // Once more, also where another process has made the folder above in between; never a third time.
    await makeFolder(above);
    await makeOneFolder(path);
  }
}

async function makeOneFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    // Another process has just been faster.
    if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return found?.isDirectory() ?? false;
}

/** Anyone who can write in it can read keys and documents, or replace them. */
async function refuseSharedFolder(folder: string): Promise<void> {
  const user = process.getuid?.();
  // Windows: the folder of a user's profile is the user's by its access list.
  if (user === undefined) return;
  const { uid, mode } = await stat(folder);
  if (uid !== user) {
    throw new DataFolderError(folder, {
      code: 'folder_of_other_user',
      text: `it belongs to another user (id ${uid}). Start as that user, give this one ownership and permission with chown, or choose another folder with --data-dir.`,
    });
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    throw new DataFolderError(folder, {
      code: 'folder_open_to_others',
      text: `other users can write in it. Take that permission away with: chmod go-w "${folder}"`,
    });
  }
}

async function isMarked(folder: string): Promise<boolean> {
  let text: string;
  try {
    text = await readFile(join(folder, MARKER), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  const format = formatOf(text);
  if (format <= FORMAT) return true;
  throw new DataFolderError(folder, {
    code: 'folder_of_later_version',
    text: 'a later version of Interlinear has written it. Start that version, or choose another folder with --data-dir.',
  });
}

/** A marker that a power cut has emptied is one all the same. */
function formatOf(text: string): number {
  try {
    const format = asObject(JSON.parse(text))?.['format'];
    return typeof format === 'number' ? format : FORMAT;
  } catch {
    return FORMAT;
  }
}

async function refuseStrangersFolder(folder: string): Promise<void> {
  const names = await readdir(folder);
  // Another process has just made the folder one of ours.
  if (names.includes(MARKER)) return;
  const strange = names.find((name) => !BEFORE_THE_FIRST_START.includes(name));
  if (strange === undefined) return;
  throw new DataFolderError(folder, {
    code: 'folder_not_ours',
    text: `it holds things that are not Interlinear's, such as ${strange}. Choose an empty folder, or one that is not there yet, with --data-dir or INTERLINEAR_DATA_DIR.`,
    what: strange,
  });
}
