import { isRtl } from '../../contract/index.ts';
import type { Assembly, Targets } from '../format.ts';
import type { Unit } from '../odf/document.ts';
import { shownTarget } from '../odf/shown.ts';
import { escapeXml } from '../xml/scan.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES = ['office', 'style', 'text']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const FO = 'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';
const MANIFEST = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0';
const TYPE = 'application/vnd.oasis.opendocument.text';
const MAX_LEVEL = 10;

/** Fixed, so that the same translation gives the same bytes. */
const DATE = new Date('2000-01-01T00:00:00Z');

/** A new, minimal document: headings, text, shown fields, tabs and line breaks, nothing else. */
export async function assembleSimple(units: Iterable<Unit>, targets: Targets, to: string): Promise<Assembly> {
  const paragraphs: string[] = [];
  const levels = new Set<number>();
  for (const { coded, paragraph } of units) {
    const content = contentXml(shownTarget(coded, targets[paragraphs.length] ?? coded.text).trim());
    const level = paragraph.level === undefined ? undefined : Math.min(paragraph.level, MAX_LEVEL);
    if (level !== undefined) levels.add(level);
    paragraphs.push(
      level === undefined
        ? `<text:p text:style-name="Standard">${content}</text:p>`
        : `<text:h text:style-name="Heading_20_${level}" text:outline-level="${level}">${content}</text:h>`,
    );
  }
  const body = `${DECLARATION}<office:document-content ${NAMESPACES} office:version="1.2"><office:body><office:text>${paragraphs.join('')}</office:text></office:body></office:document-content>`;
  return { bytes: await packageOf(body, stylesXml([...levels].sort(), isRtl(to))), warnings: [] };
}

/** Runs of spaces, tabs and line breaks are elements (ODF 1.3 part 3 §6.1.2). */
function contentXml(text: string): string {
  return escapeXml(text)
    .replace(/ {2,}/g, (spaces) => ` <text:s text:c="${spaces.length - 1}"/>`)
    .replaceAll('\t', '<text:tab/>')
    .replace(/&#13;\n?|\n/g, '<text:line-break/>');
}

function stylesXml(levels: readonly number[], rtl: boolean): string {
  const direction = rtl ? ' style:writing-mode="rl-tb" fo:text-align="right"' : '';
  const headings = levels.map(
    (level) =>
      `<style:style style:name="Heading_20_${level}" style:display-name="Heading ${level}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${level}"><style:paragraph-properties fo:margin-top="0.4cm" fo:margin-bottom="0.2cm" fo:keep-with-next="always"/><style:text-properties fo:font-weight="bold" fo:font-size="${Math.max(11, 20 - 2 * level)}pt"/></style:style>`,
  );
  return `${DECLARATION}<office:document-styles ${NAMESPACES} ${FO} office:version="1.2"><office:styles><style:style style:name="Standard" style:family="paragraph"><style:paragraph-properties fo:margin-bottom="0.2cm"${direction}/></style:style>${headings.join('')}</office:styles></office:document-styles>`;
}

async function packageOf(content: string, styles: string): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const add = (name: string, text: string, compression: 'STORE' | 'DEFLATE' = 'DEFLATE') =>
    zip.file(name, text, { date: DATE, createFolders: false, compression });
  add('mimetype', TYPE, 'STORE');
  add('content.xml', content);
  add('styles.xml', styles);
  const files = [
    ['/', TYPE],
    ['content.xml', 'text/xml'],
    ['styles.xml', 'text/xml'],
  ].map(
    ([path, type]) =>
      `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"${path === '/' ? ' manifest:version="1.2"' : ''}/>`,
  );
  add(
    'META-INF/manifest.xml',
    `${DECLARATION}<manifest:manifest xmlns:manifest="${MANIFEST}" manifest:version="1.2">${files.join('')}</manifest:manifest>`,
  );
  return zip.generateAsync({ type: 'uint8array' });
}
