import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { epubFormat } from '../../../service/documents/epub/epub-format.ts';
import type { Format } from '../../../service/documents/format.ts';
import { odpFormat } from '../../../service/documents/odp/odp-format.ts';
import { odsFormat } from '../../../service/documents/ods/ods-format.ts';
import { odtFormat } from '../../../service/documents/odt/odt-format.ts';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { deck, docx, shape, workbook } from '../../support/ooxml.ts';
import { zip } from '../../support/zip.ts';
import { odfFile, textStyle } from '../odf/odf-file.ts';

/** Formats of archives, each with a file of that many texts, `A <1>bold</1> word` each, after some a code. */
export const PACKAGED_FILES: readonly (readonly [string, Format, (count: number) => Uint8Array])[] = [
  [
    'DOCX',
    docxFormat,
    (count) =>
      docx(
        repeated(
          count,
          `<w:p>${wordRun('A ')}${wordRun('bold', '<w:rPr><w:b/></w:rPr>')}<w:r><w:tab/></w:r>${wordRun(' word')}</w:p>`,
        ),
      ),
  ],
  [
    'PPTX',
    pptxFormat,
    (count) => {
      const run = (text: string, look = '') => `<a:r><a:rPr${look}/><a:t>${text}</a:t></a:r>`;
      const paragraph = `<a:p>${run('A ')}${run('bold', ' b="1"')}<a:br/>${run(' word')}</a:p>`;
      return deck({ slides: [{ tree: shape(repeated(count, paragraph)) }] });
    },
  ],
  [
    'XLSX',
    xlsxFormat,
    (count) => {
      const cell =
        '<row><c t="inlineStr"><is><r><t xml:space="preserve">A </t></r><r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> word</t></r></is></c></row>';
      return workbook({ sheets: [repeated(count, cell)] });
    },
  ],
  ['ODT', odtFormat, (count) => odfFile('text', repeated(count, ODF_PARAGRAPH), BOLD)],
  [
    'ODP',
    odpFormat,
    (count) => {
      const box = `<draw:frame><draw:text-box>${repeated(count, ODF_PARAGRAPH)}</draw:text-box></draw:frame>`;
      return odfFile('presentation', `<draw:page draw:name="1">${box}</draw:page>`, BOLD);
    },
  ],
  [
    'ODS',
    odsFormat,
    (count) => {
      const cell = `<table:table-cell office:value-type="string">${ODF_PARAGRAPH}</table:table-cell>`;
      const rows = repeated(count, `<table:table-row>${cell}</table:table-row>`);
      return odfFile('spreadsheet', `<table:table table:name="S">${rows}</table:table>`, BOLD);
    },
  ],
  [
    'EPUB',
    epubFormat,
    (count) =>
      zip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        'b.opf':
          '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body>${repeated(count, '<p>A <b>bold</b><br/> word</p>')}</body></html>`,
      }),
  ],
];

const ODF_PARAGRAPH = '<text:p>A <text:span text:style-name="B">bold</text:span><text:tab/> word</text:p>';
const BOLD = { automatic: textStyle('B', 'fo:font-weight="bold"') };

function wordRun(text: string, look = ''): string {
  return `<w:r>${look}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

function repeated(count: number, text: string): string {
  return text.repeat(count);
}
