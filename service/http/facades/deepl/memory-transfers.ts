import { randomBytes, randomUUID } from 'node:crypto';
import { ownerOf } from '../../../lib/owner.ts';
import type Koa from 'koa';
import { z } from 'zod';
import { LIMITS, ProblemError } from '../../../contract/index.ts';
import type { NamedMemory } from '../../../memory/memory-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { UploadedFile } from '../../request/upload-file.ts';
import { validate } from '../../request/validate.ts';
import { ownAddress } from '../../response/own-address.ts';
import { sendTmx } from '../../response/send-tmx.ts';
import type { RouteCall } from '../../route.ts';
import { given } from '../shared/fields.ts';
import { findMemory } from './find-memory.ts';

const params = z.object({ id: z.uuid({ error: 'Translation memory not found' }).toLowerCase() });
const tokenParams = z.object({ token: z.string().max(100) });
const FIELDS = { type: 'fields', accepts: ['json', 'form'], schema: z.looseObject({}) } as const;
const BASE = '/v3/translation_memories';
const READ = { auth: 'translation_memories:read' } as const;

/** Imports and exports, which DeepL runs as jobs with an address for the file. */
export const transferRoutes = {
  importMemory: { method: 'post', path: `${BASE}/import`, auth: 'translate', request: FIELDS },
  memoryJob: { method: 'get', path: `${BASE}/jobs/{id}`, ...READ, params },
  uploadMemory: {
    method: 'put',
    path: `${BASE}/uploads/{token}`,
    auth: 'none',
    params: tokenParams,
    request: { type: 'stream' },
  },
  exportMemory: { method: 'post', path: `${BASE}/{id}/export`, ...READ, params, request: FIELDS },
  downloadMemory: { method: 'get', path: `${BASE}/downloads/{token}`, auth: 'none', params: tokenParams },
} as const;

type Routes = typeof transferRoutes;

const UPLOAD_MS = 15 * 60_000;
const DOWNLOAD_MS = 60 * 60_000;
const JOB_MS = 24 * 60 * 60_000;
/** Maximum of remembered imports and exports. */
const MAX_JOBS = 10_000;
const MAX_JOBS_EACH = 200;

const importFields = z.object({
  source_file: z.object({
    file_name: z.string().trim().min(1).max(255),
    content_length: z.int().min(1).max(LIMITS.tmxBytes),
    content_type: z
      .string()
      .regex(/^(?:application|text)\/(?:[\w.-]+\+)?xml$|^application\/x-tmx/, {
        error: 'It must be a type of XML, such as application/xml.',
      })
      .nullish(),
  }),
  parameters: z
    .object({ display_name: z.string().trim().min(1).max(LIMITS.glossaryName).nullish() })
    .nullish(),
});

interface MemoryJob {
  readonly id: string;
  readonly account: string;
  readonly operation: 'import' | 'export';
  readonly createdAt: number;
  updatedAt: number;
  /** The request's parameters, as the job shows them. */
  readonly parameters: object;
  readonly source?: { readonly content_type: string; readonly content_length: number };
  result: object;
  /** Until its file has arrived, and the sender knows. */
  upload?: Upload | undefined;
  download?: {
    readonly token: string;
    readonly memory: string;
    readonly name: string;
    readonly until: number;
  };
}

interface Upload {
  readonly token: string;
  readonly name: string;
  readonly until: number;
  /** Set while a file is being received: a second one is refused. */
  isReceiving?: boolean;
  /** Set once a file has arrived completely. */
  read?: { readonly sha256: string; readonly done: Promise<void> };
}

export function transferHandlers(services: ProtocolServices) {
  const jobs = createMemoryJobs();
  const exports = createExports(services);

  return {
    importMemory: ({ ctx, body, principal }: RouteCall<Routes['importMemory']>) => {
      const { source_file: file, parameters } = validate(importFields, given(body));
      const name = parameters?.display_name ?? file.file_name.slice(0, LIMITS.glossaryName);
      const until = Date.now() + UPLOAD_MS;
      const token = newToken();
      const job = jobs.add(ownerOf(principal), {
        operation: 'import',
        parameters: { display_name: name },
        source: {
          content_type: file.content_type ?? 'application/xml',
          content_length: file.content_length,
        },
        result: { status: 'awaiting_input', status_metadata: { required_action: 'upload_file' } },
        upload: { token, name, until },
      });
      const answer = {
        job_id: job.id,
        upload_url: addressOf(ctx, 'uploads', token),
        expires_at: new Date(until).toISOString(),
      };
      ok(ctx, answer, 201);
    },
    uploadMemory: async ({ ctx, params: { token }, receive }: RouteCall<Routes['uploadMemory']>) => {
      const job = jobs.find(({ upload }) => upload?.token === token);
      const upload = job?.upload;
      if (!job || !upload || upload.isReceiving || (!upload.read && upload.until < Date.now()))
        throw noAddress();
      upload.isReceiving = true;
      let file: UploadedFile;
      try {
        file = await receive({ exactly: job.source!.content_length });
      } finally {
        upload.isReceiving = false;
      }
      // DeepL's client drops an answer after 5 s and sends the file again: the repeat joins the first.
      upload.read ??= {
        sha256: file.sha256,
        done: importFile(services, job, { ...file, name: upload.name }),
      };
      if (upload.read.sha256 !== file.sha256) throw noAddress();
      await upload.read.done;
      ctx.res.once('finish', () => (job.upload = undefined));
      ctx.status = 200;
      ctx.body = '';
    },
    memoryJob: ({ ctx, params: { id }, principal }: RouteCall<Routes['memoryJob']>) => {
      const job = jobs.get(id);
      if (job?.account !== ownerOf(principal))
        throw new ProblemError('not_found', 'Translation memory job not found');
      if (job.upload && !job.upload.read && job.upload.until < Date.now()) {
        job.upload = undefined;
        job.result = { status: 'expired', error: { message: 'The file was not uploaded in time.' } };
      }
      ok(ctx, presentJob(ctx, job));
    },
    exportMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['exportMemory']>) => {
      const found = await findMemory(services, ownerOf(principal), id);
      const until = await exports.write(ownerOf(principal), found);
      const job = jobs.add(ownerOf(principal), {
        operation: 'export',
        parameters: { translation_memory_id: id },
        result: { status: 'completed' },
        download: { token: newToken(), memory: id, name: `${found.name}.tmx`, until },
      });
      ok(ctx, { job_id: job.id, parameters: job.parameters }, 202);
    },
    downloadMemory: async ({ ctx, params: { token } }: RouteCall<Routes['downloadMemory']>) => {
      const job = jobs.find(({ download }) => download?.token === token);
      if (!job?.download || job.download.until < Date.now()) throw noAddress();
      const path = await exports.pathOf(job.account, job.download.memory);
      if (path === undefined) throw noAddress();
      await sendTmx(ctx, path, job.download.name);
    },
  };
}

/** Imports and exports of the last day; oldest are dropped first. */
function createMemoryJobs() {
  const jobs = new Map<string, MemoryJob>();

  const makeRoom = (account: string): void => {
    const own = [...jobs.values()].filter((job) => job.account === account);
    const surplus = own.slice(0, Math.max(0, own.length - MAX_JOBS_EACH + 1));
    for (const old of jobs.values()) {
      if (jobs.size >= MAX_JOBS || Date.now() - old.createdAt > JOB_MS || surplus.includes(old))
        jobs.delete(old.id);
    }
  };

  return {
    add(account: string, fields: Omit<MemoryJob, 'id' | 'account' | 'createdAt' | 'updatedAt'>): MemoryJob {
      const now = Date.now();
      const job = { id: randomUUID(), account, createdAt: now, updatedAt: now, ...fields };
      makeRoom(account);
      jobs.set(job.id, job);
      return job;
    },
    get: (id: string): MemoryJob | undefined => jobs.get(id),
    find: (matches: (job: MemoryJob) => boolean): MemoryJob | undefined => [...jobs.values()].find(matches),
  };
}

interface ExportFile {
  /** Of the memory that it holds. */
  readonly state: string;
  readonly path: Promise<string>;
  until: number;
}

/** One file per memory, however often it is requested: a client that drops a slow answer asks again. */
function createExports({ memory, newUploadPath }: Pick<ProtocolServices, 'memory' | 'newUploadPath'>) {
  const files = new Map<string, ExportFile>();
  const drop = async ({ path }: ExportFile): Promise<void> => memory.dropExport(await path);
  const dropLater = (key: string): void =>
    void setTimeout(() => {
      const file = files.get(key);
      if (!file || file.until > Date.now()) return;
      files.delete(key);
      void drop(file).catch(() => undefined);
    }, DOWNLOAD_MS).unref();
  const write = async (account: string, id: string): Promise<string> => {
    const path = await newUploadPath();
    await memory.exportMemory(account, id, path);
    return path;
  };
  const keyOf = (account: string, id: string): string => `${account} ${id}`;

  return {
    /** Resolves once the file is there, with when it goes. */
    async write(account: string, { id, updated_at, units, targets }: NamedMemory): Promise<number> {
      const key = keyOf(account, id);
      const state = JSON.stringify([updated_at, units, targets]);
      const until = Date.now() + DOWNLOAD_MS;
      const known = files.get(key);
      const file = known?.state === state ? known : { state, path: write(account, id), until };
      file.until = until;
      files.set(key, file);
      dropLater(key);
      try {
        await file.path;
      } catch (error) {
        if (files.get(key) === file) files.delete(key);
        throw error;
      } finally {
        if (known && known !== file) await drop(known).catch(() => undefined);
      }
      return until;
    },
    pathOf: async (account: string, id: string): Promise<string | undefined> =>
      files.get(keyOf(account, id))?.path,
  };
}

/** A refused file becomes the job's result; other errors are also rethrown. */
async function importFile(
  { memory }: Pick<ProtocolServices, 'memory'>,
  job: MemoryJob,
  { path, name }: { path: string; name: string },
): Promise<void> {
  try {
    const { memory: made, skipped } = await memory.importMemory(job.account, { path, name });
    job.result = { status: 'completed', translation_memory_id: made.id, skipped_segment_count: skipped };
  } catch (error) {
    const isKnown = error instanceof ProblemError;
    const message = isKnown ? error.message : 'The file could not be stored.';
    job.result = { status: 'failed', error: { message } };
    if (!isKnown) throw error;
  } finally {
    job.updatedAt = Date.now();
  }
}

function presentJob(
  ctx: Koa.Context,
  { id, operation, createdAt, updatedAt, parameters, source, result, download }: MemoryJob,
) {
  const address = download && {
    download_url: addressOf(ctx, 'downloads', download.token),
    expires_at: new Date(download.until).toISOString(),
  };
  return {
    job_id: id,
    operation,
    product: 'translation_memory',
    creation_time: new Date(createdAt).toISOString(),
    updated_time: new Date(updatedAt).toISOString(),
    parameters,
    ...(source ? { source_file: source } : {}),
    results: [{ ...result, ...address }],
  };
}

/** With the requested host: the client may know this service by another name. */
function addressOf(ctx: Koa.Context, kind: 'uploads' | 'downloads', token: string): string {
  return `${ownAddress(ctx)}${BASE}/${kind}/${token}`;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function noAddress(): ProblemError {
  return new ProblemError('not_found', 'This URL is invalid or has expired. Request a new one.');
}
