import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LIMITS, ProblemError } from '../contract/index.ts';
import { clearTemporary, removeFile, writeAtomically } from '../lib/atomic-file.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { errorCode } from '../lib/error-code.ts';
import { accountOf, clientOf, GENERAL } from '../lib/owner.ts';
import { storing } from '../lib/storage-error.ts';
import { setAside } from './set-aside.ts';
import type { ClientFiles, Drafts } from './store-port.ts';

/**
 * A folder per owner, in the client's if it has one; a file per draft, named by hashes: some disks ignore case in names.
 */
export async function openDrafts(folder: string, clients?: Pick<ClientFiles, 'folderOf'>): Promise<Drafts> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Ignores foreign entries, such as files left by a file manager.
  const own = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of own) await clearTemporary(join(folder, name));
  // Serialised, so that two concurrent writes both count.
  const exclusively = createSemaphore(1);
  const folderOf = (owner: string): string => {
    const client = clientOf(owner);
    if (client === GENERAL || !clients) return join(folder, hashOf(owner));
    return join(clients.folderOf(accountOf(owner), client), 'drafts');
  };
  const pathOf = (owner: string, name: string): string => join(folderOf(owner), `${hashOf(name)}.json`);

  return {
    async read(owner, name) {
      const path = pathOf(owner, name);
      const json = await readIntact(path);
      if (json !== 'damaged') return json;
      return exclusively(async () => {
        // A write may have replaced it meanwhile.
        const again = await readIntact(path);
        if (again === 'damaged') await setAside(path);
        return again;
      });
    },
    write: (owner, name, json) =>
      exclusively(async () => {
        const own = folderOf(owner);
        await storing(mkdir(own, { recursive: true, mode: 0o700 }));
        const files = (await readdir(own)).filter((file) => file.endsWith('.json'));
        if (files.length >= LIMITS.drafts && !files.includes(`${hashOf(name)}.json`)) throw tooMany();
        await writeAtomically(pathOf(owner, name), sealed(json));
      }),
    remove: (owner, name) => removeFile(pathOf(owner, name)),
    async count(owner) {
      const files = await readdir(folderOf(owner)).catch(() => []);
      return files.filter((file) => file.endsWith('.json')).length;
    },
  };
}

/** Our JSON has no line break: the text after it is the checksum. */
function sealed(json: string): string {
  return `${json}\n${crc32(json)}`;
}

/** A draft's JSON. The checksum finds damage without parsing a client's 2 MB. */
async function readIntact(path: string): Promise<Buffer | 'damaged'> {
  let file: Buffer;
  try {
    file = await readFile(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') throw notFound();
    if (code !== undefined && UNREADABLE.has(code)) return 'damaged';
    throw error;
  }
  const end = file.lastIndexOf('\n');
  const json = file.subarray(0, end);
  return file.toString('latin1', end + 1) === String(crc32(json)) ? json : 'damaged';
}

/** Codes of what will not be read next time either; too many open files, for one, pass. */
const UNREADABLE = new Set(['EACCES', 'EIO', 'EISDIR', 'EPERM']);

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

function notFound(): ProblemError {
  return new ProblemError('not_found', 'There is no draft of this name.');
}

function tooMany(): ProblemError {
  return new ProblemError(
    'conflict',
    `There are ${LIMITS.drafts} drafts, which is all it may. Remove one first.`,
  );
}
