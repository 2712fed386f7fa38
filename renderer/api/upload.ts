import { authorised } from './client.ts';
import { problemFrom, ServiceUnreachable, unanswered } from './errors.ts';
import type { JobRequest } from './jobs.ts';

export interface Upload {
  file: File;
  request: JobRequest;
  idempotencyKey: string;
  /**
   * Aborts an upload under way. If all of it may have been sent, the service may have created the job: then
   * its answer is awaited, so that the caller can delete the job.
   */
  signal: AbortSignal;
  /** Called with the bytes sent so far. */
  onProgress(sentBytes: number): void;
}

/** Smaller files are sent at once, so aborting them saves nothing. */
const MIN_ABORTED_BYTES = 1_048_576;

/**
 * Uploads a document and returns the new job's id. XMLHttpRequest, because `fetch` does not report the
 * progress of sending. Rejects with ServiceProblem, ServiceUnreachable, FileChanged, or the signal's reason.
 */
export function uploadDocument(upload: Upload): Promise<string> {
  const { url, headers } = authorised('/v1/translate/documents');
  const request = new XMLHttpRequest();
  const form = formOf(upload);
  return new Promise<string>((resolve, reject) => {
    request.open('POST', url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('Idempotency-Key', upload.idempotencyKey);
    request.upload.addEventListener('progress', (event) => upload.onProgress(event.loaded));
    request.addEventListener('load', () => {
      const body = request.response as unknown;
      if (request.status === 202) resolve((body as { data: { id: string } }).data.id);
      else reject(problemFrom(body) ?? new ServiceUnreachable(request.status));
    });
    request.addEventListener('error', () => void unanswered(form).then(reject));
    request.addEventListener('abort', () => reject(new DOMException('Upload cancelled', 'AbortError')));
    // The browser reports progress with a delay, so a small file may already have arrived.
    if (upload.file.size >= MIN_ABORTED_BYTES) {
      const stop = (): void => request.abort();
      upload.signal.addEventListener('abort', stop, { once: true });
      request.upload.addEventListener('load', () => upload.signal.removeEventListener('abort', stop));
    }
    request.send(form);
  });
}

/** The form, small fields first: a bad one is refused before the file is read. */
export function formOf({ file, request }: Pick<Upload, 'file' | 'request'>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request) as [string, string | object][])
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.set('file', file, file.name);
  return form;
}
