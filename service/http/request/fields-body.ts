import type Koa from 'koa';
import { z } from 'zod';
import { fieldProblem, LIMITS } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import type { BodyServices } from '../handler.ts';
import type { FieldsRequest, FormField } from '../route.ts';
import { readBody } from './body.ts';
import { bodyTooLarge, parseBody, refuseCompressed } from './json-body.ts';
import type { UploadedFile } from './upload-file.ts';
import { fileLimit, receiveForm } from './upload-form.ts';
import { check, invalidFields } from './validate.ts';

interface Fields {
  readonly fields: object;
  readonly file: UploadedFile | undefined;
}

type Encoding = FieldsRequest['accepts'][number];

const MAX_FIELDS = 1_000;
const ENCODINGS: readonly (readonly [RegExp, Encoding])[] = [
  [/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i, 'json'],
  [/^application\/x-www-form-urlencoded *(?:;|$)/i, 'form'],
  [/^multipart\/form-data *(?:;|$)/i, 'multipart'],
  [/^text\/plain *(?:;|$)/i, 'text'],
];

/**
 * Reads fields in the client's encoding. Throws 415, 413, 408, or 400 with each bad field; leaves no file.
 */
export function fieldsReader(
  request: FieldsRequest,
  services: BodyServices,
): (ctx: Koa.Context) => Promise<Fields> {
  const { maxBytes = LIMITS.fileBytes, fromForm = formReading(request.schema) } = request;
  const limits = { maxBytes, tooLarge: () => bodyTooLarge(maxBytes), timeouts: services.timeouts };
  return async (ctx) => {
    refuseCompressed(ctx);
    switch (encodingOf(ctx, request)) {
      case 'none':
        return finish(request, {}, undefined);
      case 'json':
      case 'text':
        return finish(request, parseFields(await readBody(ctx, limits), request), undefined);
      case 'form':
        return finish(request, fromForm(readForm(await readBody(ctx, limits), request)), undefined);
      case 'multipart': {
        const { fields, file } = await receiveForm(ctx, multipart(request, maxBytes, services));
        try {
          return finish(request, fromForm(fields), file);
        } catch (error) {
          if (file) await removeFile(file.path);
          throw error;
        }
      }
    }
  };
}

function parseFields(bytes: Buffer, { repaired }: FieldsRequest): unknown {
  try {
    return parseBody(bytes);
  } catch (error) {
    const again = repaired?.(bytes.toString('utf8'));
    if (again === undefined) throw error;
    return parseBody(Buffer.from(again));
  }
}

function encodingOf(ctx: Koa.Context, { accepts }: FieldsRequest): Encoding | 'none' {
  const { headers } = ctx.req;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
    return 'none';
  const type = ctx.get('Content-Type').trim();
  const found = ENCODINGS.find(([pattern]) => pattern.test(type))?.[1];
  if (found !== undefined && accepts.includes(found)) return found;
  const names: Record<Encoding, string> = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
    text: 'text/plain',
  };
  const list = accepts.map((name) => names[name]).join(', ');
  throw fieldProblem('body', 'not_json', `The request body must be sent as one of: ${list}.`, {
    status: 415,
  });
}

/** Fields of application/x-www-form-urlencoded (WHATWG URL §5.1). */
function readForm(bytes: Buffer, { maxFields = MAX_FIELDS }: FieldsRequest): FormField[] {
  let fields = 1;
  for (let at = bytes.indexOf(0x26); at !== -1; at = bytes.indexOf(0x26, at + 1)) fields++;
  if (fields > maxFields)
    throw fieldProblem('body', 'too_many', `The form has more than ${maxFields} fields. Send fewer.`);
  return [...new URLSearchParams(bytes.toString('utf8'))];
}

/** A repeated name becomes a list, and so does a name whose schema is a list. */
function formReading(schema: z.ZodType): (fields: readonly FormField[]) => object {
  let lists: ReadonlySet<string> | undefined;
  // Built on the route's first request: building all of them would delay the start.
  return (fields) => gather(fields, (lists ??= listsOf(schema)));
}

function listsOf(schema: z.ZodType): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const isList = (shape: (typeof properties)[string]) => typeof shape === 'object' && shape.type === 'array';
  return new Set(Object.keys(properties).filter((name) => isList(properties[name]!)));
}

function gather(fields: readonly FormField[], lists: ReadonlySet<string>): object {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const given = values.get(name);
    if (given) given.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries(
    Array.from(values, ([name, list]) => [name, list.length > 1 || lists.has(name) ? list : list[0]]),
  );
}

function multipart(
  { file, maxFields = MAX_FIELDS }: FieldsRequest,
  maxBytes: number,
  services: BodyServices,
): Parameters<typeof receiveForm>[1] {
  return {
    ...services,
    textFields: 'any',
    fileField: file?.name,
    maxParts: maxFields + 1,
    maxTextBytes: maxBytes,
    ...fileLimit(undefined, services.settings),
  };
}

function finish(request: FieldsRequest, given: unknown, file: UploadedFile | undefined): Fields {
  const { value, errors } = check(request.schema, given);
  const missing =
    request.file?.isRequired === true && !file
      ? [
          {
            field: request.file.name,
            code: 'required' as const,
            message: `${request.file.name} is missing. Add it.`,
          },
        ]
      : [];
  if (!value || missing.length > 0) throw invalidFields([...missing, ...errors]);
  return { fields: value, file };
}
