import { randomBytes, randomUUID } from 'node:crypto';
import type Koa from 'koa';
import { z } from 'zod';
import { LIMITS, ProblemError } from '../../../contract/index.ts';
import { removeFile } from '../../../lib/atomic-file.ts';
import type { MemorySegment, NamedMemory } from '../../../memory/memory-port.ts';
import { ok } from '../../handler.ts';
import type { ProtocolServices } from '../../protocol.ts';
import type { UploadedFile } from '../../request/upload-file.ts';
import { validate } from '../../request/validate.ts';
import { ownAddress } from '../../response/own-address.ts';
import { sendTmx } from '../../response/send-tmx.ts';
import type { RouteCall } from '../../route.ts';
import { flag, given, wholeNumber } from '../shared/fields.ts';
import { findMemory } from './find-memory.ts';

const ANYTHING = z.looseObject({});
const params = z.object({ id: z.uuid({ error: 'Translation memory not found' }).toLowerCase() });
const tokenParams = z.object({ token: z.string().max(100) });
const FIELDS = { type: 'fields', accepts: ['json', 'form'], schema: ANYTHING } as const;
const BASE = '/v3/translation_memories';
const READ = { auth: 'translation_memories:read' } as const;
/** A narrow key may read, not write. */
const WRITE = { auth: 'translate' } as const;

export const memoryRoutes = {
  listMemories: { method: 'get', path: BASE, ...READ, query: ANYTHING },
  importMemory: { method: 'post', path: `${BASE}/import`, ...WRITE, request: FIELDS },
  memoryJob: { method: 'get', path: `${BASE}/jobs/{id}`, ...READ, params },
  uploadMemory: {
    method: 'put',
    path: `${BASE}/uploads/{token}`,
    auth: 'none',
    params: tokenParams,
    request: { type: 'stream' },
  },
  downloadMemory: { method: 'get', path: `${BASE}/downloads/{token}`, auth: 'none', params: tokenParams },
  showMemory: { method: 'get', path: `${BASE}/{id}`, ...READ, params },
  removeMemory: { method: 'delete', path: `${BASE}/{id}`, ...WRITE, params },
  memorySegments: { method: 'get', path: `${BASE}/{id}/segments`, ...READ, params, query: ANYTHING },
  exportMemory: { method: 'post', path: `${BASE}/{id}/export`, ...READ, params, request: FIELDS },
} as const;

type Routes = typeof memoryRoutes;

const UPLOAD_MS = 15 * 60_000;
const DOWNLOAD_MS = 60 * 60_000;
const JOB_MS = 24 * 60 * 60_000;
/** Imports and exports that are remembered. */
const MAX_JOBS = 10_000;
const MAX_JOBS_EACH = 200;

const pageFields = z.object({
  page: wholeNumber(0, 1_000_000).default(0),
  page_size: wholeNumber(1, 25).default(10),
});
const segmentFields = z.object({
  page_size: wholeNumber(1, 100).default(50),
  page_cursor: wholeNumber(0, 999_999_999).optional(),
  filter_text: z.string().min(2).max(LIMITS.memoryQuery).optional(),
  filter_case_sensitive: flag.default(false),
});
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
  /** Until its file is there, and its sender knows. */
  upload?: Upload | undefined;
  download?: { readonly token: string; readonly path: string; readonly name: string; readonly until: number };
}

interface Upload {
  readonly token: string;
  readonly name: string;
  readonly until: number;
  /** While a file comes in: a second one is refused. */
  isReceiving?: boolean;
  /** Once one is there whole. */
  read?: { readonly sha256: string; readonly done: Promise<void> };
}

export function memoryHandlers(services: ProtocolServices) {
  const { memory, newUploadPath } = services;
  const jobs = new Map<string, MemoryJob>();

  const remember = (job: MemoryJob): void => {
    const own = [...jobs.values()].filter(({ account }) => account === job.account);
    const surplus = own.length >= MAX_JOBS_EACH ? own.slice(0, own.length - MAX_JOBS_EACH + 1) : [];
    for (const old of jobs.values()) {
      if (jobs.size >= MAX_JOBS || Date.now() - old.createdAt > JOB_MS || surplus.includes(old)) forget(old);
    }
    jobs.set(job.id, job);
  };
  const forget = (job: MemoryJob): void => {
    jobs.delete(job.id);
    dropFile(job);
  };
  const dropFile = (job: MemoryJob): void => {
    if (job.download) void removeFile(job.download.path).catch(() => undefined);
  };

  const importFile = async (job: MemoryJob, name: string, path: string): Promise<void> => {
    try {
      const { memory: made, skipped } = await memory.importMemory(job.account, { path, name });
      job.result = {
        status: 'completed',
        translation_memory_id: made.id,
        skipped_segment_count: skipped,
      };
    } catch (error) {
      const isKnown = error instanceof ProblemError;
      const message = isKnown ? error.message : 'The file could not be stored.';
      job.result = { status: 'failed', error: { message } };
      if (!isKnown) throw error;
    } finally {
      job.updatedAt = Date.now();
    }
  };

  return {
    listMemories: async ({ ctx, query, principal }: RouteCall<Routes['listMemories']>) => {
      const { page, page_size: size } = validate(pageFields, given(query));
      const all = await memory.memories(principal.accountId);
      ok(ctx, {
        translation_memories: all.slice(page * size, (page + 1) * size).map(present),
        total_count: all.length,
      });
    },
    showMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['showMemory']>) =>
      ok(ctx, present(await findMemory(services, principal.accountId, id))),
    removeMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['removeMemory']>) => {
      const { own } = await findMemory(services, principal.accountId, id);
      if (own)
        throw new ProblemError(
          'forbidden',
          'This memory holds what was translated here: it is not deleted by another program.',
        );
      await memory.removeMemory(principal.accountId, id);
      ctx.status = 204;
    },
    memorySegments: async ({
      ctx,
      params: { id },
      query,
      principal,
    }: RouteCall<Routes['memorySegments']>) => {
      const fields = validate(segmentFields, given(query));
      const { units } = await findMemory(services, principal.accountId, id);
      const { segments, next } = await memory.memorySegments(principal.accountId, id, {
        limit: fields.page_size,
        after: fields.page_cursor ?? 0,
        text: fields.filter_text,
        isCaseSensitive: fields.filter_case_sensitive,
      });
      ok(ctx, {
        segments: segments.map(presentSegment),
        segment_count: units,
        ...(next === undefined ? {} : { next_page_cursor: String(next) }),
      });
    },
    importMemory: ({ ctx, body, principal }: RouteCall<Routes['importMemory']>) => {
      const { source_file: file, parameters } = validate(importFields, given(body));
      const name = parameters?.display_name ?? file.file_name.slice(0, LIMITS.glossaryName);
      const until = Date.now() + UPLOAD_MS;
      const token = newToken();
      const job: MemoryJob = {
        id: randomUUID(),
        account: principal.accountId,
        operation: 'import',
        createdAt: Date.now(),
        updatedAt: Date.now(),
        parameters: { display_name: name },
        source: {
          content_type: file.content_type ?? 'application/xml',
          content_length: file.content_length,
        },
        result: { status: 'awaiting_input', status_metadata: { required_action: 'upload_file' } },
        upload: { token, name, until },
      };
      remember(job);
      const answer = {
        job_id: job.id,
        upload_url: addressOf(ctx, 'uploads', token),
        expires_at: new Date(until).toISOString(),
      };
      ok(ctx, answer, 201);
    },
    uploadMemory: async ({ ctx, params: { token }, receive }: RouteCall<Routes['uploadMemory']>) => {
      const job = [...jobs.values()].find(({ upload }) => upload?.token === token);
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
      // DeepL's client drops an answer that takes 5 s and sends the file again: it waits with the first.
      upload.read ??= { sha256: file.sha256, done: importFile(job, upload.name, file.path) };
      if (upload.read.sha256 !== file.sha256) throw noAddress();
      await upload.read.done;
      ctx.res.once('finish', () => (job.upload = undefined));
      ctx.status = 200;
      ctx.body = '';
    },
    memoryJob: ({ ctx, params: { id }, principal }: RouteCall<Routes['memoryJob']>) => {
      const job = jobs.get(id);
      if (job?.account !== principal.accountId)
        throw new ProblemError('not_found', 'Translation memory job not found');
      if (job.upload && !job.upload.read && job.upload.until < Date.now()) {
        job.upload = undefined;
        job.result = { status: 'expired', error: { message: 'The file was not uploaded in time.' } };
      }
      ok(ctx, presentJob(ctx, job));
    },
    exportMemory: async ({ ctx, params: { id }, principal }: RouteCall<Routes['exportMemory']>) => {
      const { name } = await findMemory(services, principal.accountId, id);
      const path = await newUploadPath();
      await memory.exportMemory(principal.accountId, id, path);
      const job: MemoryJob = {
        id: randomUUID(),
        account: principal.accountId,
        operation: 'export',
        createdAt: Date.now(),
        updatedAt: Date.now(),
        parameters: { translation_memory_id: id },
        result: { status: 'completed' },
        download: { token: newToken(), path, name: `${name}.tmx`, until: Date.now() + DOWNLOAD_MS },
      };
      remember(job);
      setTimeout(() => dropFile(job), DOWNLOAD_MS).unref();
      ok(ctx, { job_id: job.id, parameters: job.parameters }, 202);
    },
    downloadMemory: async ({ ctx, params: { token } }: RouteCall<Routes['downloadMemory']>) => {
      const found = [...jobs.values()].find(({ download }) => download?.token === token)?.download;
      if (!found || found.until < Date.now()) throw noAddress();
      await sendTmx(ctx, found.path, found.name);
    },
  };
}

function present({ id, name, from, targets, units, created_at, updated_at }: NamedMemory) {
  return {
    translation_memory_id: id,
    name,
    source_language: from.toLowerCase(),
    target_languages: targets.map((tag) => tag.toLowerCase()),
    segment_count: units,
    creation_time: created_at,
    updated_time: updated_at,
  };
}

function presentSegment({ id, source, targets }: MemorySegment) {
  return {
    source_segment_id: String(id),
    source_text: source,
    targets: targets.map((one) => ({
      target_segment_id: String(one.id),
      target_language: one.to.toLowerCase(),
      target_text: one.target,
      updated_time: one.updated_at,
    })),
  };
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

/** With the host that was asked: the client may know this service by another name than we do. */
function addressOf(ctx: Koa.Context, kind: 'uploads' | 'downloads', token: string): string {
  return `${ownAddress(ctx)}${BASE}/${kind}/${token}`;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function noAddress(): ProblemError {
  return new ProblemError(
    'not_found',
    'This address holds for a time, and for one use. Ask for another one.',
  );
}
