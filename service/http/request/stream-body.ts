import { PassThrough } from 'node:stream';
import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { asStorageError } from '../../lib/storage-error.ts';
import type { HttpServices } from '../handler.ts';
import type { ReceiveLimits } from '../route.ts';
import { noteGoodKey } from '../known-connections.ts';
import { openBody } from './body.ts';
import { bodyTooLarge } from './json-body.ts';
import { receiveFile } from './upload-file.ts';
import type { UploadedFile } from './upload-file.ts';

/** Receives a body that is a file, when its handler wants it. */
export function fileReceiver(
  ctx: Koa.Context,
  { newUploadPath, timeouts }: Pick<HttpServices, 'newUploadPath' | 'timeouts'>,
): { receive: (limits: ReceiveLimits) => Promise<UploadedFile>; release: () => Promise<void> } {
  let received: UploadedFile | undefined;
  const receive = async (limits: ReceiveLimits): Promise<UploadedFile> => {
    const maxBytes = 'exactly' in limits ? limits.exactly : limits.atMost;
    refuseShorter(limits, ctx.req.headers['content-length']);
    const tooLarge = () => ('exactly' in limits ? wrongLength(limits.exactly) : bodyTooLarge(maxBytes));
    // Asked for by a handler that knows the sender.
    noteGoodKey(ctx.req.socket);
    const body = openBody(ctx, { maxBytes, tooLarge, timeouts });
    const sent = { fileName: undefined, mediaType: ctx.get('Content-Type').replace(/;.*$/s, '').trim() };
    // Not the request itself: ending it would end the connection before the answer.
    const source = new PassThrough();
    const file = receiveFile(source, sent, newUploadPath);
    ctx.req.pipe(source);
    try {
      received = await new Promise<UploadedFile>((resolve, reject) => {
        body.failed.addEventListener('abort', () => reject(body.failed.reason as Error));
        file.done.then(resolve, (error: unknown) => reject(asStorageError(error) as Error));
      });
    } catch (error) {
      ctx.req.unpipe(source);
      source.destroy();
      await file.discard();
      throw error;
    } finally {
      body.release();
    }
    if ('exactly' in limits && received.bytes !== limits.exactly) throw wrongLength(limits.exactly);
    return received;
  };
  return {
    receive,
    release: async () => {
      if (received) await removeFile(received.path);
    },
  };
}

function refuseShorter(limits: ReceiveLimits, announced: string | undefined): void {
  if ('exactly' in limits && announced !== undefined && Number(announced) !== limits.exactly)
    throw wrongLength(limits.exactly);
}

function wrongLength(bytes: number): ProblemError {
  return fieldProblem('body', 'invalid', `The body is not exactly ${bytes} bytes long. Send the whole file.`);
}
