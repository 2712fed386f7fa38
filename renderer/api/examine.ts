import type { ExaminedResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import type { JobRequest } from './jobs.ts';

/** What is in a document. Nothing of it is stored. */
export async function examineDocument(
  file: File,
  { from, format_options: options }: Pick<JobRequest, 'from' | 'format_options'>,
  signal: AbortSignal,
): Promise<ExaminedResource> {
  const form = new FormData();
  form.set('from', from);
  if (options) form.set('format_options', JSON.stringify(options));
  form.set('file', file, file.name);
  return (await ask<ExaminedResource>('/v1/documents/examine', { method: 'POST', form, signal })).data;
}
