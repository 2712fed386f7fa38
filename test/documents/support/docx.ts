import { docxFilter } from '../../../service/documents/docx/docx-filter.ts';
import { scanXml } from '../../../service/documents/ooxml/xml.ts';
import { unzip, zip } from './zip.ts';
import type { Parts } from './zip.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${OFFICE}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"',
].join(' ');

export interface DocxParts {
  /** Kind of relationship (`header`, `styles`) by file name under word/, and the content of its root element. */
  readonly related?: Readonly<Record<string, { kind: string; root: string; xml: string }>>;
  /** Whole parts by name. */
  readonly extra?: Parts;
  /** The content type of the document part. */
  readonly mainType?: string;
  /** Further relationships of the package, as XML. */
  readonly packageRelationships?: string;
  readonly documentRelationships?: string;
}

/** A Word document with the given content of `w:body`. */
export function docx(body: string, parts: DocxParts = {}): Promise<Uint8Array> {
  const { mainType = `${WORD}.document.main+xml` } = parts;
  const related = Object.entries(parts.related ?? {});
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relationships = (inner: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': relationships(
      relationship('rId1', 'officeDocument', 'word/document.xml') + (parts.packageRelationships ?? ''),
    ),
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships(
      related.map(([name, { kind }], i) => relationship(`rId${i + 1}`, kind, name)).join('') +
        (parts.documentRelationships ?? ''),
    ),
    ...Object.fromEntries(
      related.map(([name, { root, xml }]) => [`word/${name}`, `<${root} ${NAMESPACES}>${xml}</${root}>`]),
    ),
    ...parts.extra,
  });
}

export async function texts(source: Uint8Array): Promise<string[]> {
  const { segments } = await docxFilter.extract(source, { maxSegments: 1_100 });
  return segments.map((segment) => segment.text);
}

/** The coded texts of a body. */
export async function bodyTexts(body: string, parts?: DocxParts): Promise<string[]> {
  return texts(await docx(body, parts));
}

/** The text of a part (`word/document.xml`) of a package, proved well-formed. */
export async function partOf(bytes: Uint8Array, name: string): Promise<string> {
  const text = (await unzip(bytes)).get(name)!.toString('utf8');
  scanXml(text, name, {});
  return text;
}

/** The content of `w:body` once the targets are in. */
export async function translatedBody(
  body: string,
  targets: (string | null)[],
  options: { from?: string; to?: string; parts?: DocxParts } = {},
): Promise<string> {
  const source = await docx(body, options.parts);
  const { from = 'en', to = 'de' } = options;
  const { bytes } = await docxFilter.assemble(source, targets, { from, to });
  const document = await partOf(bytes, 'word/document.xml');
  return /<w:body>(.*)<\/w:body>/s.exec(document)![1]!;
}
