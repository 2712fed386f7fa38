import type { ProblemError } from '../../../contract/index.ts';
import type { ProblemAnswer, ProblemRequest } from '../../protocol.ts';

/** LibreTranslate's names of the core's parameters. */
const PARAMETERS: Readonly<Record<string, string>> = { from: 'source', to: 'target', segments: 'q' };

/** Texts of one request. */
export const MAX_TEXTS = 1_000;

export function libreProblem(
  problem: ProblemError,
  { ctx, body }: Pick<ProblemRequest, 'ctx' | 'body'>,
): ProblemAnswer {
  const { error, detail } = messagesOf(problem, { ctx, body });
  const message = detail ?? error;
  const ownForm = { error, ...(detail === undefined ? {} : { detail }) };
  const status = statusOf(problem);
  const isShared = ctx.path === '/translate' || (ctx.path.startsWith('/c/') && isDeeplx(body));
  if (!isShared || isLibre(body)) return { status, body: ownForm };
  // In DeepLX's form. A wrong header key is refused before the body reveals the client's dialect.
  const code = problem.code === 'unauthorized' ? 401 : status;
  return body === undefined
    ? { status, body: { ...ownForm, code, message } }
    : { status: code, body: { code, message } };
}

/** Whether a body of `/translate` is LibreTranslate's; DeepLX's has `text` instead of `q`. */
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

/** In LibreTranslate's words if it has any for this; then `detail` has ours. */
function messagesOf(
  problem: ProblemError,
  { ctx, body }: Pick<ProblemRequest, 'ctx' | 'body'>,
): { error: string; detail?: string } {
  const theirs = knownMessage(problem, { ctx, body });
  if (theirs !== undefined) return { error: theirs, detail: problem.message };
  const [error] = problem.errors;
  if (error === undefined || error.field === 'body') return { error: problem.message };
  const field = PARAMETERS[error.field] ?? error.field;
  return { error: error.code === 'required' ? `Invalid request: missing ${field} parameter` : error.message };
}

function knownMessage(
  { code, status, errors: [error], message }: ProblemError,
  { ctx, body }: Pick<ProblemRequest, 'ctx' | 'body'>,
): string | undefined {
  const { q, api_key: key } = (typeof body === 'object' ? body : {}) as { q?: unknown; api_key?: unknown };
  if (code === 'unauthorized') {
    const isKeySent = ctx.get('Authorization') !== '' || (typeof key === 'string' && key !== '');
    return isKeySent ? 'Invalid API key' : undefined;
  }
  if (status === 429) return `Slowdown: ${message}`;
  if (error?.code === 'unsupported_file_type') return 'Invalid request: file format not supported';
  if (error?.field === 'body' && status === 400) return 'Invalid JSON format';
  if (error?.field === 'q' && error.code === 'too_many' && Array.isArray(q))
    return `Invalid request: request (${q.length}) exceeds text limit (${MAX_TEXTS})`;
  return undefined;
}
