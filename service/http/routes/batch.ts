import { Readable } from 'node:stream';
import type Koa from 'koa';
import { batchRequestSchema } from '../../contract/index.ts';
import type { BatchRequest } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { asGlossaryError, checkPair, jobOptions, readGlossaryId } from '../request/job-options.ts';
import { readJsonBody } from '../request/json-body.ts';
import { readLanguages } from '../request/language-fields.ts';
import type { LanguageFields } from '../request/language-fields.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { check, invalidFields } from '../request/validate.ts';
import { answerCreated } from '../response/answer-created.ts';
import { envelope, jobWithSegments } from '../response/batch-body.ts';
import type { JsonStream } from '../response/batch-body.ts';
import { POLL_AFTER, presentJob } from '../response/present-job.ts';
import { sharedJobHandlers } from './shared-job-handlers.ts';

type BatchHandlers = Pick<
  Handlers,
  'createBatch' | 'batchStatus' | 'batchSegments' | 'cancelBatch' | 'retryBatch' | 'deleteBatch'
>;

export function batchHandlers(services: HttpServices): BatchHandlers {
  const shared = sharedJobHandlers(services, 'batch');
  return {
    createBatch: (call) => createBatch(services, call),
    batchStatus: (call) => showBatch(services, call),
    batchSegments: shared.segments,
    cancelBatch: shared.cancel,
    retryBatch: shared.retry,
    deleteBatch: shared.remove,
  };
}

/** All members that a batch request has, at any depth. */
const BATCH_MEMBERS = [...Object.keys(batchRequestSchema.shape), 'text', 'id', 'term', 'translation'];

async function createBatch(services: HttpServices, { ctx, principal, gone }: Call): Promise<void> {
  const signal = gone();
  const { fields, languages } = readBatch(await readJsonBody(ctx, BATCH_MEMBERS, services.timeouts));
  const idempotency = readIdempotency(ctx, () => ({ ...fields, ...languages }));
  const named = await checkPair(services.translation, languages, fields.engine);
  const job = await services.jobs.createBatch({
    accountId: principal.accountId,
    ...languages,
    ...named,
    options: jobOptions(fields, fields.glossary),
    segments: fields.segments.map(({ text, id }) => ({ text, ...(id === undefined ? {} : { id }) })),
    ...idempotency,
    signal,
  });
  answerCreated(ctx, 'batch', job);
}

type BatchFields = Omit<BatchRequest, 'from' | 'to'>;

/** All that is wrong with the request at once. */
function readBatch(body: unknown): { fields: BatchFields; languages: LanguageFields } {
  const checked = check(batchRequestSchema.omit({ from: true, to: true }), body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidFields(checked.errors);
  const given = body as Record<string, unknown>;
  const languages = readLanguages({ from: given['from'], to: given['to'] });
  const errors = [
    ...languages.errors,
    ...checked.errors.map(asGlossaryError),
    ...(checked.value ? readGlossaryId(checked.value.glossary_id) : []),
  ];
  if (!checked.value || !languages.value || errors.length > 0) throw invalidFields(errors);
  return { fields: checked.value, languages: languages.value };
}

async function showBatch({ jobs }: HttpServices, { ctx, params, principal }: Call): Promise<void> {
  const job = await jobs.get(principal.accountId, params['id']!, 'batch');
  if (job.status === 'running') ctx.set('Retry-After', POLL_AFTER);
  const segments = job.status === 'done' ? await jobs.batchSegments(principal.accountId, job.id) : undefined;
  if (segments) sendJson(ctx, envelope(jobWithSegments(presentJob(job), segments)));
  else ok(ctx, presentJob(job));
}

function sendJson(ctx: Koa.Context, json: JsonStream): void {
  ctx.status = 200;
  // A stream made for HEAD would never be read, and never closed.
  ctx.body = ctx.method === 'HEAD' ? '' : Readable.from(json.chunks(), { objectMode: false });
  ctx.type = 'json';
  ctx.length = json.bytes;
}
