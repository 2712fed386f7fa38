import type Koa from 'koa';
import type { z } from 'zod';
import { fieldProblem, LIMITS } from '../../contract/index.ts';
import type { BodyTimeouts } from '../handler.ts';
import { readBody } from './body.ts';
import { JsonError, parseJson } from './json-thread.ts';
import { validate } from './validate.ts';

/** The JSON body, checked against its schema. Throws 415, 413, 408, or 400 with each bad field. */
export async function readJson<T>(
  ctx: Koa.Context,
  schema: z.ZodType<T> & { shape: object },
  timeouts: BodyTimeouts,
): Promise<T> {
  return validate(schema, await readJsonBody(ctx, Object.keys(schema.shape), timeouts));
}

/** The JSON body, with no members but those of `names` (see prune-json.ts). */
export async function readJsonBody(
  ctx: Koa.Context,
  names: readonly string[],
  timeouts: BodyTimeouts,
): Promise<unknown> {
  requireJson(ctx);
  const bytes = await readBody(ctx, { maxBytes: LIMITS.fileBytes, tooLarge: bodyTooLarge, timeouts });
  try {
    return await parseJson(bytes, { names, maxItems: LIMITS.glossaryEntries + 1 });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw fieldProblem('body', 'bad_json', `The request body cannot be read: ${error.message}.`);
  }
}

function requireJson(ctx: Koa.Context): void {
  const encoding = ctx.get('Content-Encoding').toLowerCase();
  if (encoding !== '' && encoding !== 'identity') {
    throw fieldProblem(
      'body',
      'not_json',
      `The request body is compressed (${encoding.slice(0, 20)}), which is not read here. Send it uncompressed.`,
      415,
    );
  }
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
