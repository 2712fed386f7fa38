import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import { partOf } from '../support/docx.ts';
import type { DocxParts } from '../../support/ooxml.ts';

const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (instruction: string, shown: string) =>
  `${char('begin')}<w:r><w:instrText> ${instruction} </w:instrText></w:r>${char('separate')}${r(shown)}${char('end')}`;
const TAB = '<w:r><w:tab/></w:r>';

async function simple(body: string, targets: (string | null)[], parts?: DocxParts) {
  const source = docx(body, parts);
  const { bytes } = await docxFormat.assembleSimple(source, targets, { from: 'en', to: 'de' });
  return {
    texts: (await partOf(bytes, 'word/document.xml'))
      .split('</w:p>')
      .slice(0, -1)
      .map((paragraph) => paragraph.replaceAll('<w:tab/>', '\t').replace(/<[^>]*>\n?/g, '')),
    document: await partOf(bytes, 'word/document.xml'),
    styles: await partOf(bytes, 'word/styles.xml'),
  };
}

describe('the simple document', () => {
  it('shows what fields show, within the text and at its ends', async () => {
    const body =
      p(r('See table '), field('REF t1', '3')) +
      p(field('SEQ Table', '1'), TAB, r(' Prices of '), field('DATE', '2024'), r(' in euros')) +
      p(r('Page '), `<w:fldSimple w:instr=" PAGE ">${r('7')}</w:fldSimple>`);
    const { texts } = await simple(body, ['Siehe Tabelle ', ' Preise von <1/> in Euro', null]);
    expect(texts).toEqual(['Siehe Tabelle 3', '1\t Preise von 2024 in Euro', 'Page 7']);
  });

  it('has no two styles of one name, and no heading of a style that says it is body text', async () => {
    const style = (id: string, content: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}">${content}</w:style>`;
    const level = (value: number) => `<w:pPr><w:outlineLvl w:val="${value}"/></w:pPr>`;
    const styles = [
      style('Heading1', `<w:name w:val="heading 1"/>${level(0)}`),
      style('Chapter', `<w:name w:val="Chapter"/>${level(0)}`),
      style('TOCHeading', `<w:name w:val="TOC Heading"/><w:basedOn w:val="Heading1"/>${level(9)}`),
    ].join('');
    const styled = (id: string) => p(`<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`, r(id));
    const result = await simple(
      styled('Heading1') + styled('Chapter') + styled('TOCHeading'),
      [null, null, null],
      { related: { 'styles.xml': { kind: 'styles', root: 'w:styles', xml: styles } } },
    );
    const names = Array.from(result.styles.matchAll(/<w:name w:val="([^"]*)"/g), ([, name]) => name);
    expect(names).toEqual(['heading 1', 'heading 1 Chapter']);
    expect(result.document).not.toContain('TOCHeading"');
  });
});
