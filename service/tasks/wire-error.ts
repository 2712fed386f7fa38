import { ProblemError } from '../contract/index.ts';
import type { ProblemWire } from '../contract/index.ts';
import { asStorageError } from '../lib/storage-error.ts';
import { WorkerError } from './worker-error.ts';

/**
 * Errors as plain values. Structured clone and comlink keep only name, message and stack of an Error, so a
 * refusal's code would be lost between processes and threads. So a plain value is thrown, and rebuilt on the
 * far side.
 */
export type ErrorWire = ProblemWire | WorkerErrorWire;

/** The end of a task in another thread or process. */
export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: ErrorWire };

interface WorkerErrorWire {
  problem: false;
  code: WorkerError['code'];
  message: string;
  retryable: boolean;
  /** Where it was thrown, for the log only. */
  stack?: string;
}

/** An AbortError by name, like fetch's and `signal.reason`, so that callers treat all alike. */
export function abortError(message = 'The job was released.'): WorkerError {
  const error = new WorkerError('aborted', message, false);
  error.name = 'AbortError';
  return error;
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The wire form of any thrown value. All but refusals and WorkerErrors become `internal_error`. */
export function toErrorWire(error: unknown): ErrorWire {
  const refusal = asStorageError(error);
  if (refusal instanceof ProblemError) return refusal.toWire();
  const { code, retryable } = classify(error);
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? error.stack : undefined;
  return { problem: false, code, message, retryable, ...(stack === undefined ? {} : { stack }) };
}

function classify(error: unknown): { code: WorkerError['code']; retryable: boolean } {
  if (error instanceof WorkerError) return error;
  return { code: isAbort(error) ? 'aborted' : 'internal_error', retryable: false };
}

/** The error behind a wire form; any other thrown value becomes an internal error. */
export function fromErrorWire(wire: unknown): Error {
  if (!isErrorWire(wire)) {
    const message = wire instanceof Error ? wire.message : String(wire);
    return new WorkerError('internal_error', message, false);
  }
  if (wire.problem) return ProblemError.fromWire(wire);
  if (wire.code === 'aborted') return abortError(wire.message);
  const error = new WorkerError(wire.code, wire.message, wire.retryable);
  if (wire.stack !== undefined) error.stack = wire.stack;
  return error;
}

function isErrorWire(value: unknown): value is ErrorWire {
  return typeof value === 'object' && value !== null && 'problem' in value && 'code' in value;
}
