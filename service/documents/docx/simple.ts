import type { Included } from '../../contract/index.ts';
import { parseCoded, plainText } from '../../text/codes.ts';
import type { Assembly, AssembleOptions } from '../format.ts';
import { escapeXml } from '../xml/scan.ts';
import { isRightToLeft } from '../shared/text-direction.ts';
import { textParts } from './document.ts';
import { AS_IT_IS } from '../ooxml/drawing/write-paragraph.ts';
import { readDrawings } from './drawings.ts';
import type { DocxDocument } from './document.ts';
import type { DocxInline, Piece } from './model.ts';
import { sourceOf } from './segments.ts';
import type { Segment } from './segments.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Fixed, so that the same translation gives the same bytes. */
const DATE = new Date('2000-01-01T00:00:00Z');

/**
 * A new, minimal document of the same paragraphs: heading style ids, text, results of fields, tabs and line
 * breaks, nothing else. For when the layout cannot be rebuilt; needs no more than extraction does.
 */
export async function assembleSimple(
  document: DocxDocument,
  targets: readonly (string | null)[],
  options: AssembleOptions,
  include: ReadonlySet<Included>,
): Promise<Assembly> {
  const rtl = isRightToLeft(options.to);
  const headings = new Map<string, number>();
  const paragraphs: string[] = [];
  const parts = [...textParts(document, include)];
  for (const part of parts) {
    for (const segment of part.segments) {
      const { styleId } = segment.paragraph;
      const level = document.styles.headingLevel(styleId);
      if (styleId !== undefined && level !== undefined) headings.set(styleId, level);
      const target = targets[paragraphs.length] ?? sourceOf(segment);
      paragraphs.push(paragraphXml(segment, target, level === undefined ? undefined : styleId, rtl));
    }
  }
  const models = parts.map(({ model }) => model);
  for (const { span } of readDrawings(document, models, AS_IT_IS, include).texts) {
    const target = plainText(targets[paragraphs.length] ?? span.segment.text);
    paragraphs.push(wrappedXml(textXml(target), undefined, rtl));
  }
  const body = `${DECLARATION}<w:document xmlns:w="${W}"><w:body>${paragraphs.join('')}</w:body></w:document>`;
  return { bytes: await packageOf(body, stylesXml(headings)), warnings: [] };
}

function paragraphXml(segment: Segment, target: string, styleId: string | undefined, rtl: boolean): string {
  const { lead, trail, codes } = segment.coded;
  const words = parseCoded(target).map((token) => {
    if (token.kind === 'text') return textXml(token.text);
    const code = token.kind === 'standalone' ? codes.get(token.id) : undefined;
    return code?.kind === 'standalone' ? pieceXml(code.standalone.at) : '';
  });
  return wrappedXml([...lead.map(inlineXml), ...words, ...trail.map(inlineXml)].join(''), styleId, rtl);
}

function wrappedXml(content: string, styleId: string | undefined, rtl: boolean): string {
  const style = styleId === undefined ? '' : `<w:pStyle w:val="${escapeXml(styleId)}"/>`;
  const properties = style + (rtl ? '<w:bidi/>' : '');
  const run = `<w:r>${rtl ? '<w:rPr><w:rtl/></w:rPr>' : ''}${content}</w:r>`;
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run}</w:p>`;
}

/** The elements of standalones that a plain document supports. */
const SIMPLE_ELEMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'w:tab': '<w:tab/>',
    'w:ptab': '<w:tab/>',
    'w:br': '<w:br/>',
    'w:cr': '<w:br/>',
    'w:noBreakHyphen': '<w:noBreakHyphen/>',
  }),
);

function textXml(text: string): string {
  return text === '' ? '' : `<w:t xml:space="preserve">${escapeXml(text)}</w:t>`;
}

function pieceXml({ names = [] }: Piece): string {
  return names
    .map((name) => (typeof name === 'string' ? (SIMPLE_ELEMENTS.get(name) ?? '') : textXml(name.shown)))
    .join('');
}

/** Inlines outside the words, such as a page number at their end. */
function inlineXml(inline: DocxInline): string {
  if (inline.kind === 'text') return textXml(inline.text);
  if (inline.kind === 'group') return inline.children.map(inlineXml).join('');
  return inline.kind === 'standalone' ? pieceXml(inline.at) : '';
}

function stylesXml(headings: ReadonlyMap<string, number>): string {
  const named = new Set<number>();
  const styles = Array.from(headings, ([id, level]) => {
    // Word would merge two styles with one name.
    const name = named.has(level) ? `heading ${level} ${id}` : `heading ${level}`;
    named.add(level);
    const half = Math.max(22, 36 - level * 4);
    return `<w:style w:type="paragraph" w:styleId="${escapeXml(id)}"><w:name w:val="${escapeXml(name)}"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/><w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr><w:b/><w:bCs/><w:sz w:val="${half}"/><w:szCs w:val="${half}"/></w:rPr></w:style>`;
  });
  return `${DECLARATION}<w:styles xmlns:w="${W}">${styles.join('')}</w:styles>`;
}

async function packageOf(body: string, styles: string): Promise<Uint8Array> {
  const { default: JSZip } = await import('jszip');
  const zip = new JSZip();
  const add = (name: string, xml: string) => zip.file(name, xml, { date: DATE, createFolders: false });
  add(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD_TYPE}.styles+xml"/></Types>`,
  );
  add('_rels/.rels', relationshipXml('officeDocument', 'word/document.xml'));
  add('word/document.xml', body);
  add('word/_rels/document.xml.rels', relationshipXml('styles', 'styles.xml'));
  add('word/styles.xml', styles);
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' });
}

function relationshipXml(kind: string, target: string): string {
  return `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;
}
