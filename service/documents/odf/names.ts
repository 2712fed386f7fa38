import { canonicalNames } from '../xml/namespaces.ts';

const ODF = 'urn:oasis:names:tc:opendocument:xmlns:';
const OWN = 'office style text table presentation chart form script meta manifest'.split(' ');

/** OpenDocument 1.0 to 1.4, with LibreOffice's extensions. */
export const ODF_NAMES = canonicalNames({
  ...Object.fromEntries(OWN.map((name) => [`${ODF}${name}:1.0`, `${name}:`])),
  [`${ODF}drawing:1.0`]: 'draw:',
  [`${ODF}xsl-fo-compatible:1.0`]: 'fo:',
  [`${ODF}svg-compatible:1.0`]: 'svg:',
  'http://www.w3.org/1999/xlink': 'xlink:',
  'http://purl.org/dc/elements/1.1/': 'dc:',
  'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0': 'loext:',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext:',
  'urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0': 'field:',
});
