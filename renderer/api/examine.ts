import type { DocumentTerms, ExaminedResource } from '../../service/contract/index.ts';
import { ask } from './client.ts';
import type { JobRequest } from './jobs.ts';
import { formOf } from './upload.ts';

/** The contents of a document. Nothing is stored. */
export async function examineDocument(
  file: File,
  { from, format_options: options }: Pick<JobRequest, 'from' | 'format_options'>,
  signal: AbortSignal,
): Promise<ExaminedResource> {
  return examine(file, { from, ...(options && { format_options: options }) }, signal);
}

/** As `examineDocument`, with matches of the translation memory and the texts. */
export async function countedDocument(
  file: File,
  { from, to, format_options: options }: Pick<JobRequest, 'from' | 'to' | 'format_options'>,
  signal: AbortSignal,
): Promise<ExaminedResource> {
  return examine(file, { from, to, texts: '1', ...(options && { format_options: options }) }, signal);
}

/** A page of a PDF (from 1) with the document that this page becomes; undefined if the PDF has no such page. */
export async function examinedPage(
  file: File,
  { format_options: options }: Pick<JobRequest, 'format_options'>,
  page: number,
  signal: AbortSignal,
): Promise<ExaminedResource['shown']> {
  const only = { ...options, 'pdf.pages': String(page) };
  return (await examine(file, { page: String(page), format_options: only }, signal)).shown;
}

/** Its names and terms, by a language model. It takes up to some minutes. */
export async function listTerms(
  file: File,
  request: JobRequest,
  signal: AbortSignal,
): Promise<DocumentTerms> {
  const form = formOf({ file, request });
  return (await ask<DocumentTerms>('/v1/documents/terms', { method: 'POST', form, signal })).data;
}

async function examine(
  file: File,
  {
    format_options: options,
    ...direction
  }: Partial<Pick<JobRequest, 'from' | 'to' | 'format_options'> & { texts: string; page: string }>,
  signal: AbortSignal,
): Promise<ExaminedResource> {
  const form = new FormData();
  for (const [name, value] of Object.entries(direction)) form.set(name, value);
  if (options) form.set('format_options', JSON.stringify(options));
  form.set('file', file, file.name);
  return (await ask<ExaminedResource>('/v1/documents/examine', { method: 'POST', form, signal })).data;
}
