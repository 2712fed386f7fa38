import { fieldProblem } from '../../../contract/index.ts';
import type { NewDocument } from '../../../jobs/jobs-port.ts';
import type { HttpServices } from '../../handler.ts';
import type { UploadedFile } from '../../request/upload-file.ts';
import { detectSources } from './detect-source.ts';
import { noWay } from './translate-texts.ts';

/** An upload in the form of jobs. */
export function asUpload(file: UploadedFile, name?: string): NewDocument['upload'] {
  const { path, fileName, mediaType, bytes, crc32 } = file;
  return { path, fileName: name ?? fileName, mediaType, content: { bytes, crc32 } };
}

/** Detects a document's language by its words. */
export async function detectDocument(
  services: Pick<HttpServices, 'jobs' | 'detector' | 'engines'>,
  {
    accountId,
    upload,
    to,
    signal,
  }: { accountId: string; upload: NewDocument['upload']; to: string; signal: AbortSignal },
): Promise<string> {
  const { sample } = await services.jobs.examine({
    accountId,
    upload,
    options: {},
    keepsUpload: true,
    signal,
  });
  const found = await detectSources(services, [sample], { account: accountId, to, signal });
  if (!found) throw noWay(to);
  return found[0]!.code;
}

/** Refuses an invalid name, such as one with a path. */
export function usableName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!.trim();
  if (last === '' || last.length > 255)
    throw fieldProblem('filename', 'invalid', 'It is no name of a file. Send one such as letter.docx.');
  return last;
}
