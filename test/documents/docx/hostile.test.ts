import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../service/documents/formats.ts';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { OOXML_NAMES } from '../../../service/documents/xml/namespaces.ts';
import { docx } from '../../support/ooxml.ts';
import { bodyTexts, partOf, translatedBody } from '../support/docx.ts';
import { refusalCode } from '../support/refusal.ts';

const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const code = (text: string) => `<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;

describe('a paragraph that no one wrote', () => {
  const many = <T>(count: number, one: (at: number) => T) =>
    Array.from({ length: count }, (_, at) => one(at));
  const mark = (at: number) => `<w:bookmarkStart w:id="${at}" w:name="m${at}"/>`;
  const bold = (at: number) => r(`plain${at} `) + mark(at) + r(`bold${at} `, '<w:b/>');

  // Each took up to minutes when its time grew with the square of its length.
  it.each([
    ['80,000 tabs', p(r('before'), `<w:r>${'<w:tab/>'.repeat(80_000)}</w:r>`, r('after'))],
    ['200,000 spaces', p(`<w:r><w:t> one${' '.repeat(200_000)}two </w:t></w:r>`)],
    ['10,000 bold words and bookmarks', p(...many(10_000, bold))],
  ])('is translated all the same: %s', async (_, body) => {
    const [text] = await bodyTexts(body);
    const moved = /<(\d+)>[^<]*<\/\1>/.exec(text!)?.[0] ?? '';
    const result = await translatedBody(body, [`New ${text!.replace(moved, '')}${moved}`]);
    expect(result).toContain('New ');
  });

  it('is refused where links are nested thousands deep', async () => {
    const open = char('begin') + code('HYPERLINK x') + char('separate') + r('x');
    const body = p(open.repeat(5_000), char('end').repeat(5_000));
    expect(await refusalCode(async () => bodyTexts(body))).toBe('hostile_file');
  });
});

describe('names that every object of the language has', () => {
  it('are names like any other: of a namespace, and of an element', async () => {
    expect(OOXML_NAMES('constructor', 'toString')).toBe('{constructor}toString');
    const source = docx(p(r('one'), '<w:r><constructor/></w:r>', r('two')));
    const { bytes } = await docxFormat.assembleSimple(source, [null], { from: 'en', to: 'de' });
    expect(await partOf(bytes, 'word/document.xml')).toContain('one</w:t><w:t xml:space="preserve">two');
  });

  it('make no Office document of a package', async () => {
    const source = docx('', {
      mainType: 'application/xml',
      extra: { 'word/document.xml': '<constructor/>' },
    });
    expect(await refusalCode(() => detectFormat(source, { fileName: 'a.docx', mediaType: undefined }))).toBe(
      'damaged_file',
    );
  });
});
