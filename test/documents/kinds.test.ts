import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../service/documents/docx/docx-format.ts';
import type { Format } from '../../service/documents/format.ts';
import { htmlFormat } from '../../service/documents/html/html-format.ts';
import { markdownFormat } from '../../service/documents/markdown/markdown-format.ts';
import { odtFormat } from '../../service/documents/odt/odt-format.ts';
import { pptxFormat } from '../../service/documents/pptx/pptx-format.ts';
import { deck, docx, shape } from '../support/ooxml.ts';
import { odfFile } from './odf/odf-file.ts';

async function kindsOf(format: Format, source: Buffer | string): Promise<string[]> {
  const { segments } = await format.extract(Buffer.from(source), { maxSegments: 100 });
  return segments.map(({ text, kind }) => `${kind ?? '-'} ${text}`);
}

describe('What a file says that a text is', () => {
  it('is in HTML the nearest element around it that says so', async () => {
    const page =
      '<title>Name</title><h2>Head</h2><p>Prose</p><ul><li><p>Item</p></li></ul>' +
      '<table><caption>Under</caption><tr><td><b>Cell</b></td></tr></table><img alt="Shown"><blockquote><p>Said</p></blockquote>';
    expect(await kindsOf(htmlFormat, page)).toEqual([
      'title Name',
      'h2 Head',
      '- Prose',
      'item Item',
      'caption Under',
      'cell Cell',
      'label Shown',
      'quote Said',
    ]);
  });

  it('is in Markdown its block and the list or quote around it', async () => {
    const page = '# Head\n\nProse\n\n- Item\n\n> Said\n\n| A1 |\n| -- |\n| B2 |\n';
    expect(await kindsOf(markdownFormat, page)).toEqual([
      'h1 Head',
      '- Prose',
      'item Item',
      'quote Said',
      'cell A1',
      'cell B2',
    ]);
  });

  it('is in Word its outline, its list and its table', async () => {
    const p = (text: string, properties = '') =>
      `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
    const body =
      p('Head', '<w:outlineLvl w:val="1"/>') +
      p('Prose') +
      p('Item', listed) +
      p('Out of its list', '<w:numPr><w:numId w:val="0"/></w:numPr>') +
      `<w:tbl><w:tr><w:tc>${p('Cell')}</w:tc></w:tr></w:tbl>`;
    expect(await kindsOf(docxFormat, docx(body))).toEqual([
      'h2 Head',
      '- Prose',
      'item Item',
      '- Out of its list',
      'cell Cell',
    ]);
  });

  it('is in OpenDocument the same', async () => {
    const p = (text: string) => `<text:p>${text}</text:p>`;
    const body =
      '<text:p text:style-name="Title">Name</text:p><text:h text:outline-level="3">Head</text:h>' +
      `${p('Prose')}<text:list><text:list-item>${p('Item')}</text:list-item></text:list>` +
      `<table:table><table:table-row><table:table-cell>${p('Cell')}</table:table-cell></table:table-row></table:table>`;
    expect(await kindsOf(odtFormat, odfFile('text', body))).toEqual([
      'title Name',
      'h3 Head',
      '- Prose',
      'item Item',
      'cell Cell',
    ]);
  });

  it('is in presentations the placeholder', async () => {
    const p = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const tree = shape(p('Name'), 'type="ctrTitle"') + shape(p('Item'), 'idx="1"') + shape(p('Free'));
    expect(await kindsOf(pptxFormat, deck({ slides: [{ tree }] }))).toEqual([
      'title Name',
      'item Item',
      '- Free',
    ]);
  });
});
