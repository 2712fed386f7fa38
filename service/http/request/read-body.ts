import type Koa from 'koa';
import { removeFile } from '../../lib/atomic-file.ts';
import type { BodyServices } from '../handler.ts';
import type { ReceiveLimits, Route } from '../route.ts';
import { fieldsReader } from './fields-body.ts';
import { formReader } from './form-body.ts';
import { jsonReader } from './json-body.ts';
import { fileReceiver } from './stream-body.ts';
import type { NamedFile, UploadedFile } from './upload-file.ts';

/** A request's body as parsed by its route's schema. */
export interface RequestBody {
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  /** Those of a form with several. */
  readonly files?: readonly NamedFile[];
  readonly receive: (limits: ReceiveLimits) => Promise<UploadedFile>;
  /** Removes the file, unless it was moved away. Called when the request is answered, by success or error. */
  readonly release?: () => Promise<void>;
}

const receive = (): Promise<UploadedFile> => Promise.reject(new Error('This route takes no stream.'));
const NO_BODY: RequestBody = { body: undefined, file: undefined, receive };

/** Builds the body reader of a route. If the route has no body, any body is ignored. */
export function bodyReader(
  request: Route['request'],
  services: BodyServices,
): (ctx: Koa.Context) => Promise<RequestBody> | RequestBody {
  switch (request?.type) {
    case undefined:
      return () => NO_BODY;
    case 'application/json': {
      const read = jsonReader(request, services.timeouts);
      return async (ctx) => ({ ...NO_BODY, body: await read(ctx) });
    }
    case 'multipart/form-data': {
      const read = formReader(request, services);
      return async (ctx) => {
        const { fields, file, files } = await read(ctx);
        const release = async (): Promise<void> => {
          for (const { path } of files) await removeFile(path);
        };
        return { body: fields, file, files, receive, release };
      };
    }
    case 'fields': {
      const read = fieldsReader(request, services);
      return async (ctx) => {
        const { fields, file } = await read(ctx);
        return { body: fields, file, receive, ...(file ? { release: () => removeFile(file.path) } : {}) };
      };
    }
    case 'stream':
      return (ctx) => ({ ...NO_BODY, ...fileReceiver(ctx, services) });
  }
}
