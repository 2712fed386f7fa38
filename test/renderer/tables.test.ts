import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { parsePaste } from '../../renderer/features/batch/paste.ts';
import { toCsv, unguarded } from '../../renderer/lib/csv.ts';
import { workbookRows } from '../../renderer/lib/workbook/workbook-rows.ts';
import { writeWorkbook } from '../../renderer/lib/workbook/write-workbook.ts';

const TABLE = [
  ['id', 'source', 'target'],
  ['a.b', 'Fish & <chips>, "twice"\nin two lines', ' Bread '],
  ['a.c', '=1+1', "'-5 °C"],
  ['a.d', 'A literal _x0041_ and a bell \u0007', '漢字 😀'],
];

describe('a table that Batch saves', () => {
  it('as a workbook opens in other programs, and holds texts only', async () => {
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await (await writeWorkbook(TABLE)).arrayBuffer());
    const sheet = workbook.worksheets[0]!;
    expect(sheet.getCell('B2').value).toBe(TABLE[1]![1]);
    expect(sheet.getCell('B3').value).toBe('=1+1');
    expect(sheet.getCell('B3').type).toBe(ExcelJS.ValueType.String);
  });

  it('as a workbook is read again as it was', async () => {
    const file = new File([await writeWorkbook(TABLE)], 'batch.xlsx');
    expect(await workbookRows(file)).toEqual(TABLE);
  });

  it('as CSV does nothing in a spreadsheet, and is read again as it was', () => {
    const csv = toCsv(TABLE);
    expect(csv).toMatch(/^\ufeffid,source,target\r\n/);
    expect(csv).toContain(",'=1+1,''-5 °C");
    const [, second] = parsePaste(csv.slice(1), 'source', true) ?? [];
    expect(unguarded(second?.source ?? '')).toBe('=1+1');
    expect(unguarded(second?.target ?? '')).toBe("'-5 °C");
  });
});
