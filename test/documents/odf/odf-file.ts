import { zip } from '../../support/zip.ts';
import type { Parts } from '../../support/zip.ts';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:';
const NAMESPACES = [
  ...'office style text table presentation chart form'
    .split(' ')
    .map((name) => `xmlns:${name}="${ODF}${name}:1.0"`),
  `xmlns:draw="${ODF}drawing:1.0"`,
  `xmlns:fo="${ODF}xsl-fo-compatible:1.0"`,
  `xmlns:svg="${ODF}svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

/** The XML of a part: `document-content`, `document-styles`. */
export function partXml(root: string, inside: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:${root} ${NAMESPACES} office:version="1.3">${inside}</office:${root}>`;
}

/**
 * An OpenDocument file. `body` is what is in `office:text` or its like, `automatic` in the automatic styles.
 */
export function odfFile(
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  { automatic = '', parts = {} }: { automatic?: string; parts?: Parts } = {},
): Buffer {
  const content = `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
  const own = {
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': partXml('document-content', content),
  };
  return zip({ ...own, ...parts }, { stored: ['mimetype'] });
}

export function textStyle(name: string, properties: string): string {
  return `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`;
}
