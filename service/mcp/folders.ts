import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { ToolError } from './tool-error.ts';

/** The folders that an assistant may read from and write to. */
export interface Folders {
  /** The real path of a file to read. Rejects with a ToolError. */
  toRead(path: string): Promise<string>;
  /**
   * The real path of a file that does not exist yet, with one of the extensions. Rejects with a ToolError.
   */
  toWrite(path: string, endings?: readonly string[]): Promise<string>;
  /** The same, with a number after the name if the file exists. */
  toWriteBeside(path: string): Promise<string>;
  /** The first folder, for files without a natural place. */
  first(): Promise<string>;
}

/**
 * Paths are resolved, through links and `..`, before they are compared with the folders. `allowed` is called
 * each time: a client's roots may change. Nothing in `closed`, the data folder with its keys, may be read or
 * written, and nothing hidden (a name with a leading dot): programs obey many such files, and an assistant
 * may obey a document.
 */
export function createFolders(allowed: () => Promise<readonly string[]>, closed: string): Folders {
  function refuseNul(path: string): void {
    if (path.includes('\0')) throw new ToolError('The path holds a NUL character. Leave it out.');
  }

  async function roots(): Promise<string[]> {
    const given = await allowed();
    const real = await Promise.all(given.map(async (path) => realpath(path).catch(() => undefined)));
    const found = real.filter((path) => path !== undefined);
    if (found.length > 0) return found;
    throw new ToolError(
      given.length > 0
        ? `None of the folders is there: ${given.join(', ')}. Start the server with another --root.`
        : 'No folder is open to assistants. Start the server with --root FOLDER, or use a client that offers its roots.',
    );
  }

  async function refuseOutside(real: string, asked: string, folders: readonly string[]): Promise<void> {
    if (isWithin(real, await realFolder(closed))) {
      throw new ToolError(`${asked} is in the data folder of Interlinear, which is closed to assistants.`);
    }
    const ways = folders.filter((folder) => isWithin(real, folder)).map((folder) => relative(folder, real));
    if (ways.length === 0)
      throw new ToolError(`${asked} is outside of the folders open to assistants: ${folders.join(', ')}.`);
    if (ways.every(isHidden))
      throw new ToolError(
        `${asked} is hidden: a name in it begins with a dot. Such files are closed to assistants. Name another.`,
      );
  }

  async function toWrite(path: string, endings?: readonly string[]): Promise<string> {
    refuseNul(path);
    if (endings && !endings.includes(extname(path).toLowerCase()))
      throw new ToolError(`A file of this format ends in ${endings.join(' or ')}, and ${path} does not.`);
    const folders = await roots();
    const full = resolve(folders[0]!, path);
    const folder = await realFolder(dirname(full));
    const real = join(folder, basename(full));
    await refuseOutside(real, path, folders);
    if (await isThere(real)) {
      throw new ToolError(`${path} is there already, and nothing is overwritten. Name another output_path.`);
    }
    const there = await stat(folder).catch(() => undefined);
    if (!there?.isDirectory())
      throw new ToolError(`There is no folder ${dirname(path)}. Name one that exists.`);
    return real;
  }

  const first = async (): Promise<string> => (await roots())[0]!;

  return {
    toWrite,

    async toWriteBeside(path) {
      refuseNul(path);
      const { dir, name, ext } = parse(path);
      let free = path;
      for (let number = 2; await isThere(resolve(await first(), free)); number += 1) {
        free = join(dir, `${name}-${number}${ext}`);
      }
      return toWrite(free);
    },

    async toRead(path) {
      refuseNul(path);
      const folders = await roots();
      const full = resolve(folders[0]!, path);
      const real = await realpath(full).catch(() => undefined);
      if (real === undefined) {
        // Does not reveal whether a file outside exists.
        await refuseOutside(join(await realFolder(dirname(full)), basename(full)), path, folders);
        throw new ToolError(`There is no file ${path}.${await nearby(full)}`);
      }
      await refuseOutside(real, path, folders);
      if (!(await stat(real)).isFile()) throw new ToolError(`${path} is not a file. Name one document.`);
      return real;
    },

    first,
  };
}

/** A link counts as existing: writing through it would leave the folder. */
async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** The real path of a folder whose last parts need not exist. */
async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return real;
  const parent = dirname(path);
  return parent === path ? path : join(await realFolder(parent), basename(path));
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isHidden(way: string): boolean {
  return way.split(sep).some((name) => name.startsWith('.'));
}

/** For assistants over HTTP, which get no access to files of this machine. */
export const NO_FOLDERS: Folders = {
  toRead: noFolder,
  toWrite: noFolder,
  toWriteBeside: noFolder,
  first: noFolder,
};

function noFolder(): Promise<never> {
  const message =
    'Over HTTP no file can be read or written. The document of a job that is done is the resource ' +
    'interlinear://jobs/{job_id}/content. For files use an assistant that starts "interlinear mcp" on this machine.';
  return Promise.reject(new ToolError(message));
}

const MAX_NAMES = 5;

/** The names in the folder most similar to the requested one. */
async function nearby(path: string): Promise<string> {
  const names = await readdir(dirname(path)).catch(() => []);
  const wanted = basename(path).toLowerCase();
  const near = names
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MAX_NAMES);
  return near.length === 0
    ? ' The folder is empty.'
    : ` The folder has: ${near.map(({ name }) => name).join(', ')}.`;
}
