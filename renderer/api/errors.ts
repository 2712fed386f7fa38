import type { ErrorCode, FieldError, Problem } from '../../service/contract/index.ts';

/** The service answered with problem details: `message` is its sentence for people. */
export class ServiceProblem extends Error {
  readonly problem: Problem;
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly FieldError[];
  readonly requestId: string;

  constructor(problem: Problem) {
    super(problem.detail);
    this.name = 'ServiceProblem';
    this.problem = problem;
    this.code = problem.code;
    this.status = problem.status;
    this.fields = problem.errors ?? [];
    this.requestId = problem.request_id;
  }
}

/** No answer: the service has ended or restarts, or the connection broke. */
export class ServiceUnreachable extends Error {
  constructor(cause?: unknown) {
    super('The service does not answer.', { cause });
    this.name = 'ServiceUnreachable';
  }
}

/** The browser can no longer read the file: it was changed, moved or deleted after it was chosen. */
export class FileChanged extends Error {
  override readonly name = 'FileChanged';
}

/** Why a request got no answer. A browser also aborts if it cannot read a file to send. */
export async function unanswered(form?: FormData, cause?: unknown): Promise<Error> {
  for (const value of form?.values() ?? [])
    if (value instanceof File && !(await isReadable(value))) return new FileChanged();
  return new ServiceUnreachable(cause);
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Whether the requested item does not exist (any more). */
export function isNotFound(error: unknown): boolean {
  return error instanceof ServiceProblem && error.code === 'not_found';
}

/** The file could not be stored on the disk: `message` is the shell's sentence for people. */
export class SaveFailed extends Error {
  override readonly name = 'SaveFailed';
}

/** The error for a file that the shell did not save. */
export function notSaved({ message, problem }: { message: string; problem?: Problem }): Error {
  return problem ? new ServiceProblem(problem) : new SaveFailed(message);
}

/** Problem details of an error answer; undefined for a foreign one (a proxy, an HTML page). */
export function problemFrom(body: unknown): ServiceProblem | undefined {
  return isProblem(body) ? new ServiceProblem(body) : undefined;
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    'detail' in body &&
    typeof body.detail === 'string' &&
    'status' in body &&
    typeof body.status === 'number'
  );
}
