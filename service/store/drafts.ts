import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS, ProblemError } from '../contract/index.ts';
import { clearTemporary, writeAtomically } from '../lib/atomic-file.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { errorCode } from '../lib/error-code.ts';
import { storing } from '../lib/storage-error.ts';
import type { Drafts } from './port.ts';

/**
 * A folder an account, a file a draft, both called by a hash: names are the client's, and two that differ only in case are one on
 * some disks.
 */
export async function openDrafts(folder: string): Promise<Drafts> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Others are not ours, such as what a file manager leaves.
  const own = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of own) await clearTemporary(join(folder, name));
  // One after the other, so that of two writes at once both count.
  const inTurn = createSemaphore(1);
  const folderOf = (accountId: string): string => join(folder, hashOf(accountId));
  const pathOf = (accountId: string, name: string): string =>
    join(folderOf(accountId), `${hashOf(name)}.json`);

  return {
    async read(accountId, name) {
      try {
        return await readFile(pathOf(accountId, name));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') throw notFound();
        throw error;
      }
    },
    write: (accountId, name, json) =>
      inTurn(async () => {
        const own = folderOf(accountId);
        await storing(mkdir(own, { recursive: true, mode: 0o700 }));
        const files = (await readdir(own)).filter((file) => file.endsWith('.json'));
        if (files.length >= LIMITS.drafts && !files.includes(`${hashOf(name)}.json`)) throw tooMany();
        await writeAtomically(pathOf(accountId, name), json);
      }),
    remove: (accountId, name) => rm(pathOf(accountId, name), { force: true }),
  };
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}

function notFound(): ProblemError {
  return new ProblemError('not_found', 'There is no draft of this name.');
}

function tooMany(): ProblemError {
  return new ProblemError(
    'conflict',
    `This account has ${LIMITS.drafts} drafts, which is all it may. Remove one first.`,
  );
}
