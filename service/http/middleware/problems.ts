import type Koa from 'koa';
import { ProblemError } from '../../contract/index.ts';
import { errorCode } from '../../lib/error-code.ts';
import type { Log } from '../../log.ts';
import { WorkerError } from '../../worker/translation-port.ts';
import type { BoundProtocol } from '../bind-protocol.ts';
import { ClientGoneError } from '../request/client-gone.ts';
import { answerJson } from '../response/answer-json.ts';
import { requestId } from './request-id.ts';

/**
 * Answers every error in the form of the path's protocol. A ProblemError is written for the client; any other
 * error is a bug, answered as `internal_error`, with details only in the log, under the request's id.
 */
export function answerProblems(
  log: Log,
  protocolOf: (path: string) => Pick<BoundProtocol, 'problem'>,
): Koa.Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (error instanceof ClientGoneError) {
        log.debug({ request_id: requestId(ctx) }, 'The client went away.');
        ctx.respond = false;
        return;
      }
      const problem = toProblem(error);
      if (problem.code === 'internal_error') {
        log.error(
          { request_id: requestId(ctx), method: ctx.method, err: error },
          problem.status === 503 ? 'A request found no descriptor free.' : 'A request failed through a bug.',
        );
      }
      ctx.set(problem.headers);
      const answer = protocolOf(ctx.path).problem(problem, ctx);
      ctx.status = answer.status ?? problem.status;
      answerJson(ctx, answer.body, answer.type);
    }
  };
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (['EMFILE', 'ENFILE'].includes(errorCode(error) ?? '')) return outOfDescriptors();
  if (error instanceof WorkerError && error.retryable) {
    return new ProblemError(
      'engine_unavailable',
      'The engine process has just stopped and is being started again. Send the request again in a moment.',
      { headers: { 'Retry-After': '2' }, reason: 'process_restarting' },
    );
  }
  return new ProblemError(
    'internal_error',
    'Unexpected error in the service. Its log has the details under the request id of this answer.',
  );
}

/** Passes as connections and files are closed. */
function outOfDescriptors(): ProblemError {
  return new ProblemError(
    'internal_error',
    'The service has too many files and connections open at the moment. Send the request again in a few seconds.',
    { status: 503, headers: { 'Retry-After': '5' }, reason: 'service_busy' },
  );
}
