import { startProcess } from './task-runner.ts';
import type { TaskRunner, ThreadLimits } from './task-runner.ts';

/**
 * Heap: far above what an honest document takes. What a document is read into lives just long enough to be moved out of Node's 48 MB for
 * new objects, over and over. A third more halves the time that extraction and assembly of 1,100 paragraphs take; still more gains
 * nothing.
 */
export const DOCUMENT_HEAP: ThreadLimits = { heapMb: 1_024, youngHeapMb: 64, youngAtOnce: true };

/** Starts the built `document-process.js` of the path, whose thread is the built one unless `threadPath` names another. */
export function startDocumentProcess(
  processPath: string,
  heap: ThreadLimits = DOCUMENT_HEAP,
  threadPath?: string,
): TaskRunner {
  return startProcess(processPath, [JSON.stringify(heap), ...(threadPath === undefined ? [] : [threadPath])]);
}
