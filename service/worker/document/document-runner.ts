import { startProcess } from '../../tasks/task-runner.ts';
import type { TaskRunner, ThreadLimits } from '../../tasks/task-runner.ts';

/**
 * Far above the needs of ordinary documents. The objects of a document live just long enough to be moved out
 * of Node's default 48 MB for new objects, repeatedly: 64 MB halve the time of extraction and assembly of
 * 1,100 paragraphs, and more gains nothing.
 */
export const DOCUMENT_HEAP: ThreadLimits = { heapMb: 1_024, youngHeapMb: 64 };

/** Starts the built `document-process.js`; `threadPath` replaces its built thread. */
export function startDocumentProcess(
  processPath: string,
  heap: ThreadLimits = DOCUMENT_HEAP,
  threadPath?: string,
): TaskRunner {
  return startProcess(processPath, [JSON.stringify(heap), ...(threadPath === undefined ? [] : [threadPath])]);
}
