import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { workbook } from '../../support/ooxml.ts';
import { row, shared, STRINGS, translated } from '../support/workbook.ts';
import type { WorkbookParts } from '../../support/ooxml.ts';

const MC =
  ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:x="urn:x" mc:Ignorable="x"';

async function textsOf(parts: WorkbookParts): Promise<string[]> {
  return (await xlsxFormat.extract(workbook(parts), ANY_NUMBER)).segments.map(({ text }) => text);
}

describe('a string item in markup for programs to come', () => {
  const sheets = [row(shared(0)) + row(shared(1))];

  it('has the text that a processed element is around', async () => {
    const counts = `${MC} mc:ProcessContent="x:wrap"`;
    const strings =
      '<si><r><t>Always tighten the left </t></r><x:wrap><r><rPr><b/></rPr><t>Screw</t></r></x:wrap><x:gone><r><t>no</t></r></x:gone></si><x:wrap><si><t>Nut</t></si></x:wrap>';
    expect(await textsOf({ sheets, strings, counts })).toEqual([
      'Always tighten the left <1>Screw</1>',
      'Nut',
    ]);
    const result = await translated({ sheets, strings, counts }, ['Tornillo <1>izquierdo</1>', 'Tuerca']);
    expect(result.strings).toContain('<r><rPr><b/></rPr><t>izquierdo</t></r>');
    expect(result.strings).toContain('<x:wrap><si><t>Tuerca</t></si></x:wrap>');
    const any = { sheets, strings, counts: `${MC} mc:ProcessContent="x:*"` };
    expect(await textsOf(any)).toEqual(['Always tighten the left <1>Screw</1>no', 'Nut']);
  });

  it('is not read from an ignorable element', async () => {
    const strings = `<x:wrap><si><t>Hidden</t></si></x:wrap>${STRINGS}`;
    expect(await textsOf({ sheets, strings, counts: MC })).toEqual(['Screw', 'Nut']);
  });

  it('is found in an alternate, and says the same in all its branches', async () => {
    const strings =
      '<mc:AlternateContent><mc:Choice Requires="x"><si><t>Screw</t><x:y/></si></mc:Choice><mc:Fallback><si><t>Screw</t></si></mc:Fallback></mc:AlternateContent><si><t>Nut</t></si>';
    expect(await textsOf({ sheets, strings, counts: MC })).toEqual(['Screw', 'Nut']);
    const result = await translated({ sheets, strings, counts: MC }, ['Tornillo', 'Tuerca']);
    expect(result.strings).toContain(
      strings.replaceAll('<t>Screw</t>', '<t>Tornillo</t>').replace('Nut', 'Tuerca'),
    );
  });

  it('may be last in an alternate where another is added', async () => {
    const inside = '<si><t>Screw</t></si>';
    const strings = `<mc:AlternateContent><mc:Choice Requires="x">${inside}</mc:Choice><mc:Fallback>${inside}</mc:Fallback></mc:AlternateContent>`;
    const result = await translated({ sheets: [row(shared(0), shared(0))], strings, counts: MC }, [
      'Tornillo',
    ]);
    expect(result.strings).toContain(`${strings}<si><t>Tornillo</t></si>`);
    expect(result.sheet()).toBe(row(shared(1), shared(0)));
  });

  it('has the text of the first branch of an alternate in it', async () => {
    const strings =
      '<si><mc:AlternateContent><mc:Choice Requires="x" xmlns:y="urn:y"><r><rPr><b/><y:z/></rPr><t>Screw</t></r></mc:Choice><mc:Fallback><r><t>Other</t></r></mc:Fallback></mc:AlternateContent><r><t> here or over there</t></r></si>';
    expect(await textsOf({ sheets: [row(shared(0))], strings, counts: MC })).toEqual([
      '<1>Screw</1> here or over there',
    ]);
    const result = await translated({ sheets: [row(shared(0))], strings, counts: MC }, ['Aquí <1>clavo</1>']);
    expect(result.strings).toContain('<rPr xmlns:y="urn:y"><b/><y:z/></rPr><t>clavo</t>');
  });

  it('keeps its extensions when its text changes', async () => {
    const extensions = '<extLst><ext uri="{1}"><x:a>b</x:a></ext></extLst>';
    const strings = `<si><t>Screw</t>${extensions}</si><si><r><t>Nut</t></r><phoneticPr fontId="1"/>${extensions}</si>`;
    const result = await translated({ sheets, strings, counts: MC }, ['Tornillo', 'Tuerca']);
    expect(result.strings).toContain(
      `<si><t>Tornillo</t>${extensions}</si><si><r><t>Tuerca</t></r>${extensions}</si>`,
    );
  });
});
