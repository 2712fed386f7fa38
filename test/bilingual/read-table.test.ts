import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../renderer/lib/csv.ts';
import { toTsv } from '../../renderer/features/batch/paste.ts';
import { parse, readTable, writeTable } from '../../service/bilingual/read-table.ts';
import { LIMITS } from '../../service/contract/index.ts';
import { refusalCode } from '../documents/support/refusal.ts';
import { workbook } from '../support/ooxml.ts';
import { expectLinear } from '../support/linear.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const read = (text: string, contents: 'texts' | 'terms' = 'texts') =>
  readTable(new TextEncoder().encode(text), { contents });

describe('pasted texts', () => {
  it('are a row a line, without empty ones, also where sentences have commas', async () => {
    expect(await read('Yes, I do\r\n\r\n  No, I do not  \n')).toEqual({
      rows: [['Yes, I do'], ['No, I do not']],
      has_columns: false,
    });
  });

  it.each([
    [
      'a spreadsheet’s, with a quoted cell',
      'a\t"One\n""two"""\tb\nc\td\te',
      [
        ['a', 'One\n"two"', 'b'],
        ['c', 'd', 'e'],
      ],
    ],
    [
      'CSV with a heading',
      'Target,Source\nHola,Hello\n"A, b","B, a"',
      [
        ['Target', 'Source'],
        ['Hola', 'Hello'],
        ['A, b', 'B, a'],
      ],
    ],
    [
      'CSV whose first field is an id in every line',
      'k1;Good day\nk2;Good night',
      [
        ['k1', 'Good day'],
        ['k2', 'Good night'],
      ],
    ],
  ])('are a table: %s', async (_, text, rows) => {
    expect(await read(text)).toEqual({ rows, has_columns: true });
  });

  it('come back as the window copies and saves them, whatever the cells hold', async () => {
    const cell = fc
      .string({ unit: 'grapheme-composite', maxLength: 20 })
      .filter((text) => text.trim() === text && text !== '' && !/\p{Cc}/u.test(text));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), async (rows) => {
        expect((await read(toTsv(rows))).rows).toEqual(rows);
        const table = [['id', 'source', 'target'], ...rows];
        expect((await read(toCsv(table), 'terms')).rows).toEqual(table);
      }),
    );
  });
});

describe('pasted terms', () => {
  it('are parted by the sign that parts most lines', async () => {
    const text = 'lock,esclusa; compuerta\n"tide\tgate",compuerta\nquay,muelle\npier,embarcadero | muelle';
    expect((await read(text, 'terms')).rows).toEqual([
      ['lock', 'esclusa; compuerta'],
      ['tide\tgate', 'compuerta'],
      ['quay', 'muelle'],
      ['pier', 'embarcadero | muelle'],
    ]);
    expect((await read('\uFEFFlock;esclusa\nquay, stone;muelle\n', 'terms')).rows).toEqual([
      ['lock', 'esclusa'],
      ['quay, stone', 'muelle'],
    ]);
  });
});

describe('a quotation mark without its other half', () => {
  it('is an ordinary character', () => {
    expect(parse('5" pipe,x\n"open,y\nz', ',')).toEqual([['5" pipe', 'x'], ['"open', 'y'], ['z']]);
    expect(parse('"a"b,c', ',')).toEqual([['"a"b', 'c']]);
  });

  it.each(['"', '""', '"a,""b'])('takes linear time, 700 kB of %j', async (part) => {
    await expectLinear(
      (size) => part.repeat(size / part.length),
      (text) => parse(text, ','),
      350_000,
    );
  });
});

describe('a dropped workbook', () => {
  it('is read as its first sheet shows it, without empty rows', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Texts');
    book.addWorksheet('Other').getCell('A1').value = 'Not this';
    sheet.addRow(['a.b', { richText: [{ text: 'Two ' }, { font: { bold: true }, text: 'runs' }] }, '']);
    sheet.addRow([]);
    sheet.addRow([12, { formula: 'A5', result: 'a result' }, true]);
    sheet.getCell('B7').value = 'B only';
    const bytes = new Uint8Array(await book.xlsx.writeBuffer());
    expect((await readTable(bytes, { contents: 'texts' })).rows).toEqual([
      ['a.b', 'Two runs'],
      ['12', 'a result', 'TRUE'],
      ['', 'B only'],
    ]);
  });

  it('comes back as it was written, and holds texts only', async () => {
    const rows = [
      ['a.b', 'Fish & <chips>, "twice"\nin two lines', ' Bread '],
      ['a.c', '=1+1', "'-5 °C"],
      ['a.d', 'A literal _x0041_ and a bell \u0007', '漢字 😀'],
    ];
    const bytes = await writeTable(rows);
    expect((await readTable(bytes, { contents: 'texts' })).rows).toEqual(rows);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(bytes.buffer as ArrayBuffer);
    expect(book.worksheets[0]!.getCell('B2').type).toBe(ExcelJS.ValueType.String);
  });

  it.each([
    [
      'hostile_file',
      workbook({ sheets: [''], more: { 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' } }),
    ],
    ['damaged_file', workbook({ sheets: ['<row r="x"><c r="?"><v>1</v></c>'] })],
  ])('is refused as %s', async (code, bytes) => {
    expect(await refusalCode(() => readTable(bytes, { contents: 'texts' }))).toBe(code);
  });

  it('costs no more for ranges of a billion cells', async () => {
    const wide = 'A1:XFD1048576';
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="${wide}"/></mergeCells><dataValidations><dataValidation type="whole" sqref="${wide}"><formula1>1</formula1></dataValidation></dataValidations></worksheet>`;
    const afterSheets = `<definedNames><definedName name="All">S1!$A$1:$XFD$1048576</definedName></definedNames>`;
    const bytes = workbook({ sheets: [''], afterSheets, more: { 'xl/worksheets/sheet1.xml': sheet } });
    expect((await readTable(bytes, { contents: 'texts' })).rows).toEqual([['1']]);
  });

  it('is refused where a file has only its name', async () => {
    const bytes = new TextEncoder().encode('no archive');
    const options = { contents: 'texts', fileName: 'old.xlsx' } as const;
    expect(await refusalCode(() => readTable(bytes, options))).toBe('damaged_file');
  });
});

it('a table over the limits is refused, and the limit named', async () => {
  expect(await refusalCode(() => read('a\n'.repeat(LIMITS.tableRows + 1)))).toBe('too_many');
  expect(await refusalCode(() => read('a'.repeat(LIMITS.tableChars + 1)))).toBe('too_long');
});
