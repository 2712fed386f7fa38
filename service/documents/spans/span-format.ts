import { readFormatOptions } from '../../contract/index.ts';
import type { FileType, OptionsOf } from '../../contract/index.ts';
import { decodeText } from '../encodings/text-encoding.ts';
import type { DecodedText } from '../encodings/text-encoding.ts';
import { fitsEncoding, writeEdited } from '../encodings/write-edited.ts';
import type { Examination, Format, FormatContext, Recognition } from '../format.ts';
import type { Look } from '../look.ts';
import { segmentList } from '../shared/segment-list.ts';
import { inPlaceOrder } from '../shared/spans.ts';
import type { Span, SpanReading } from './span.ts';
import { writeSpans } from './write-spans.ts';

/** A span reader's view of the file, the same for extraction and assembly. */
export interface SpanContext<Type extends FileType> extends Omit<FormatContext, 'formatOptions'> {
  /** The job's `format_options`, defaults filled in. */
  readonly options: OptionsOf<Type>;
}

/** A text format: spans of the decoded text, read the same way for extraction and assembly. */
export interface SpanFormat<Type extends FileType> {
  readonly fileType: Type;
  readonly mayHoldHtml?: true;
  /** `read` finds the same spans whatever the file's language. */
  readonly ignoresLanguage?: true;
  recognise(look: Look): Recognition;
  read(text: string, context: SpanContext<Type>): SpanReading;
  /**
   * Reads the finished text to check it; by default `read`, which does not fit if translated units stop being
   * segments (PO, XLIFF). `false` skips the check.
   */
  readonly readBack?: false | ((text: string, context: SpanContext<Type>) => Iterable<Span>);
  /** The declared encoding, found in the file's first bytes read as Latin-1; valid UTF-8 overrides it. */
  readonly declaredEncoding?: (head: string) => string | undefined;
  /** Writes a character that the encoding lacks (`&#x20ac;`). Without it the file becomes UTF-8. */
  readonly reference?: (char: string) => string;
  /** Whether a file that becomes UTF-8 gets a byte order mark. */
  readonly utf8Bom?: boolean;
  readonly examine?: (text: string, context: SpanContext<Type>) => Examination;
}

export function spanFormat<Type extends FileType>(format: SpanFormat<Type>): Format {
  const { fileType, utf8Bom = false, reference, examine } = format;
  const { readBack = (text: string, context: SpanContext<Type>) => format.read(text, context).spans } =
    format;
  const decode = (source: Uint8Array, { from }: FormatContext): Promise<DecodedText> =>
    decodeText(source, from, format.declaredEncoding);
  const contextOf = ({ formatOptions, ...given }: FormatContext): SpanContext<Type> => ({
    ...given,
    options: readFormatOptions(fileType, formatOptions),
  });
  return {
    fileType,
    ...(format.mayHoldHtml && { mayHoldHtml: true }),
    recognise: (look) => format.recognise(look),
    decode: async (source, context) => (await decode(source, context)).text,

    async extract(source, options) {
      const decoded = await decode(source, options);
      const list = segmentList(options.maxSegments);
      const reading = format.read(decoded.text, contextOf(options));
      for (const { segment } of reading.spans) list.add(segment);
      return {
        segments: list.segments,
        warnings: [...decoded.warnings, ...(reading.warnings?.() ?? []), ...list.warnings()],
        ignoresLanguage: format.ignoresLanguage === true && !decoded.isByLanguage,
      };
    },

    async assemble(source, targets, options) {
      const decoded = await decode(source, options);
      const reading = format.read(decoded.text, contextOf(options));
      const { edits, changed, kept } = writeSpans(
        decoded.text,
        [...reading.spans],
        targets,
        readBack === false
          ? undefined
          : (text) => reading.readBack?.(text) ?? readBack(text, contextOf(options)),
        options,
      );
      const closing = reading.closing?.({
        changed: changed.length,
        edits,
        becomesUtf8: reference === undefined && !fitsEncoding(decoded, edits),
      });
      const all = inPlaceOrder([...edits, ...(closing?.edits ?? [])]);
      const { bytes, warnings } = writeEdited(source, decoded, all, { utf8Bom, reference });
      return {
        bytes,
        warnings: [...warnings, ...(closing?.warnings ?? [])],
        kept: kept.map((index) => ({ index })),
      };
    },

    ...(examine && {
      async examine(source, options) {
        const decoded = await decode(source, options);
        return examine.call(format, decoded.text, contextOf(options));
      },
    }),
  };
}
