import type Koa from 'koa';
import { fieldProblem, LIMITS } from '../../contract/index.ts';
import type { JsonRequest, ProblemError } from '../../contract/index.ts';
import type { BodyTimeouts } from '../handler.ts';
import { readBody } from './body.ts';
import { JsonError, parseJson } from './parse-json.ts';
import { validate } from './validate.ts';

/** Reads and validates JSON bodies. The reader throws 415, 413, 408, or 400 with each bad field. */
export function jsonReader(
  request: JsonRequest,
  timeouts: BodyTimeouts,
): (ctx: Koa.Context) => Promise<unknown> {
  const { schema, maxBytes = LIMITS.fileBytes, mayBeMissing = false } = request;
  const limits = { maxBytes, tooLarge: () => bodyTooLarge(maxBytes), timeouts };
  return async (ctx) => {
    if (mayBeMissing && isMissing(ctx)) return validate(schema, {});
    requireJson(ctx);
    return validate(schema, parseBody(await readBody(ctx, limits)));
  };
}

function isMissing(ctx: Koa.Context): boolean {
  const { 'transfer-encoding': encoding, 'content-length': length = '0' } = ctx.req.headers;
  return encoding === undefined && length === '0';
}

export function parseBody(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw fieldProblem('body', 'bad_json', `The request body cannot be read: ${error.message}.`);
  }
}

/** Throws 415 for a compressed body. */
export function refuseCompressed(ctx: Koa.Context): void {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw fieldProblem(
      'body',
      'not_json',
      `The request body is compressed (${encoding.slice(0, 20)}), which is not read here. Send it uncompressed.`,
      { status: 415 },
    );
  }
}

function requireJson(ctx: Koa.Context): void {
  refuseCompressed(ctx);
  if (/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(ctx.get('Content-Type'))) return;
  throw fieldProblem(
    'body',
    'not_json',
    'The request body must be JSON. Send it with: Content-Type: application/json.',
    { status: 415 },
  );
}

export function bodyTooLarge(maxBytes: number): ProblemError {
  const size = maxBytes >= 1_048_576 ? `${maxBytes / 1_048_576} MB` : `${maxBytes / 1_024} KB`;
  return fieldProblem(
    'body',
    'file_too_large',
    `The request body is larger than ${size} (${maxBytes} bytes). Send less in one request.`,
    { status: 413 },
  );
}
