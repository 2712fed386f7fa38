import type Koa from 'koa';
import type { Log } from '../../log.ts';
import { requestId } from './request-id.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Facts for a request's log line. */
export interface RequestNote {
  /** The route in the contract's form. The path itself is the client's text and may contain a file name. */
  route?: string;
  jobId?: string;
}

/** Adds facts to the request's log line. An invalid id is left out: it too is the client's text. */
export function noteRequest(ctx: Koa.Context, { route, jobId }: RequestNote): void {
  const note = (ctx.state['note'] ??= {}) as RequestNote;
  if (route !== undefined) note.route = route;
  if (jobId !== undefined && UUID.test(jobId)) note.jobId = jobId;
}

/**
 * Logs one line per request, once its answer is sent or its client is gone, so milliseconds include the
 * sending of a file or an event stream. Files of the window are logged only at debug level.
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
