import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { scanXml } from '../../../service/documents/xml/scan.ts';
import { docx } from '../../support/ooxml.ts';
import type { DocxParts } from '../../support/ooxml.ts';
import { unzip } from './zip.ts';

export async function texts(source: Uint8Array): Promise<string[]> {
  const { segments } = await docxFormat.extract(source, { maxSegments: 1_100 });
  return segments.map((segment) => segment.text);
}

/** The coded texts of a body. */
export async function bodyTexts(body: string, parts?: DocxParts): Promise<string[]> {
  return texts(docx(body, parts));
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
  const source = docx(body, options.parts);
  const { from = 'en', to = 'de' } = options;
  const { bytes } = await docxFormat.assemble(source, targets, { from, to });
  const document = await partOf(bytes, 'word/document.xml');
  return /<w:body>(.*)<\/w:body>/s.exec(document)![1]!;
}
