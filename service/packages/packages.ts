import { randomUUID } from 'node:crypto';
import { ProblemError } from '../contract/index.ts';
import type { Job, Package } from '../contract/index.ts';
import type { Jobs } from '../jobs/jobs-port.ts';
import { removeFile } from '../lib/atomic-file.ts';
import { GENERAL } from '../lib/owner.ts';
import type { OwnedBy } from '../lib/owner.ts';
import type { PackageRecord } from '../records/package-record.ts';
import { createPackage } from './create-package.ts';
import { baseName, clearAway, ownerOfPackage } from './package-context.ts';
import type { PackageContext, PackagesParts } from './package-context.ts';
import { onceByKey } from './package-keys.ts';
import { openPackageFiles } from './package-files.ts';
import type { Packages } from './packages-port.ts';

/** Opens the packages, and removes what an earlier run has not finished. */
export async function openPackages(parts: PackagesParts): Promise<Packages & { close(): void }> {
  const files = await openPackageFiles(parts.folder);
  const records = new Map(files.records.map((record) => [record.id, record]));
  const context: PackageContext = { now: () => new Date(), ...parts, files, records };
  for (const [id, { owner, memories }] of files.unfinished)
    await clearAway(context, id, owner, memories).catch((err: unknown) =>
      parts.log.error({ err }, 'what is left of a package cannot be removed'),
    );
  for (const { id, account_id: account } of records.values())
    parts.storage.note(account, id, await files.bytesOf(id));
  const stop = followRetries(context);
  const find = ({ accountId, clientId }: OwnedBy, id: string): PackageRecord => {
    const record = records.get(id);
    const isBound = clientId !== undefined;
    if (record?.account_id !== accountId || (isBound && (record.client_id ?? GENERAL) !== clientId))
      throw notFound();
    return record;
  };
  const remove = async (record: PackageRecord, hasClient = true): Promise<void> => {
    const { id } = record;
    const owner = ownerOfPackage(record);
    // Those of a deleted client are gone with its database, which must not come back.
    const memories = hasClient ? record.memories.map((memory) => memory.id) : [];
    await files.undo(id, { owner, memories });
    records.delete(id);
    await clearAway(context, id, owner, memories);
    parts.storage.release(id);
  };
  const removeOrphans = async (isMeant: (record: PackageRecord) => boolean): Promise<void> => {
    for (const record of [...records.values()].filter(isMeant)) await remove(record, false);
  };
  // Of a client that was deleted just before a crash.
  await removeOrphans((record) => !parts.isThere(ownerOfPackage(record)));
  const once = onceByKey(context);
  return {
    create: (request) => once(request, () => createPackage(context, request)),
    list: async (owner) => {
      const own = [...records.values()].filter((record) => ownerOfPackage(record) === owner);
      own.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
      return Promise.all(own.map((record) => present(context, record)));
    },
    get: async (by, id) => present(context, find(by, id)),
    returned: async (by, id, { drafts }) => returned(context, find(by, id), drafts),
    reference: async (by, id, n) => reference(context, find(by, id), n),
    remove: async (by, id) => remove(find(by, id)),
    removeOf: (clientId) => removeOrphans((record) => record.client_id === clientId),
    close: stop,
  };
}

/** A job that is run again takes the place of the one that failed. */
function followRetries({ jobs, records, files, log }: PackageContext): () => void {
  return jobs.subscribe((_, job, change) => {
    const record = change === 'started' && job.group_id ? records.get(job.group_id) : undefined;
    if (!record || record.files.some(({ job_id }) => job_id === job.id)) return;
    void (async () => {
      for (const [n, file] of record.files.entries()) {
        if (baseName(file.name) !== job.file_name) continue;
        const status = await statusOf(jobs, ownerOfPackage(record), file.job_id);
        if (status !== 'failed' && status !== 'cancelled' && status !== 'deleted') continue;
        const list = record.files.map((one, at) => (at === n ? { ...one, job_id: job.id } : one));
        const next = { ...record, files: list };
        records.set(record.id, next);
        await files.write(next);
        return;
      }
    })().catch((err: unknown) => log.error({ err }, 'a package does not know its new job'));
  });
}

async function jobOf(jobs: Jobs, owner: string, id: string): Promise<Job | undefined> {
  try {
    return await jobs.get(owner, id, 'document');
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function statusOf(jobs: Jobs, owner: string, id: string): Promise<Job['status'] | 'deleted'> {
  return (await jobOf(jobs, owner, id))?.status ?? 'deleted';
}

async function present({ jobs }: PackageContext, record: PackageRecord): Promise<Package> {
  let open = 0;
  const files: Package['files'] = [];
  for (const { job_id, name, segments, words, locked, locked_open } of record.files) {
    const job = await jobOf(jobs, ownerOfPackage(record), job_id);
    const confirmed = job?.confirmed_segments ?? 0;
    open += Math.max(0, segments - confirmed - locked_open);
    files.push({ job_id, name, status: job?.status ?? 'deleted', segments, words, locked, confirmed });
  }
  const has = (status: string): boolean => files.some((file) => file.status === status);
  return {
    id: record.id,
    client_id: record.client_id ?? GENERAL,
    tool: record.tool,
    status: has('running') ? 'running' : has('failed') ? 'failed' : has('done') ? 'done' : 'cancelled',
    name: record.name,
    ...(record.file_name === undefined ? {} : { file_name: record.file_name }),
    from: record.from,
    to: record.to,
    created_at: record.created_at,
    files,
    open,
    words: record.words,
    memories: record.memories,
    left_out: record.left_out.map(({ entry, what }) => ({ name: entry, what })),
    warnings: record.warnings,
  };
}

async function returned(
  { jobs, translation, files, newUploadPath, now }: PackageContext,
  record: PackageRecord,
  drafts: boolean,
) {
  const { id } = record;
  const owner = ownerOfPackage(record);
  const list = await Promise.all(
    record.files.map(async ({ entry, job_id }) => {
      const status = await statusOf(jobs, owner, job_id);
      if (status === 'running') throw stillRunning();
      return { entry, ...(status === 'done' ? { job: await jobs.assembly(owner, job_id) } : {}) };
    }),
  );
  const path = newUploadPath();
  try {
    const { extension } = await translation.returnPackage({
      jobId: id,
      account: record.account_id,
      sourcePath: files.pathOf(id),
      fileName: record.file_name,
      to: record.package_to,
      files: list,
      drafts,
      at: now().toISOString(),
      returnPath: path,
    });
    const base = (record.file_name ?? record.name).replace(/\.[^.]*$/, '') || 'package';
    return fileAt(path, `${base}.${extension}`, 'application/zip');
  } catch (error) {
    await removeFile(path).catch(() => undefined);
    throw error;
  }
}

async function reference(
  { translation, files, newUploadPath }: PackageContext,
  record: PackageRecord,
  n: number,
) {
  const left = record.left_out[n];
  if (!left) throw new ProblemError('not_found', 'The package has no such file: see its left_out.');
  const path = newUploadPath();
  try {
    await translation.unpackEntry({
      jobId: record.id,
      account: record.account_id,
      sourcePath: files.pathOf(record.id),
      entry: left.entry,
      path,
    });
    return fileAt(path, baseName(left.entry), 'application/octet-stream');
  } catch (error) {
    await removeFile(path).catch(() => undefined);
    throw error;
  }
}

function fileAt(path: string, fileName: string, mediaType: string) {
  return { path, fileName, mediaType, etag: `"${randomUUID()}"` };
}

function notFound(): ProblemError {
  return new ProblemError(
    'not_found',
    'There is no such package. GET /v1/packages lists those of this account.',
  );
}

function stillRunning(): ProblemError {
  return new ProblemError('conflict', 'A job of this package still runs. Wait for it, or cancel it.', {
    reason: 'job_not_done',
  });
}
