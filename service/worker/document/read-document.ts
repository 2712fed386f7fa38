import { LIMITS, optionsTaken, ProblemError, readFormatOptions } from '../../contract/index.ts';
import type { AskedOptions, FileType } from '../../contract/index.ts';
import { cellsOf } from '../../documents/blocks/join-blocks.ts';
import type {
  Conversion,
  ExtractedSegment,
  Extraction,
  ExtractOptions,
  Format,
} from '../../documents/format.ts';
import { detectFormat, formatOf } from '../../documents/formats.ts';
import { segmented } from '../../documents/sentences/split-paragraph.ts';
import { followFileSize } from '../../documents/shared/document-limits.ts';
import { readableText, visibleLength } from '../../text/codes.ts';
import { withSyntaxes } from '../../text/protected/evidence.ts';
import type { ExamineDocumentTask, RefusedFile } from '../document-port.ts';
import { convertedSource } from './converted-source.ts';
import type { ConversionPaths } from './converted-source.ts';
import { openSource } from './source-file.ts';

/** An upload whose segments have been read. */
export interface ReadDocument {
  /** The upload's format. */
  readonly fileType: FileType;
  /** The format of `source`: another one if the upload was converted. */
  readonly format: Format;
  readonly source: Uint8Array;
  readonly uploaded: Uint8Array;
  readonly uploadedFormat: Format;
  readonly conversion: Conversion | undefined;
  readonly context: ExtractOptions;
  readonly extraction: Extraction;
  readonly segments: readonly ExtractedSegment[];
  /** The format's options, defaults filled in, and the syntaxes that the texts have. */
  readonly options: AskedOptions;
  /** As quotas and limits count them. */
  readonly counts: { segmentCount: number; countedSegments: number; sourceChars: number };
}

/**
 * Reads an upload for `use`. A file that is refused once its format is known resolves with the refusal. One of a format that is
 * converted is read from its conversion, which is kept at `paths`.
 */
export async function readDocument<Value>(
  { sourcePath, fileName, mediaType, from, to, formatOptions: named, formatDefaults }: ExamineDocumentTask,
  use: (document: ReadDocument) => Promise<Value>,
  paths?: ConversionPaths,
): Promise<Value | RefusedFile> {
  const { bytes: uploaded, size } = await openSource(sourcePath);
  followFileSize(size);
  const uploadedFormat = await detectFormat(uploaded, { fileName, mediaType });
  const { fileType } = uploadedFormat;
  const formatOptions = formatDefaults ? { ...optionsTaken(fileType, formatDefaults), ...named } : named;
  const options = readFormatOptions(fileType, formatOptions);
  const asked = {
    // Counted to the end, so that a refusal can state the number.
    maxSegments: LIMITS.maxDocumentSegments,
    fileName,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(formatOptions && { formatOptions }),
  };
  try {
    const conversion = await convertedSource(uploadedFormat, uploaded, asked, paths);
    const format = conversion ? await formatOf(conversion.fileType) : uploadedFormat;
    const source = conversion?.bytes ?? uploaded;
    const context =
      conversion && formatOptions
        ? { ...asked, formatOptions: optionsTaken(format.fileType, formatOptions) }
        : asked;
    const read = await format.extract(source, context);
    const extraction = { ...read, warnings: [...(conversion?.warnings ?? []), ...read.warnings] };
    const { segments, active } = withSyntaxes(segmented(format, extraction.segments, context), {
      format: format.fileType,
      option: options.syntaxes ?? undefined,
    });
    const counts = {
      segmentCount: segments.length,
      countedSegments: cellsOf(segments).length,
      // Length of the paragraphs, including white space between sentences.
      // What a bilingual file has already is not translated.
      sourceChars: extraction.segments.reduce(
        (sum, { text, given, locked }) => sum + (given || locked ? 0 : visibleLength(text)),
        0,
      ),
    };
    const taken = { ...options, syntaxes: [...active] };
    return await use({
      fileType,
      format,
      source,
      uploaded,
      uploadedFormat,
      conversion,
      context,
      extraction,
      segments,
      options: taken,
      counts,
    });
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
