/** A failure of the process or an engine, not of the request. */
export class WorkerError extends Error {
  readonly code:
    'crashed' | 'engine_failed' | 'timeout' | 'aborted' | 'damaged_job' | 'source_damaged' | 'internal_error';
  readonly retryable: boolean;
  constructor(code: WorkerError['code'], message: string, retryable: boolean) {
    super(message);
    this.name = 'WorkerError';
    this.code = code;
    this.retryable = retryable;
  }
}
