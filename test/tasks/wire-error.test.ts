import { describe, expect, it } from 'vitest';
import { fieldProblem, ProblemError } from '../../service/contract/index.ts';
import { WorkerError } from '../../service/worker/translation-port.ts';
import { abortError, fromErrorWire, isAbort, toErrorWire } from '../../service/tasks/wire-error.ts';

/** Through structured clone, as between processes and threads. */
const crossed = (error: unknown) => fromErrorWire(structuredClone(toErrorWire(error)));

describe('an error that crosses to the host', () => {
  it('keeps all of a refusal: code, status, fields, headers', () => {
    const refusal = new ProblemError('quota_exceeded', 'Ten a day.', { headers: { 'Retry-After': '60' } });
    const rebuilt = crossed(refusal);
    expect(rebuilt instanceof ProblemError && rebuilt.toWire()).toEqual(refusal.toWire());
    expect(crossed(fieldProblem('file', 'damaged_file', 'Broken.'))).toMatchObject({
      status: 400,
      errors: [{ field: 'file', code: 'damaged_file', message: 'Broken.' }],
    });
  });

  it('keeps whether an engine failure may pass on another try', () => {
    for (const retryable of [true, false]) {
      const error = crossed(new WorkerError('engine_failed', 'The server is busy.', retryable));
      expect(error).toBeInstanceOf(WorkerError);
      expect(error).toMatchObject({ code: 'engine_failed', retryable, message: 'The server is busy.' });
    }
  });

  it('stays an AbortError', () => {
    for (const error of [abortError(), new DOMException('Stopped.', 'AbortError')]) {
      expect(isAbort(crossed(error))).toBe(true);
      expect(crossed(error)).toMatchObject({ code: 'aborted', retryable: false });
    }
  });

  it('that says the disk is full becomes a refusal that says so', () => {
    const error = Object.assign(new Error('write'), { code: 'ENOSPC' });
    expect(crossed(error)).toMatchObject({ code: 'storage_full', status: 507 });
  });

  it.each([[new TypeError('x is undefined')], ['a string'], [undefined]])(
    'is an internal error when it is a bug: %s',
    (thrown) => {
      expect(crossed(thrown)).toMatchObject({
        name: 'WorkerError',
        code: 'internal_error',
        retryable: false,
      });
    },
  );
});
