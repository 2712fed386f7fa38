import { LIMITS, ProblemError, readFormatOptions } from '../../contract/index.ts';
import type { AskedOptions } from '../../contract/index.ts';
import { cellsOf } from '../../documents/blocks/join-blocks.ts';
import type { ExtractedSegment, Extraction, ExtractOptions, Format } from '../../documents/format.ts';
import { detectFormat } from '../../documents/formats.ts';
import { segmented } from '../../documents/sentences/split-paragraph.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readableText, visibleLength } from '../../text/codes.ts';
import { withSyntaxes } from '../../text/protected/evidence.ts';
import type { ExamineDocumentTask, RefusedFile } from '../document-port.ts';
import { openSource } from './source-file.ts';

/** An upload whose segments have been read. */
export interface ReadDocument {
  readonly format: Format;
  readonly source: Uint8Array;
  readonly context: ExtractOptions;
  readonly extraction: Extraction;
  readonly segments: readonly ExtractedSegment[];
  /** The format's options, defaults filled in, and the syntaxes that the texts have. */
  readonly options: AskedOptions;
  /** As quotas and limits count them. */
  readonly counts: { segmentCount: number; countedSegments: number; sourceChars: number };
}

/** Reads an upload for `use`. A file that is refused once its format is known resolves with the refusal. */
export async function readDocument<Value>(
  { sourcePath, fileName, mediaType, from, to, formatOptions }: ExamineDocumentTask,
  use: (document: ReadDocument) => Promise<Value>,
): Promise<Value | RefusedFile> {
  const { bytes: source, size } = await openSource(sourcePath);
  followFileSize(size);
  const format = await detectFormat(source, { fileName, mediaType });
  const { fileType } = format;
  const options = readFormatOptions(fileType, formatOptions);
  const context = {
    // Counted to the end, so that a refusal can state the number.
    maxSegments: LIMITS.maxDocumentSegments,
    fileName,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(formatOptions && { formatOptions }),
  };
  try {
    const extraction = await format.extract(source, context);
    const { segments, active } = withSyntaxes(segmented(format, extraction.segments, context), {
      format: fileType,
      option: options.syntaxes ?? undefined,
    });
    const counts = {
      segmentCount: segments.length,
      countedSegments: cellsOf(segments).length,
      // Length of the paragraphs, including white space between sentences.
      sourceChars: extraction.segments.reduce((sum, { text }) => sum + visibleLength(text), 0),
    };
    const read = { ...options, syntaxes: [...active] };
    return await use({ format, source, context, extraction, segments, options: read, counts });
  } catch (error) {
    if (error instanceof ProblemError) return { fileType, refused: error.toWire() };
    throw error;
  }
}

/** UTF-16 units used to detect a document's language. */
const SAMPLE_CHARS = 20_000;

/** The beginning of the texts to translate. */
export function sampleOf(segments: readonly ExtractedSegment[]): string {
  let sample = '';
  for (const { text, copy } of segments) {
    if (!copy) sample += `${readableText(text)}\n`;
    if (sample.length >= SAMPLE_CHARS) break;
  }
  return sample.slice(0, SAMPLE_CHARS);
}
