import { fieldProblem } from '../../../contract/index.ts';
import type { NewDocument, UndetectedDocument } from '../../../jobs/jobs-port.ts';
import type { HttpServices } from '../../handler.ts';
import type { UploadedFile } from '../../request/upload-file.ts';
import { detectSources } from './detect-source.ts';
import { noWay } from './translate-texts.ts';

/** An upload in the form of jobs. */
export function asUpload(file: UploadedFile, name?: string): NewDocument['upload'] {
  const { path, fileName, mediaType, bytes, crc32 } = file;
  return { path, fileName: name ?? fileName, mediaType, content: { bytes, crc32 } };
}

/** The document's language, if the request names it, or how to find it; refused if `check` refuses it. */
export async function sourceOf(
  services: Pick<HttpServices, 'detector' | 'engines'>,
  named: string | undefined,
  {
    accountId: account,
    to,
    signal,
    check,
  }: { accountId: string; to: string; signal: AbortSignal; check: (from: string) => Promise<void> },
): Promise<Pick<NewDocument, 'from'> | Pick<UndetectedDocument, 'detect'>> {
  if (named !== undefined) {
    await check(named);
    return { from: named };
  }
  return {
    async detect(sample) {
      const [found] = (await detectSources(services, [sample], { account, to, signal })) ?? [];
      if (!found) throw noWay(to);
      await check(found.code);
      return found.code;
    },
  };
}

/** Refuses an invalid name, such as one with a path. */
export function usableName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!.trim();
  if (last === '' || last.length > 255)
    throw fieldProblem('filename', 'invalid', 'It is no name of a file. Send one such as letter.docx.');
  return last;
}
