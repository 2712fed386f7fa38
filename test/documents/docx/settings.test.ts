import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { parseXml, toggle } from '../../../service/documents/xml/tree.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts } from '../support/docx.ts';
import { unzip } from '../support/zip.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t>${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;

describe('tables of contents', () => {
  const contents =
    p('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>') +
    p('<w:r><w:fldChar w:fldCharType="end"/></w:r>');
  const heading = p('<w:pPr><w:pStyle w:val="H"/></w:pPr>', r('Chapter'));
  const related = {
    'styles.xml': {
      kind: 'styles',
      root: 'w:styles',
      xml: '<w:style w:styleId="Base"><w:name w:val="heading 1"/></w:style><w:style w:styleId="H"><w:basedOn w:val="Base"/></w:style>',
    },
    'settings.xml': { kind: 'settings', root: 'w:settings', xml: '<w:zoom w:percent="100"/><w:compat/>' },
  };
  const settings = async (body: string, targets: (string | null)[], extra: Record<string, string> = {}) => {
    const source = docx(body, { related, extra });
    const { bytes } = await docxFormat.assemble(source, targets, { from: 'en', to: 'de' });
    return (await unzip(bytes)).get('word/settings.xml')!.toString();
  };
  const written = (xml: string) => settings(contents + heading, ['Kapitel'], { 'word/settings.xml': xml });

  it('are brought up to date by Word when a heading changed', async () => {
    expect(await settings(contents + heading + p(r('text')), ['Kapitel', null])).toContain(
      '<w:zoom w:percent="100"/><w:updateFields w:val="true"/><w:compat/>',
    );
  });

  it('are left alone when only other text changed, or there are none', async () => {
    expect(await settings(contents + heading + p(r('text')), [null, 'Text'])).not.toContain('updateFields');
    expect(await settings(heading + p(r('text')), ['Kapitel', 'Text'])).not.toContain('updateFields');
  });

  it.each([
    ['captions of figures', p(r('Figure '), '<w:fldSimple w:instr=" SEQ Figure "/>', r('A view'))],
    ['an outline level of its own', p('<w:pPr><w:outlineLvl w:val="1"/></w:pPr>', r('A view'))],
  ])('list %s too', async (_, listed) => {
    const [text] = await bodyTexts(contents + listed);
    expect(await settings(contents + listed, [`${text!} x`])).toContain('updateFields');
  });

  it('are found as simple fields too', async () => {
    const simple = p(`<w:fldSimple w:instr=' TOC \\o "1-3" '>${r('Chapter 1')}</w:fldSimple>`);
    expect(await settings(simple + heading, ['Kapitel'])).toContain('updateFields');
  });

  const field = (instruction: string, result: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  it.each([
    ['words', field('REF _Ref1 \\h', 'Figure 2'), true],
    ['words, as a simple field', `<w:fldSimple w:instr="REF _Ref1">${r('Figure 2')}</w:fldSimple>`, true],
    ['a number', field('REF _Ref1 \\r \\h', '2.1'), false],
    ['a page', field('PAGEREF _Ref1', 'xii'), false],
    ['a date', field('DATE', '1 May'), false],
  ])('are not the only ones: so is a cross-reference that shows %s', async (_, reference, updated) => {
    const body = p(r('See '), reference, r(' below')) + bookmarked(heading) + heading;
    const asked = async (...targets: (string | null)[]) =>
      (await settings(body, targets)).includes('updateFields');
    expect(await asked('Siehe<1/> unten', 'Kapitel', null)).toBe(updated);
    expect(await asked('Siehe<1/> unten', null, 'Kapitel')).toBe(false);
  });

  const bookmarked = (content: string, end = '') =>
    `<w:bookmarkStart w:id="4" w:name="_Ref1"/>${content}<w:bookmarkEnd w:id="4"/>${end}`;
  it.each([
    ['a part of a paragraph', p(r('The client: '), bookmarked(r('the buyer')), r(' only'))],
    ['several paragraphs', bookmarked(p(r('The buyer'))) + p(r('other'))],
    [
      'a note',
      p(
        r('one'),
        `<w:r><w:pict><w:txbxContent>${p(bookmarked(r('x')))}</w:txbxContent></w:pict></w:r>`,
        r('two'),
      ),
    ],
  ])('are brought up to date where a cross-reference shows %s that changed', async (_, shown) => {
    for (const instruction of ['REF _Ref1 \\h', 'REF "_ref1"', '_Ref1', 'ref _REF1']) {
      const body = p(r('See '), field(instruction, 'the buyer')) + shown;
      const targets = (await bodyTexts(body)).map((text) => `x${text}`);
      expect(await settings(body, targets), instruction).toContain('updateFields');
    }
    const other = p(r('See '), field('REF _Ref2', 'the buyer')) + shown;
    const targets = (await bodyTexts(other)).map((text) => `x${text}`);
    expect(await settings(other, targets)).not.toContain('updateFields');
  });

  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  it.each([
    ['switched off', `<w:settings ${W}><w:updateFields w:val="0"/></w:settings>`],
    ['with nothing in them', `<w:settings ${W}/>`],
    ['of another prefix', `<x:settings ${W.replace(':w', ':x')}><x:zoom x:percent="9"/></x:settings>`],
    ['without a prefix', `<settings ${W.replace(':w', '')}><listSeparator/></settings>`],
    ['of the strict kind', `<w:settings xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>`],
  ])('are brought up to date through settings %s', async (_, xml) => {
    const settings = parseXml(await written(xml), 'settings');
    expect(settings.children[xml.includes('percent') ? 1 : 0]!.name).toBe('w:updateFields');
    expect(toggle(settings, 'w:updateFields')).toBe(true);
  });

  it('are left to the reader where the settings cannot be read, and the document is translated all the same', async () => {
    for (const broken of [
      `<w:settings ${W}><o:x/></w:settings>`,
      '<w:settings>',
      '',
      `<!DOCTYPE s><w:settings ${W}/>`,
    ]) {
      expect(await written(broken)).toBe(broken);
    }
  });
});
