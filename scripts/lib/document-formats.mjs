// @ts-check
// The formats of service/contract/formats.ts, for packaging.
import './typescript.mjs';

const { FILE_TYPES, formatFacts } = await import('../../service/contract/formats.ts');

export const documentFormats = FILE_TYPES.map(formatFacts);

/** As Linux names them. */
export const MEDIA_TYPES = documentFormats.map(({ mediaTypes }) => mediaTypes[0]);
