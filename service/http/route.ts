import type Koa from 'koa';
import type { z } from 'zod';
import type { Principal, Scope } from '../accounts/accounts-port.ts';
import type { FormRequest, JsonRequest } from '../contract/index.ts';
import type { NamedFile, UploadedFile } from './request/upload-file.ts';

/** A bound route: requests are parsed by these schemas before the handler sees them. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/jobs/{id}/events`. */
  readonly path: string;
  /** The scope the key must have. */
  readonly auth: 'none' | Scope;
  /** Schema of each `{name}` in the path. A mismatch is 404, with the schema's message. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly request?: JsonRequest | FormRequest | FieldsRequest | StreamRequest;
}

/** Fields in the encoding that the client chose. */
export interface FieldsRequest {
  readonly type: 'fields';
  /** Accepted `Content-Type`s; `text` is JSON sent as text/plain. A request without a body has no fields. */
  readonly accepts: readonly ('json' | 'form' | 'multipart' | 'text')[];
  readonly schema: z.ZodObject;
  /** Repairs the faulty JSON of a known program; undefined if it cannot. */
  readonly repaired?: (text: string) => string | undefined;
  /** Converts a form's fields to the schema's input. By default repeated names become lists. */
  readonly fromForm?: (fields: readonly FormField[]) => unknown;
  /** The multipart part with the file. `isRequired`: a request without it is refused. */
  readonly file?: { readonly name: string; readonly isRequired: boolean };
  /** Bytes of the body without its file; default `LIMITS.fileBytes`. */
  readonly maxBytes?: number;
  /** Fields of a form; default 1,000. */
  readonly maxFields?: number;
}

export type FormField = readonly [name: string, value: string];

/** A body that is a file. The handler receives it, once it knows the expected length. */
export interface StreamRequest {
  readonly type: 'stream';
}

/** One request as handlers see it: all input is parsed by the route's schemas. */
export interface RouteCall<R extends Route = Route> {
  readonly ctx: Koa.Context;
  readonly params: Parsed<R['params']>;
  readonly query: Parsed<R['query']>;
  readonly body: R extends { readonly request: { readonly schema: infer Schema } } ? Parsed<Schema> : Nothing;
  readonly file: FileOf<R['request']>;
  /** All files of a form, each with the name of its part. */
  readonly files: readonly NamedFile[];
  /** Writes a `stream` body to a temporary file, which is removed with the request unless moved away. */
  readonly receive: (limits: ReceiveLimits) => Promise<UploadedFile>;
  /** The account and rights of the request; on routes without auth, nobody's. */
  readonly principal: Principal;
  /** Aborts when the client goes away before its answer. For slow handlers. */
  readonly gone: () => AbortSignal;
  /** Whether the request's key is still valid for this route: checked by long-lived answers. */
  readonly isAllowed: () => boolean;
}

/** An exact or a maximum number of bytes. */
export type ReceiveLimits = { readonly exactly: number } | { readonly atMost: number };

type Nothing = Readonly<Record<string, never>>;
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Nothing;

type FileOf<Request> = Request extends { readonly type: 'multipart/form-data' }
  ? UploadedFile
  : Request extends { readonly file: { readonly isRequired: true } }
    ? UploadedFile
    : Request extends { readonly file: object }
      ? UploadedFile | undefined
      : undefined;

/** A handler for each route of a protocol: a missing or surplus one does not compile. */
export type HandlersOf<Routes extends Record<string, Route>> = {
  readonly [Name in keyof Routes]: (call: RouteCall<Routes[Name]>) => void | Promise<void>;
};
