import type Koa from 'koa';
import type { z } from 'zod';
import { fieldProblem, LIMITS } from '../../contract/index.ts';
import type { BodyTimeouts } from '../handler.ts';
import { readBody } from './body.ts';
import { validate } from './validate.ts';

/** The JSON body, checked against its schema. Throws 415, 413, 408, or 400 with each bad field. */
export async function readJson<T>(
  ctx: Koa.Context,
  schema: z.ZodType<T>,
  timeouts: BodyTimeouts,
): Promise<T> {
  return validate(schema, await parseJsonBody(ctx, timeouts));
}

export async function parseJsonBody(ctx: Koa.Context, timeouts: BodyTimeouts): Promise<unknown> {
  requireJson(ctx);
  const bytes = await readBody(ctx, { maxBytes: LIMITS.fileBytes, tooLarge: bodyTooLarge, timeouts });
  return parseJson(bytes);
}

function requireJson(ctx: Koa.Context): void {
  if (/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(ctx.get('Content-Type'))) return;
  throw fieldProblem(
    'body',
    'not_json',
    'The request body must be JSON. Send it with: Content-Type: application/json.',
    415,
  );
}

function bodyTooLarge() {
  return fieldProblem(
    'body',
    'file_too_large',
    `The request body is larger than 10 MB (${LIMITS.fileBytes} bytes). Split it into several requests.`,
    413,
  );
}

function parseJson(bytes: Buffer): unknown {
  try {
    // RFC 8259 §8.1: UTF-8, and nothing else; a byte order mark may be ignored, which the decoder does.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    const why =
      error instanceof SyntaxError ? `it is not valid JSON (${error.message})` : 'it is not valid UTF-8';
    throw fieldProblem('body', 'bad_json', `The request body cannot be read: ${why}.`);
  }
}
