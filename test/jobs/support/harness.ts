import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { ANY_CLIENT } from '../../support/any-client.ts';
import { openAccounts } from '../../../service/accounts/accounts.ts';
import type { AccountsOptions } from '../../../service/accounts/accounts.ts';
import type { Accounts, Ledger } from '../../../service/accounts/accounts-port.ts';
import type { Job } from '../../../service/contract/index.ts';
import { createJobs } from '../../../service/jobs/jobs.ts';
import type { JobsParts } from '../../../service/jobs/jobs.ts';
import type { CreatedJob, Jobs, NewDocument, UndetectedDocument } from '../../../service/jobs/jobs-port.ts';
import type { Store } from '../../../service/store/store-port.ts';
import { openStore } from '../../../service/store/store.ts';
import { createTestTranslation } from './translation.ts';
import type { TestTranslation } from './translation.ts';

export interface Harness {
  folder: string;
  store: Store;
  accounts: Accounts & Ledger;
  jobs: Jobs & { close(): Promise<void> };
  translation: TestTranslation;
  close(): Promise<void>;
}

export interface HarnessOptions {
  translation?: TestTranslation;
  accounts?: Partial<AccountsOptions>;
  jobs?: Partial<JobsParts>;
  /** Puts something between the jobs and the real store. */
  wrapStore?: (store: Store) => Store;
}

export async function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'interlinear-jobs-'));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Store, accounts and jobs as the service composes them, on a real folder. */
export async function openHarness(folder: string, options: HarnessOptions = {}): Promise<Harness> {
  const real = await openStore(folder);
  try {
    const store = options.wrapStore?.(real) ?? real;
    const translation = options.translation ?? createTestTranslation();
    const accounts = await openAccounts({ document: store.accounts, ...options.accounts });
    const jobs = await createJobs({ store, accounts, translation, clients: ANY_CLIENT, ...options.jobs });
    return {
      folder,
      store,
      accounts,
      jobs,
      translation,
      async close() {
        await jobs.close();
        await real.close();
      },
    };
  } catch (error) {
    await real.close();
    throw error;
  }
}

/** Uploads `text` and creates a job from it, by default for `local`, from English and as `letter.txt`. */
export async function createDocument(
  harness: Harness,
  text: string,
  more: Partial<NewDocument & UndetectedDocument> & { fileName?: string } = {},
): Promise<CreatedJob> {
  const { fileName = 'letter.txt', ...request } = more;
  const path = harness.store.files.newUploadPath();
  await writeFile(path, text);
  return harness.jobs.createDocument({
    accountId: 'local',
    ...(request.detect ? { detect: request.detect } : { from: 'en' }),
    to: 'es',
    options: {},
    upload: {
      path,
      fileName,
      mediaType: undefined,
      content: { bytes: Buffer.byteLength(text), crc32: crc32(text) },
    },
    ...request,
  });
}

export function createBatch(harness: Harness, texts: string[], accountId = 'local'): Promise<CreatedJob> {
  const segments = texts.map((text) => ({ text }));
  return harness.jobs.createBatch({ accountId, from: 'en', to: 'es', options: {}, segments });
}

export function lines(count: number, word = 'line'): string {
  return Array.from({ length: count }, (_, i) => `${word} number ${i}`).join('\n');
}

/** Waits until the job has ended, or is as `until` wants it. */
export async function awaitJob(
  harness: Harness,
  id: string,
  until: (job: Job) => boolean = ({ status }) => status !== 'running',
  accountId = 'local',
): Promise<Job> {
  for (;;) {
    const job = await harness.jobs.get(accountId, id);
    if (until(job)) return job;
    await pause(2);
  }
}

/** Names in the folder of jobs and of uploads, to see what a refused request left. */
export async function leftovers(folder: string): Promise<string[]> {
  const names = await Promise.all([readdir(join(folder, 'jobs')), readdir(join(folder, 'uploads'))]);
  return names.flat();
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
