import { WorkerError } from '../tasks/worker-error.ts';
import type { DocumentPort } from './document-port.ts';
import type { EnginePort } from './engine-port.ts';

export { WorkerError };

/** All operations on engines, documents and texts, for jobs and requests. */
export type TranslationPort = Omit<EnginePort, 'direction' | 'ask' | 'listTerms' | 'workers' | 'release'> &
  DocumentPort;

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

/** A document of which nothing can be built: its uploaded source is gone. */
export function sourceDamaged(): WorkerError {
  return new WorkerError(
    'source_damaged',
    "The original file in this job's folder is missing or damaged. Translate the document again.",
    false,
  );
}
