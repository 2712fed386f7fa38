import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { corpusFiles } from '../support/corpus.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from '../support/pseudo.ts';
import { workbook } from '../../support/ooxml.ts';
import { unzip } from '../support/zip.ts';

describe('real workbooks', () => {
  const files = corpusFiles('xlsx', '');

  it.skipIf(files.length === 0)('come back byte for byte where nothing changes', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const { segments } = await xlsxFormat.extract(bytes, ANY_NUMBER);
      const same = await xlsxFormat.assemble(
        bytes,
        segments.map((segment) => segment.text),
        EN_ES,
      );
      expect(Buffer.from(same.bytes).equals(bytes), name).toBe(true);
    }
  });

  it.skipIf(files.length === 0)('hold the translations, and all parts but a few as they were', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const extraction = await xlsxFormat.extract(bytes, ANY_NUMBER);
      const targets = pseudoTargets(extraction);
      const result = await xlsxFormat.assemble(bytes, targets, EN_ES);
      const again = await xlsxFormat.extract(result.bytes, ANY_NUMBER);
      const expected = extraction.segments.map((segment, i) => targets[i] ?? segment.text);
      const headersKept = result.kept?.some(({ reason }) => reason === 'header_in_use') === true;
      if (!headersKept)
        expect(
          again.segments.map((segment) => segment.text),
          name,
        ).toEqual(expected);

      const [before, after] = [await unzip(bytes), await unzip(result.bytes)];
      expect([...after.keys()], name).toEqual([...before.keys()]);
      const changed = [...before]
        .filter(([part, content]) => !content.equals(after.get(part)!))
        .map(([part]) => part);
      expect(
        changed.filter(
          (part) => !/sheet\d*|sharedStrings|workbook|table\d*|pivotCacheDefinition\d*/i.test(part),
        ),
        name,
      ).toEqual([]);
    }
  });

  it.skipIf(files.length === 0)(
    'have the values that exceljs reads outside column A as they were',
    async () => {
      let compared = 0;
      for (const { name, read } of files) {
        const bytes = read();
        const extraction = await xlsxFormat.extract(bytes, ANY_NUMBER);
        const result = await xlsxFormat.assemble(bytes, pseudoTargets(extraction), EN_ES);
        if (result.bytes === bytes) continue;
        const before = await valuesOutsideColumnA(bytes);
        if (!before) continue;
        expect(await valuesOutsideColumnA(result.bytes), name).toEqual(before);
        compared++;
      }
      expect(compared).toBeGreaterThan(20);
    },
  );
});

it('a workbook of 100,000 rows and 8 columns is read and written', async () => {
  const data = Array.from({ length: 100_000 }, (_, i) => {
    const number = i + 1;
    const first = i % 100 === 0 ? `<c r="A${number}" t="s"><v>${i / 100}</v></c>` : '';
    const others = ['B', 'C', 'D', 'E', 'F', 'G', 'H'].map(
      (column) => `<c r="${column}${number}" t="s"><v>${number % 1_000}</v></c>`,
    );
    return `<row r="${number}">${first}${others.join('')}</row>`;
  });
  const strings = Array.from({ length: 1_000 }, (_, i) => `<si><t>Item number ${i}</t></si>`).join('');
  const source = workbook({ sheets: [data.join('')], strings });
  const { segments } = await xlsxFormat.extract(source, { maxSegments: 1_100 });
  const targets = segments.map((_, i) => `Artículo número ${i}`);
  const { bytes } = await xlsxFormat.assemble(source, targets, EN_ES);
  expect(segments).toHaveLength(1_000);
  expect(bytes.length).toBeGreaterThan(source.length);
});

/** By sheet and address; undefined where exceljs cannot read the workbook. */
async function valuesOutsideColumnA(bytes: Uint8Array): Promise<unknown[] | undefined> {
  const book = new ExcelJS.Workbook();
  try {
    await book.xlsx.load(Uint8Array.from(bytes).buffer);
  } catch {
    return undefined;
  }
  const values: unknown[] = [];
  book.eachSheet((sheet) => {
    sheet.eachRow((sheetRow) => {
      sheetRow.eachCell((cell) => {
        // A merged cell shows the value of its first cell, which may be in column A.
        if (cell.fullAddress.col > 1 && !cell.isMerged) values.push([sheet.name, cell.address, cell.value]);
      });
    });
  });
  return values;
}
