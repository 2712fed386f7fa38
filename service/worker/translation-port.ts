import { WorkerError } from '../tasks/worker-error.ts';
import type { DocumentPort } from './document-port.ts';
import type { EnginePort } from './engine-port.ts';

export { WorkerError };

/** The service of one translation process. */
export type TranslationPort = EnginePort & DocumentPort;

/** The result of `startTranslation`: the port, and the life of the process behind it. */
export interface TranslationProcess extends TranslationPort {
  /** Resolves at the first start; rejects when the first tries fail. More follow, until `close`. */
  readonly started: Promise<void>;
  /** Called after each death and restart: chunks under way have been rejected as retryable. */
  onRestart(listener: () => void): void;
  /** The process id of the present translation process, for diagnosis and tests. */
  readonly pid: number | undefined;
  /** Ends the process: asks, waits a bounded time, kills. */
  close(): Promise<void>;
}

/** A job stopped by the state of one of its files. The system's message, with paths, is in `cause`. */
export function damagedJob(name: string, cause?: unknown): WorkerError {
  const error = new WorkerError(
    'damaged_job',
    `The file ${name} in the folder of this job is missing or damaged. Translate the document again.`,
    false,
  );
  error.cause = cause;
  return error;
}

/** A document of which nothing can be built: what it was uploaded as is no longer there. */
export function sourceDamaged(): WorkerError {
  return new WorkerError(
    'source_damaged',
    "The original file in this job's folder is missing or damaged. Translate the document again.",
    false,
  );
}
