import { formatFacts } from '../../contract/index.ts';
import { whoseWork } from '../request/whose.ts';
import { ownerOf } from '../../lib/owner.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { jobRequest } from '../request/job-options.ts';
import { answerCreated } from '../response/answer-created.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { presentExamined } from '../response/present-examined.ts';
import { POLL_AFTER, presentJob } from '../response/present-job.ts';
import { isUnchanged, sendDocument, sendFile } from '../response/send-file.ts';
import { sharedJobHandlers } from './shared-job-handlers.ts';

export function documentHandlers(services: HttpServices): HandlersFor<'documents'> {
  const { jobs } = services;
  const shared = sharedJobHandlers(services, 'document');
  return {
    createDocument: (call) => createDocument(services, call),
    examineDocument: (call) => examineDocument(services, call),
    listDocumentTerms: (call) => listDocumentTerms(services, call),
    documentStatus: async ({ ctx, params, principal }) => {
      const job = await jobs.get(ownerOf(principal), params.id, 'document');
      if (job.status === 'running') ctx.set('Retry-After', POLL_AFTER);
      ok(ctx, presentJob(job));
    },
    documentContent: async ({ ctx, params, query, principal }) => {
      const content = await jobs.content(ownerOf(principal), params.id, query);
      if ('file' in content) return sendDocument(ctx, content);
      ctx.set('Retry-After', POLL_AFTER);
      ok(ctx, presentJob(content.running), 202);
    },
    documentSource: async ({ ctx, params, principal }) => {
      await sendFile(ctx, await jobs.source(ownerOf(principal), params.id));
    },
    documentPreview: (call) => sendPreview(services, call),
    documentPage: (call) => sendPage(services, call),
    cancelDocument: shared.cancel,
    documentSegments: shared.segments,
    editDocument: shared.edit,
    exportDocument: shared.exportFile,
    importDocument: shared.importFile,
    retryDocument: shared.retry,
    deleteDocument: shared.remove,
  };
}

async function sendPreview(
  { jobs }: HttpServices,
  { ctx, params, query, principal }: Call<'documentPreview'>,
): Promise<void> {
  const { etag, kind, fileType, file } = await jobs.preview(ownerOf(principal), params.id, {
    ...query,
    isPresent: (state) => isUnchanged(ctx, state),
  });
  ctx.set('Preview-Kind', kind);
  if (!file) {
    ctx.set('ETag', etag);
    ctx.status = 304;
    return;
  }
  try {
    const charset = formatFacts(fileType).package ? '' : '; charset=utf-8';
    await sendFile(ctx, { ...file, mediaType: `${file.mediaType}${charset}` }, { isMadeAnew: true });
  } finally {
    // An open file can still be read to its end. If removal fails, the next start removes it.
    await removeFile(file.path).catch(() => undefined);
  }
}

async function sendPage(
  { jobs }: HttpServices,
  { ctx, params, query, principal }: Call<'documentPage'>,
): Promise<void> {
  const known = ctx.get('If-None-Match');
  const { etag, number, box, file } = await jobs.page(principal.accountId, params.id, { ...query, known });
  ctx.set('Page-Number', String(number));
  ctx.set('Page-Box', box.map((share) => share.toFixed(4)).join(' '));
  if (!file) {
    ctx.set('ETag', etag);
    ctx.status = 304;
    return;
  }
  try {
    await sendFile(ctx, file, { isMadeAnew: true });
  } finally {
    await removeFile(file.path).catch(() => undefined);
  }
}

async function createDocument(
  services: HttpServices,
  { ctx, body, file, principal, gone }: Call<'createDocument'>,
): Promise<void> {
  const signal = gone();
  const { path, fileName, mediaType, bytes, crc32, sha256 } = file;
  // A part's media type counts only if no name identifies the file.
  const payload = { ...body, file: { sha256, name: fileName ?? { mediaType } } };
  const idempotency = readIdempotency(ctx, () => payload);
  const job = await services.jobs.createDocument({
    ...whoseWork(services, principal, body.client_id),
    ...jobRequest(body),
    ...(principal.isSession ? { isSession: true } : {}),
    upload: { path, fileName, mediaType, content: { bytes, crc32 } },
    ...idempotency,
    signal,
  });
  answerCreated(ctx, 'document', job);
}

async function examineDocument(
  services: HttpServices,
  { ctx, body, file, principal, gone }: Call<'examineDocument'>,
): Promise<void> {
  const signal = gone();
  const { path, fileName, mediaType, bytes, crc32 } = file;
  const { from, to, engine, options } = jobRequest(body);
  const examined = await services.jobs.examine({
    ...whoseWork(services, principal, body.client_id),
    ...withoutUndefined({ from, to, engine, page: body.page }),
    options,
    upload: { path, fileName, mediaType, content: { bytes, crc32 } },
    signal,
  });
  const languages = await services.detector.detect(examined.sample, principal.accountId, signal);
  ok(ctx, presentExamined(examined, languages, body.texts));
}

async function listDocumentTerms(
  services: HttpServices,
  { ctx, body, file, principal, gone }: Call<'listDocumentTerms'>,
): Promise<void> {
  const { path, fileName, mediaType, bytes, crc32 } = file;
  const { engine, terms, chars, readChars } = await services.jobs.listTerms({
    ...whoseWork(services, principal, body.client_id),
    ...jobRequest(body),
    upload: { path, fileName, mediaType, content: { bytes, crc32 } },
    signal: gone(),
  });
  ok(ctx, { engine, terms: [...terms], chars, read_chars: readChars });
}
