import type { ExaminedResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';

/** What is in a document. Nothing of it is stored. */
export async function examineDocument(
  file: File,
  from: string,
  signal: AbortSignal,
): Promise<ExaminedResource> {
  const form = new FormData();
  form.set('from', from);
  form.set('file', file, file.name);
  return (await ask<ExaminedResource>('/v1/documents/examine', { method: 'POST', form, signal })).data;
}
