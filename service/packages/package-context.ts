import { ProblemError } from '../contract/index.ts';
import { ownerOf } from '../lib/owner.ts';
import type { Jobs } from '../jobs/jobs-port.ts';
import type { Log } from '../log.ts';
import type { Memory } from '../memory/memory-port.ts';
import type { PackageRecord } from '../records/package-record.ts';
import type { PackagePort } from '../worker/document-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import type { PackageFiles } from './package-files.ts';

export interface PackagesParts {
  /** Of all packages. */
  readonly folder: string;
  readonly jobs: Jobs;
  readonly memory: Pick<Memory, 'importMemory' | 'removeMemory' | 'lookUp'>;
  readonly translation: PackagePort & Pick<TranslationPort, 'route' | 'release'>;
  /** The room of an account on the disk: `reserve` rejects with `storage_full`, `note` counts what is there. */
  readonly storage: {
    reserve(accountId: string, id: string, bytes: number): Promise<void>;
    note(accountId: string, id: string, bytes: number): void;
    release(id: string): void;
  };
  readonly newUploadPath: () => string;
  /** The jobs of a package. */
  readonly jobsOfGroup: (id: string) => Promise<{ id: string; owner: string }[]>;
  /** Whether the owner's client exists. */
  readonly isThere: (owner: string) => boolean;
  readonly log: Log;
  readonly now?: () => Date;
}

export interface PackageContext extends Omit<PackagesParts, 'now'> {
  readonly files: PackageFiles;
  readonly records: Map<string, PackageRecord>;
  readonly now: () => Date;
}

/** Removes what a package has made: its jobs, its memories and its folder. */
export async function clearAway(
  { jobs, memory, files, translation, jobsOfGroup }: PackageContext,
  id: string,
  owner: string,
  memories: readonly string[],
): Promise<void> {
  await translation.release(id).catch(() => undefined);
  for (const job of await jobsOfGroup(id)) await unlessGone(jobs.remove(job.owner, job.id));
  for (const one of memories) await unlessGone(memory.removeMemory(owner, one));
  await files.discard(id);
}

async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
  }
}

export function baseName(entry: string): string {
  return entry.slice(entry.lastIndexOf('/') + 1);
}

/** The owner of a package's jobs and memories. */
export function ownerOfPackage({ account_id, client_id }: PackageRecord): string {
  return ownerOf({ accountId: account_id, clientId: client_id });
}
