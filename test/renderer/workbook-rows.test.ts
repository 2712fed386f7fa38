import ExcelJS from 'exceljs';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { workbookRows } from '../../renderer/lib/workbook/workbook-rows.ts';
import { IS_LONG } from '../support/effort.ts';

async function fileOf(workbook: ExcelJS.Workbook): Promise<File> {
  return new File([await workbook.xlsx.writeBuffer()], 'a.xlsx');
}

/** A workbook of exactly these parts, made as a program would that wants to be misread. */
async function packed(sheet: string, more: Record<string, string> = {}): Promise<File> {
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
    ...more,
  };
  const zip = new JSZip();
  for (const [path, content] of Object.entries(parts)) zip.file(path, content);
  return new File([await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' })], 'a.xlsx');
}

describe('the rows of a workbook', () => {
  it('are those of its first tab as they are shown, without empty ones', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('Texts');
    workbook.addWorksheet('Other').getCell('A1').value = 'Not this';
    sheet.addRow(['id', 'source', 'target']);
    sheet.addRow(['a.b', { richText: [{ text: 'Two ' }, { font: { bold: true }, text: 'runs' }] }, '']);
    sheet.addRow([]);
    sheet.addRow(['a.c', 'Fish & <chips>\nin two lines', undefined]);
    sheet.addRow([12, { formula: 'A5', result: 'a result' }, true]);
    sheet.getCell('B7').value = 'B only';
    expect(await workbookRows(await fileOf(workbook))).toEqual([
      ['id', 'source', 'target'],
      ['a.b', 'Two runs'],
      ['a.c', 'Fish & <chips>\nin two lines'],
      ['12', 'a result', 'TRUE'],
      ['', 'B only'],
    ]);
  });

  it('are read without references, in inline strings, and without how words are read aloud', async () => {
    const strings = '<sst><si/><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si></sst>';
    const sheet =
      '<row r="1"/><row><c t="s"><v>1</v></c><c s="2"/><c t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r></is></c></row>' +
      '<row><c t="str"><f>B1</f><v>a_x000A_b&#33;</v></c></row>';
    const file = await packed(sheet, { 'xl/sharedStrings.xml': strings });
    expect(await workbookRows(file)).toEqual([['東京', '', 'Inline'], ['a\nb!']]);
  });

  it.each([
    ['a comment between cells', '<row><c><!-- <v>1</v> --><v>2</v></c></row>'],
    ['values in single quotes', "<row><c r='B1'><v>2</v></c></row>"],
    ['spaces around an equals sign', '<row><c r = "B1"><v>2</v></c></row>'],
    ['names with a prefix', '<x:row/><x:c/>'],
    ['more than can be shown', '<row><c><v>1</v></c></row>'.repeat(900_000)],
  ])('are none where the sheet has %s', async (_what, sheet) => {
    await expect(workbookRows(await packed(sheet))).rejects.toThrow(RangeError);
  });

  it('are none where the file is no workbook', async () => {
    await expect(workbookRows(new File(['no archive'], 'a.xlsx'))).rejects.toThrow(RangeError);
  });

  it.each(['<row><c>', '<row>', '<c t="s">', '</row><c ', '<row '])(
    'take no longer than the sheet is long where it holds %j over and over',
    async (scrap) => {
      expect(await workbookRows(await packed(scrap.repeat(IS_LONG ? 1_500_000 : 150_000)))).toEqual([]);
    },
  );
});
