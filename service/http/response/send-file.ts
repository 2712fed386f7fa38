import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type Koa from 'koa';
import { fieldProblem, ProblemError } from '../../contract/index.ts';
import type { JobFile } from '../../jobs/jobs-port.ts';
import { errorCode } from '../../lib/error-code.ts';
import { parseRange } from './byte-range.ts';
import type { ByteRange } from './byte-range.ts';
import { attachment } from './content-disposition.ts';
import { cutStalled } from './cut-stalled.ts';

/**
 * Sends a file of a job or a model for saving: whole, one requested range, 304 if the client has it, headers
 * only for HEAD. `isMadeAnew`: the file is created for each request, so a range would refer to another file;
 * sends it whole.
 */
export async function sendFile(
  ctx: Koa.Context,
  file: Omit<JobFile, 'bytes'>,
  { isMadeAnew = false } = {},
): Promise<void> {
  ctx.set('ETag', file.etag);
  if (!isMadeAnew) ctx.set('Accept-Ranges', 'bytes');
  if (isUnchanged(ctx, file.etag)) {
    ctx.status = 304;
    return;
  }
  ctx.set('Content-Disposition', attachment(file.fileName));
  // An open file stays intact while the job is deleted or retried; use its size.
  const handle = await openFile(file.path);
  try {
    const { size } = await handle.stat();
    const range = isMadeAnew ? undefined : chooseRange(ctx, file.etag, size);
    if (range) ctx.set('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    ctx.status = range ? 206 : 200;
    await sendBytes(ctx, handle, range ?? { start: 0, end: size - 1 });
    // Not `ctx.type`: Koa would add charset=utf-8, while a TXT or CSV keeps its original encoding.
    ctx.set('Content-Type', file.mediaType);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Sends a translated document, and how many of its segments keep their source. */
export function sendDocument(
  ctx: Koa.Context,
  { file, keptSegments }: { readonly file: JobFile; readonly keptSegments: number },
): Promise<void> {
  if (keptSegments > 0) ctx.set('X-Kept-Segments', String(keptSegments));
  return sendFile(ctx, file);
}

/** Opens a file for reading. Throws `not_found` if the job was deleted meanwhile. */
export async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      throw new ProblemError('not_found', 'The file is no longer there: the job was deleted.');
    }
    throw error;
  }
}

/**
 * RFC 9110 §13.1.2: weak comparison; `*` matches anything. Koa's `ctx.fresh` would send the whole file to
 * each `fetch`, which adds `Cache-Control: no-cache` to a request with an If-None-Match set by the caller.
 */
export function isUnchanged(ctx: Koa.Context, etag: string): boolean {
  const header = ctx.get('If-None-Match');
  if (header === '') return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function chooseRange(ctx: Koa.Context, etag: string, size: number): ByteRange | undefined {
  // RFC 9110 §14.2: ranges apply only to GET; HEAD answers like GET without Range.
  if (ctx.method === 'HEAD') return undefined;
  const ifRange = ctx.get('If-Range');
  if (ifRange !== '' && ifRange !== etag) return undefined;
  const range = parseRange(ctx.get('Range'), size);
  if (range === 'whole') return undefined;
  if (range !== 'bad') return range;
  ctx.remove('Content-Disposition');
  ctx.remove('ETag');
  const problem = fieldProblem(
    'Range',
    'bad_range',
    `The Range header asks for bytes that are not there. The file has ${size} bytes.`,
    { status: 416 },
  );
  throw new ProblemError(problem.code, problem.message, {
    status: 416,
    errors: problem.errors,
    headers: { 'Content-Range': `bytes */${size}` },
  });
}

async function sendBytes(ctx: Koa.Context, handle: FileHandle, { start, end }: ByteRange): Promise<void> {
  const length = end - start + 1;
  if (ctx.method === 'HEAD' || length === 0) {
    await handle.close();
    ctx.body = '';
  } else {
    ctx.body = handle.createReadStream({ start, end });
    cutStalled(ctx.res);
  }
  ctx.length = length;
}
