import type { ErrorCode, Problem, ProblemError } from '../../contract/index.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** Constant for each code (RFC 9457 §3.1.4). */
const TITLES: Record<ErrorCode, string> = {
  invalid_request: 'The request cannot be used as it is',
  unauthorized: 'An API key is needed',
  forbidden: 'Not allowed',
  insufficient_credit: 'Not enough credit',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  conflict: 'Not possible in the present state',
  job_failed: 'The job failed',
  job_cancelled: 'The job was cancelled',
  layout_unavailable: 'The layout could not be rebuilt',
  no_keychain: 'There is nowhere safe to keep a key',
  idempotency_mismatch: 'The idempotency key was used with another payload',
  quota_exceeded: 'The quota is used up',
  too_many_jobs: 'Too many jobs are running',
  internal_error: 'Internal error',
  engine_unavailable: 'No engine is ready',
  storage_full: 'The job could not be stored',
};

/** A problem on the wire. `instance`: the path without its query, which may hold secrets. */
export function presentProblem(
  problem: ProblemError,
  request: { instance: string; requestId: string },
): Problem {
  return {
    context: problem.code,
    code: problem.code,
    type: `/problems/${problem.code}`,
    title: TITLES[problem.code],
    status: problem.status,
    detail: problem.message,
    instance: request.instance,
    request_id: request.requestId,
    ...problem.specifics,
    ...(problem.errors.length > 0 ? { errors: problem.errors } : {}),
    ...(problem.jobError ? { error: problem.jobError } : {}),
    ...(problem.segments ? { segments: [...problem.segments] } : {}),
  };
}
