import { optionsTaken } from '../contract/index.ts';
import type { AskedOptions, FileType } from '../contract/index.ts';
import type { Conversion, ExtractOptions, Format } from './format.ts';

/** A format whose files are converted to another one before they are read. */
export interface Converter {
  readonly fileType: FileType;
  convert(source: Uint8Array, options: ExtractOptions): Promise<Conversion>;
  drawPage(source: Uint8Array, page: number, scale: number): Promise<Uint8Array | undefined>;
}

/**
 * A converter as a format: what it makes is read and written by `format`. Jobs keep the conversion and use `format` themselves;
 * here each call converts again, which gives the same file.
 */
export function convertedFormat(converter: Converter, format: Format): Format {
  const own = <Options extends { readonly formatOptions?: AskedOptions }>(options: Options): Options =>
    options.formatOptions
      ? { ...options, formatOptions: optionsTaken(format.fileType, options.formatOptions) }
      : options;
  return {
    fileType: converter.fileType,
    // By its signature alone (detect/choose-format.ts).
    recognise: () => 'no',
    async extract(source, options) {
      const { bytes, warnings } = await converter.convert(source, options);
      const extraction = await format.extract(bytes, own(options));
      return { ...extraction, warnings: [...warnings, ...extraction.warnings] };
    },
    async assemble(source, targets, options) {
      const { bytes } = await converter.convert(source, { ...options, maxSegments: Infinity });
      return format.assemble(bytes, targets, own(options));
    },
    ...(format.assembleSimple && {
      async assembleSimple(source, targets, options) {
        const { bytes } = await converter.convert(source, { ...options, maxSegments: Infinity });
        return format.assembleSimple!(bytes, targets, own(options));
      },
    }),
    convert: (source, options) => converter.convert(source, options),
    drawPage: (source, page, scale) => converter.drawPage(source, page, scale),
  };
}
