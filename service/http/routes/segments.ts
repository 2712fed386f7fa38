import type Koa from 'koa';
import { ownerOf } from '../../lib/owner.ts';
import type { Principal } from '../../accounts/accounts-port.ts';
import { EXPORT_MEDIA_TYPES, fieldProblem, ProblemError } from '../../contract/index.ts';
import type { Effort, JobKind, OperationId, SegmentHistory } from '../../contract/index.ts';
import type { EditedBy } from '../../jobs/jobs-port.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { whose } from '../request/whose.ts';
import { readIfMatch } from '../request/if-match.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { ok } from '../handler.ts';
import { withReasons } from '../response/present-correction.ts';
import { attachment } from '../response/content-disposition.ts';
import { sendFile } from '../response/send-file.ts';
import type { Handler, HttpServices } from '../handler.ts';

/** Edits translations; without `kind`, of any job. */
export function editHandler(
  services: HttpServices,
  kind?: JobKind,
): Handler<'editDocument' | 'editBatch' | 'editJob'> {
  const { jobs } = services;
  return async ({ ctx, params, query, body, principal }) => {
    const edits = body.segments.map((segment) => withoutUndefined(segment));
    const { json, revision } = await jobs.edit(ownerOf(principal), params.id, edits, {
      by: editorOf(services, principal),
      keyId: whose(principal).keyId,
      kind,
      isPresent: readIfMatch(ctx),
      repetitions: query.repetitions,
    });
    answerSegments(ctx, await withReasons(services, principal, json), { revision });
  };
}

/** Splits a segment, or joins it with the next one. */
export function reshapeHandler(services: HttpServices): Handler<'splitSegment' | 'joinSegment'> {
  const { jobs } = services;
  return async ({ ctx, params, body, principal }) => {
    const { segments = [], ...reshape } = body;
    const { index } = reshape;
    const edits = segments.map((segment, n) => withoutUndefined({ index: index + n, ...segment }));
    const {
      json,
      revision,
      replaced,
      segments: total,
    } = await jobs.edit(ownerOf(principal), params.id, edits, {
      by: editorOf(services, principal),
      keyId: whose(principal).keyId,
      kind: undefined,
      isPresent: readIfMatch(ctx),
      reshape,
    });
    const { was: count, by } = replaced!;
    answerSegments(ctx, json, { revision, replaced: { index, count, by }, total_segments: total! });
  };
}

/** Imports the targets of a bilingual file; without `kind`, into any job. */
export function importHandler(
  services: HttpServices,
  kind?: JobKind,
): Handler<'importDocument' | 'importBatch' | 'importJob'> {
  return async ({ ctx, params, file, principal }) => {
    const options = { by: editorOf(services, principal), kind, keyId: whose(principal).keyId };
    ok(ctx, await services.jobs.importFile(ownerOf(principal), params.id, file.path, options));
  };
}

/** Whom a segment's history names: the window of a session, or a key by its present name. */
function editorOf({ accounts }: HttpServices, { keyId, isSession }: Principal): EditedBy {
  if (isSession) return { via: 'window' };
  const name = accounts.listKeys().find(({ id }) => id === keyId)?.name;
  return { via: 'key', ...(name === undefined ? {} : { name }) };
}

/** Returns a job as a bilingual file; without `kind`, any job. */
export function exportHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<'exportDocument' | 'exportBatch' | 'exportJob'> {
  return async ({ ctx, params, query, principal }) => {
    const { format, private_notes: hasPrivateNotes } = query;
    const file = await jobs.exportFile(ownerOf(principal), params.id, {
      ...{ format, kind, hasPrivateNotes, keyId: whose(principal).keyId },
    });
    try {
      await sendFile(ctx, file, { isMadeAnew: true });
    } finally {
      // An open file can still be read to its end. If removal fails, the next start removes it.
      await removeFile(file.path).catch(() => undefined);
    }
  };
}

/** Returns a page of a job's segments; without `kind`, of any job. */
export function segmentsHandler(
  services: HttpServices,
  kind?: JobKind,
): Handler<Extract<OperationId, `${string}Segments`>> {
  return async ({ ctx, params, query, principal }) => {
    const { term, translation, order, ...asked } = query;
    if ((term === undefined) !== (translation === undefined))
      throw fieldProblem('term', 'invalid', 'term and translation go together. Send both, or neither.');
    const missing = term && translation ? { term, translation } : undefined;
    const page = withoutUndefined({ ...asked, sort: order ?? asked.sort, missing });
    const { json, next, revision } = await services.jobs.segments(ownerOf(principal), params.id, page, kind);
    const shown = await withReasons(services, principal, json);
    answerSegments(ctx, shown, { revision, ...(next === undefined ? {} : { next_cursor: String(next) }) });
  };
}

/** Returns a segment with its versions. */
export function historyHandler({ jobs }: HttpServices): Handler<'segmentHistory'> {
  return async ({ ctx, params: { id, index }, principal }) => {
    const { json } = await jobs.segments(ownerOf(principal), id, {
      indexes: [index],
      withHistory: true,
      limit: 1,
    });
    const [segment] = JSON.parse(Buffer.from(json).toString()) as SegmentHistory[];
    if (!segment) throw new ProblemError('not_found', `The job has no segment ${index}, counted from 0.`);
    ok(ctx, segment);
  };
}

/** Returns what confirming a job has cost. */
export function effortHandler({ jobs }: HttpServices): Handler<'jobEffort'> {
  return async ({ ctx, params: { id }, query: { format }, principal }) => {
    const { bytes, fileName } = await jobs.effort(ownerOf(principal), id, format);
    if (format === 'json') {
      ok(ctx, JSON.parse(Buffer.from(bytes).toString()) as Effort);
      return;
    }
    ctx.status = 200;
    ctx.set('Content-Disposition', attachment(fileName));
    ctx.body = Buffer.from(bytes);
    ctx.set('Content-Type', EXPORT_MEDIA_TYPES[format]);
  };
}

/** Passes the texts on unparsed: they can be megabytes, which the host need not read. */
function answerSegments(ctx: Koa.Context, json: Uint8Array, more: Record<string, unknown>): void {
  const members = JSON.stringify(more).slice(1);
  ctx.status = 200;
  ctx.body = Buffer.concat([
    Buffer.from('{"context":"ok","data":{"segments":'),
    json,
    Buffer.from(`,${members}}`),
  ]);
  ctx.type = 'json';
}
