import type Koa from 'koa';
import type { RouteSpec } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import type { HttpServices } from '../handler.ts';
import { formReader } from './form-body.ts';
import { jsonReader } from './json-body.ts';
import type { UploadedFile } from './upload-file.ts';

/** A request's body as its route's schema reads it. */
export interface RequestBody {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  /** Removes the file, unless it was moved away. Called when the request is answered, however it went. */
  readonly release?: () => Promise<void>;
}

const NO_BODY: RequestBody = { body: undefined, file: undefined };

/** How the bodies of a route are read, by turns for each `owner`. A body where the route has none is not looked at. */
export function bodyReader(
  request: RouteSpec['request'],
  services: HttpServices,
): (ctx: Koa.Context, owner: string) => Promise<RequestBody> | RequestBody {
  if (!request) return () => NO_BODY;
  if (request.type === 'application/json') {
    const read = jsonReader(request, services.timeouts);
    return async (ctx, owner) => ({ body: await read(ctx, owner), file: undefined });
  }
  const read = formReader(request, services);
  return async (ctx, owner) => {
    const { fields, file } = await read(ctx, owner);
    return { body: fields, file, release: () => removeFile(file.path) };
  };
}
