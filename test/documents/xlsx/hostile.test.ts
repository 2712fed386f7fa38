import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { workbook } from '../../support/ooxml.ts';
import { inline, row, shared, STRINGS, translated } from '../support/workbook.ts';
import { zip } from '../../support/zip.ts';
import { unzip } from '../support/zip.ts';
import { PROPERTY_RUNS } from '../../support/effort.ts';

describe('a hostile or broken workbook', () => {
  it('is none where only the extension of a cell holds what looks like cells', async () => {
    const extension = '<extLst><ext uri="x"><c xmlns="urn:x"><f>1</f></c></ext></extLst>';
    const cells = (text: string) =>
      row(`<c r="A1" t="inlineStr"><is>${text}</is>${extension}</c>`, `<c r="B1"><v>1</v>${extension}</c>`);
    const result = await translated({ sheets: [cells('<t>Screw</t>')] }, ['Tornillo']);
    expect(result.sheet()).toBe(cells('<t>Tornillo</t>'));
    expect(result.workbook).toBe('');
  });

  it('has no segment in a cell within a cell', async () => {
    const nested = `<c r="B1">${row(inline('<t>Screw</t>'))}</c>`;
    const result = await translated({ sheets: [row(nested) + row(inline('<t>Nut</t>'))] }, ['Tuerca']);
    expect(result.sheet()).toBe(row(nested) + row(inline('<t>Tuerca</t>')));
  });

  it('is refused if its table of strings is invalid', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const source = workbook({
      sheets: [row(shared(0))],
      more: { 'xl/sharedStrings.xml': `<si xmlns="${main}"><si><t>Screw</t></si></si>` },
    });
    expect(await refusalCode(() => xlsxFormat.extract(source, ANY_NUMBER))).toBe('damaged_file');
  });

  it('is refused where something follows its table of strings', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const strings = `<sst xmlns="${main}"><si><t>Screw</t></si></sst><sst xmlns="${main}"/>`;
    const source = workbook({ sheets: [row(shared(0))], more: { 'xl/sharedStrings.xml': strings } });
    expect(await refusalCode(() => xlsxFormat.extract(source, ANY_NUMBER))).toBe('damaged_file');
  });

  it('is translated in spite of a broken table of strings that no cell of column A needs', async () => {
    const sheets = [row(inline('<t>Screw</t>'), '<c><v>1</v></c>')];
    const result = await translated({ sheets, more: { 'xl/sharedStrings.xml': '<sst><si>' } }, ['Tornillo']);
    expect(result.sheet()).toContain('Tornillo');
  });

  it.each([
    ['hostile_file', '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet/>'],
    ['damaged_file', '<worksheet><sheetData><row><c t="s"><v>0</v>'],
    ['damaged_file', ''],
  ])('is refused as %s', async (code, sheet) => {
    const source = workbook({ sheets: [''], more: { 'xl/worksheets/sheet1.xml': sheet } });
    expect(await refusalCode(() => xlsxFormat.extract(source, ANY_NUMBER))).toBe(code);
  });

  it('is refused or read, but never crashes the reader, whatever is written into a part', async () => {
    const sheets = [
      row(shared(0), shared(1)) +
        row(inline('<r><rPr><b/></rPr><t>Nut</t></r><r><t> here</t></r>')) +
        row('<c><f>A1</f></c>'),
    ];
    const files = await unzip(workbook({ sheets, strings: STRINGS, counts: ' uniqueCount="2"' }));
    const part = fc.constantFrom('xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/workbook.xml');
    const scrap = fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '</c>',
      '<c>',
      '<v>',
      '9',
      '<!--',
      ' t="s"',
      '</si>',
      '<is>',
      '',
    );
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), fc.nat(12), scrap, async (name, offset, removed, inserted) => {
        const xml = files.get(name)!.toString();
        const at = offset % xml.length;
        const parts = {
          ...Object.fromEntries(files),
          [name]: xml.slice(0, at) + inserted + xml.slice(at + removed),
        };
        const source = zip(parts);
        const code = await refusalCode(async () => {
          const extraction = await xlsxFormat.extract(source, ANY_NUMBER);
          await xlsxFormat.assemble(source, pseudoTargets(extraction), EN_ES);
        });
        expect(code ?? 'damaged_file').toMatch(/^(?:damaged_file|hostile_file)$/);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
