import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import { formatFacts } from '../../service/contract/formats.ts';
import { MAX_PREVIEW_BYTES, previewKindOf } from '../../service/contract/preview.ts';
import type { FileType, Job } from '../../service/contract/index.ts';
import { examinedPage } from '../api/examine.ts';
import { fetchPreview } from '../api/preview.ts';
import type { PreviewCopy } from '../api/preview.ts';
import type { UploadEntry } from '../store-parts/upload-entry.ts';

/** A document whose page is shown on its own, without rows. */
interface ShownPage {
  readonly name: string;
  readonly fileType: FileType;
  readonly language: string;
  /** Segments of the document; 0 if it is not translated yet. */
  readonly segments: number;
  /** Whether it is still being translated. */
  readonly isRunning: boolean;
  /** Pages of a PDF, which are shown one by one beside what they become. */
  readonly pages?: number;
  /**
   * Rejects with ServiceProblem, ServiceUnreachable or the signal's reason; undefined if it is too large. `page`: of a PDF,
   * from 1.
   */
  readonly read: (signal: AbortSignal, page: number) => Promise<ShownCopy | undefined>;
}

interface ShownCopy extends Pick<PreviewCopy, 'kind'> {
  /** Absent if it is too large. */
  readonly bytes?: ArrayBuffer;
  /** The address of the picture of a PDF's page. */
  readonly picture?: string;
}

/** The page that the dialog shows. */
export const useShownPage = defineStore('shownPage', () => {
  const page = shallowRef<ShownPage>();

  /** A file as it is, before it is translated. */
  function takeFile(file: File, fileType: FileType, language: string): void {
    const kind = previewKindOf(fileType);
    const read = async (): Promise<ShownCopy | undefined> => {
      if (file.size > MAX_PREVIEW_BYTES) return undefined;
      const bytes = await file.arrayBuffer();
      return { kind, bytes: formatFacts(fileType).package ? bytes : inUtf8(bytes) };
    };
    page.value = { name: file.name, fileType, language, segments: 0, isRunning: false, read };
  }

  /** A PDF before it is translated: each page beside the document that it becomes. */
  function takePdf({ file, request }: Pick<UploadEntry, 'file' | 'request'>, pages: number): void {
    const read = async (signal: AbortSignal, number: number): Promise<ShownCopy | undefined> => {
      const found = await examinedPage(file, request, number, signal);
      if (!found) return undefined;
      const { document } = found;
      return {
        kind: previewKindOf('pdf'),
        picture: `data:image/png;base64,${found.picture}`,
        ...(document === undefined ? {} : { bytes: fromBase64(document) }),
      };
    };
    const { from: language } = request;
    page.value = { name: file.name, fileType: 'docx', language, segments: 0, isRunning: false, pages, read };
  }

  /** A job's translation; what has none yet stands in the source. */
  function takeJob(job: Job): void {
    const { file_name: name = '', file_type: fileType, to: language, total_segments: segments } = job;
    if (!fileType) return;
    const read = (signal: AbortSignal): Promise<PreviewCopy> => fetchPreview(job, 'target', signal);
    page.value = { name, fileType, language, segments, isRunning: job.status === 'running', read };
  }

  return { page, takeFile, takePdf, takeJob };
});

function fromBase64(text: string): ArrayBuffer {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer;
}

/** A text file in UTF-8, as the service's copies are: by its byte order mark, else UTF-8, else Windows-1252. */
function inUtf8(bytes: ArrayBuffer): ArrayBuffer {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const utf16 =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : '';
  const decode = (encoding: string, fatal = false): string =>
    new TextDecoder(encoding, { fatal }).decode(bytes);
  let text: string;
  try {
    text = decode(utf16 === '' ? 'utf-8' : utf16, true);
  } catch {
    text = decode('windows-1252');
  }
  return new TextEncoder().encode(text).buffer;
}
