import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { docx } from '../../support/ooxml.ts';
import type { DocxParts } from '../../support/ooxml.ts';
import { bodyTexts, translatedBody } from '../support/docx.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';

const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (...content: string[]) => `<w:p>${content.join('')}</w:p>`;
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

async function found(body: string, parts: DocxParts = {}) {
  const { warnings } = await docxFormat.extract(docx(body, parts), ANY_NUMBER);
  return warnings.find(({ code }) => code === 'left_untranslated')?.details?.['found'];
}

describe('words that stay as they are', () => {
  const numbering = (text: string): DocxParts => ({
    documentRelationships: `<Relationship Id="n" Type="${TYPES}/numbering" Target="numbering.xml"/>`,
    extra: {
      'word/numbering.xml': `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:pStyle w:val="Part"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    },
  });
  const numbered = (id: string) =>
    p(`<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${id}"/></w:numPr></w:pPr>`, r('The house'));

  it('are named where paragraphs are numbered with words', async () => {
    expect(await found(numbered('7'), numbering('Chapter %1'))).toBe('“Chapter %1”');
    expect(await found(p('<w:pPr><w:pStyle w:val="Part"/></w:pPr>', r('a')), numbering('Part %1.'))).toBe(
      '“Part %1.”',
    );
    expect(await found(numbered('8'), numbering('Chapter %1'))).toBeUndefined();
    expect(await found(numbered('7'), numbering('%1.%2 a)'))).toBeUndefined();
  });

  it('are named in fields whose author wrote them, and in lists of choices', async () => {
    const field = (code: string) => `<w:fldSimple w:instr="${code}">${r('Good morning')}</w:fldSimple>`;
    const list = `<w:sdt><w:sdtPr><w:dropDownList/></w:sdtPr><w:sdtContent>${r('Yes')}</w:sdtContent></w:sdt>`;
    expect(await found(p(r('a '), field('QUOTE x')))).toBe('“Good morning”');
    expect(await found(p(r('a '), field('AUTHOR')))).toBeUndefined();
    expect(await found(p(r('a '), list))).toBe('“Yes”');
    const entries = ['Red', 'Blue car'].map((value) => `<w:listEntry w:val="${value}"/>`).join('');
    const form = `<w:ffData><w:ddList><w:result w:val="1"/>${entries}</w:ddList></w:ffData>`;
    const complex = (data: string, code: string) =>
      `<w:r><w:fldChar w:fldCharType="begin">${data}</w:fldChar></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    expect(await found(p(r('a '), complex(form, 'FORMDROPDOWN')))).toBe('“Blue car”');
    expect(await found(p(r('a '), complex('', 'MACROBUTTON None [Type a name]')))).toBe('“[Type a name]”');
  });

  it('are named in files that Word takes in', async () => {
    const parts = {
      documentRelationships: `<Relationship Id="c" Type="${TYPES}/aFChunk" Target="a.htm"/>`,
      extra: { 'word/a.htm': '<p>b</p>' },
    };
    expect(await found(`${p(r('a'))}<w:altChunk r:id="c"/>`, parts)).toBe('“a.htm”');
    const source = docx(`${p(r('a'))}<w:altChunk r:id="c"/>`, parts);
    expect(await docxFormat.examine(source, { maxSegments: 10 })).toEqual({
      leftOut: [{ what: 'alt_chunk', count: 1 }],
    });
  });
});

describe('a drop cap', () => {
  const frame = (letter: string) => p('<w:pPr><w:framePr w:dropCap="drop"/></w:pPr>', r(letter));

  it('is the first letter of its word, and of the translation', async () => {
    const body = frame('T') + p(r('he house is white.'));
    expect(await bodyTexts(body)).toEqual(['The house is white.']);
    expect(await translatedBody(body, ['La casa.'])).toBe(frame('L') + p(r('a casa.')));
    expect(await translatedBody(body, ['¿La casa?'])).toBe(frame('¿L') + p(r('a casa?')));
    expect(await translatedBody(body, [null])).toBe(body);
    expect(await bodyTexts(frame('A') + p(r(' house.')))).toEqual(['A house.']);
    expect(await translatedBody(frame('A') + p(r(' house.')), ['Una casa.'])).toBe(
      frame('U') + p(r('na casa.')),
    );
  });

  it('is its own text where it is no part of a word', async () => {
    expect(await bodyTexts(frame('1') + p(r('st house.')))).toEqual(['1', 'st house.']);
    expect(await bodyTexts(p(r('T')) + p(r('he house.')))).toEqual(['T', 'he house.']);
  });
});
