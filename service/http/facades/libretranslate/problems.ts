import type { ProblemError } from '../../../contract/index.ts';
import type { ProblemAnswer, ProblemRequest } from '../../protocol.ts';

/** LibreTranslate's names of the core's parameters. */
const PARAMETERS: Readonly<Record<string, string>> = { from: 'source', to: 'target', segments: 'q' };

export function libreProblem(problem: ProblemError, { ctx, body }: ProblemRequest): ProblemAnswer {
  const message = messageOf(problem);
  const status = statusOf(problem);
  const isShared = ctx.path === '/translate' || (ctx.path.startsWith('/c/') && isDeeplx(body));
  if (!isShared || isLibre(body)) return { status, body: { error: message } };
  // As DeepLX answers. A wrong header key is refused before the body shows the client's dialect.
  const code = problem.code === 'unauthorized' ? 401 : status;
  return body === undefined
    ? { status, body: { error: message, code, message } }
    : { status: code, body: { code, message } };
}

/** Whether a body of `/translate` is LibreTranslate's; DeepLX's has `text` where this has `q`. */
function isLibre(body: unknown): boolean {
  return body !== undefined && !isDeeplx(body);
}

export function isDeeplx(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'text' in body && !('q' in body);
}

function statusOf({ code, status }: ProblemError): number {
  switch (code) {
    case 'unauthorized':
    case 'insufficient_credit':
      return 403;
    case 'quota_exceeded':
      return 429;
    case 'job_failed':
    case 'job_cancelled':
    case 'engine_unavailable':
    case 'storage_full':
      return 500;
    default:
      return status === 415 ? 400 : status;
  }
}

function messageOf(problem: ProblemError): string {
  const [error] = problem.errors;
  if (error?.code === 'unsupported_file_type')
    return `Invalid request: file format not supported. ${error.message}`;
  if (error === undefined || error.field === 'body') return problem.message;
  const field = PARAMETERS[error.field] ?? error.field;
  return error.code === 'required' ? `Invalid request: missing ${field} parameter` : error.message;
}
