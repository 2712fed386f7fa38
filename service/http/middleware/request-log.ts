import type Koa from 'koa';
import type { Log } from '../../log.ts';
import { requestId } from './request-id.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Facts about a request for its line in the log. */
export interface RequestNote {
  /** The route as the contract writes it. The path itself is the client's text: it may hold a file name. */
  route?: string;
  jobId?: string;
}

/** Adds to what the request's line will say. An id that is none is left out: it too is the client's text. */
export function noteRequest(ctx: Koa.Context, { route, jobId }: RequestNote): void {
  const note = (ctx.state['note'] ??= {}) as RequestNote;
  if (route !== undefined) note.route = route;
  if (jobId !== undefined && UUID.test(jobId)) note.jobId = jobId;
}

/**
 * One line a request, once its answer is sent or its client is gone: milliseconds then include the sending of
 * a file or a stream of events. The files of the window are only of interest to who develops it.
 */
export function logRequests(
  log: Log,
  count: (route: string | undefined, method: string, status: number) => void,
): Koa.Middleware {
  return (ctx, next) => {
    const began = performance.now();
    ctx.res.once('close', () => {
      const { route, jobId } = (ctx.state['note'] ?? {}) as RequestNote;
      const { statusCode: status, writableFinished } = ctx.res;
      count(route, ctx.method, status);
      const level = route === undefined && status < 400 ? 'debug' : 'info';
      log[level](
        {
          request_id: requestId(ctx),
          method: ctx.method,
          ...(route === undefined ? {} : { route }),
          status,
          ms: Math.round(performance.now() - began),
          ...(jobId === undefined ? {} : { job_id: jobId }),
          ...(writableFinished ? {} : { cut_off: true }),
        },
        'request',
      );
    });
    return next();
  };
}
