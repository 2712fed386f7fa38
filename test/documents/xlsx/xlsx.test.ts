import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { workbook } from '../../support/ooxml.ts';
import { inline, row, shared, STRINGS, translated } from '../support/workbook.ts';
import type { WorkbookParts } from '../../support/ooxml.ts';
import { unzip } from '../support/zip.ts';

async function segmentsOf(parts: WorkbookParts) {
  return (await xlsxFormat.extract(workbook(parts), ANY_NUMBER)).segments;
}

async function textsOf(parts: WorkbookParts): Promise<string[]> {
  return (await segmentsOf(parts)).map((segment) => segment.text);
}

describe('segments of a workbook', () => {
  it('are the cells of column A, sheets in workbook order', async () => {
    const sheets = [
      row(shared(0, 'A1'), shared(1, 'B1')) + row(shared(1, 'B2')),
      row('<c r="A1" t="str"><v>Plain</v></c>') + row(inline('<t>Inline</t>')),
    ];
    expect(await textsOf({ sheets, strings: STRINGS })).toEqual(['Screw', 'Plain', 'Inline']);
  });

  it('are found by position where cells have no reference', async () => {
    expect(await textsOf({ sheets: [row(shared(0), shared(1)) + row(shared(1))], strings: STRINGS })).toEqual(
      ['Screw', 'Nut'],
    );
  });

  it('are copied where a cell holds a number, boolean, error, date or formula, and shown as they are', async () => {
    const cells = [
      '<c><v>1.5</v></c>',
      '<c t="b"><v>1</v></c>',
      '<c t="e"><v>#REF!</v></c>',
      '<c t="d"><v>2024-01-31</v></c>',
      '<c t="str"><f>A1&amp;"x"</f><v>sum of all</v></c>',
      '<c><f>NOW()</f></c>',
      inline('<t>42</t>'),
    ];
    const segments = await segmentsOf({ sheets: [cells.map((cell) => row(cell)).join('')] });
    expect(segments).toEqual(
      ['1.5', 'TRUE', '#REF!', '2024-01-31', 'sum of all', '=NOW()', '42'].map((text) => ({
        text,
        copy: true,
      })),
    );
  });

  it('are copied where an array formula or data table above fills a cell', async () => {
    const filled = (text: string, ref: string) => row(`<c r="${ref}" t="str"><v>${text}</v></c>`);
    const formula = (attributes: string) =>
      row(`<c t="str"><f ${attributes}>SORT(C1:C2)</f><v>apple</v></c>`);
    const sheets = [
      formula('t="array" ref="A1:B2"') + filled('banana', 'A2') + row(shared(0)),
      formula('t="dataTable" ref="A1:A2"') + row(shared(1)) + row(inline('<t>Bolt</t>')),
    ];
    expect(await segmentsOf({ sheets, strings: STRINGS })).toEqual([
      { text: 'apple', copy: true },
      { text: 'banana', copy: true },
      { text: 'Screw' },
      { text: 'apple', copy: true },
      { text: 'Nut', copy: true },
      { text: 'Bolt' },
    ]);
    const targets = [null, 'plátano', 'Tornillo', null, 'Tuerca', 'Perno'];
    const result = await translated({ sheets, strings: STRINGS }, targets);
    expect(result.sheet()).toBe(sheets[0]);
    expect(result.sheet(2)).toBe(sheets[1]!.replace('Bolt', 'Perno'));
    expect(result.strings).toContain('<si><t>Nut</t></si>');
  });

  it('are absent for cells with a style only', async () => {
    const cells =
      row('<c r="A1" s="1"/>') + row('<c r="A2" s="1"></c>') + row(inline('<t/>')) + row(shared(2));
    expect(await textsOf({ sheets: [cells], strings: `${STRINGS}<si/>` })).toEqual([]);
  });

  it('leave phonetic guides out and read _xHHHH_', async () => {
    const strings =
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si><si><t>a_x000D_b_x005F_x0041_</t></si>';
    expect(await textsOf({ sheets: [row(shared(0)) + row(shared(1))], strings })).toEqual([
      '東京',
      'a\rb_x0041_',
    ]);
  });

  it('are found whatever prefix the parts use', async () => {
    const source = workbook({ sheets: [''] });
    const files = await unzip(source);
    const sheet = files.get('xl/worksheets/sheet1.xml')!.toString();
    const prefixed = sheet
      .replace(
        '<sheetData></sheetData>',
        `<sheetData>${row('<c t="inlineStr"><is><t>Hello there</t></is></c>')}</sheetData>`,
      )
      .replace(/<(\/?)([a-zA-Z])/g, '<$1x:$2')
      .replace('xmlns=', 'xmlns:x=');
    const parts = { sheets: [''], more: { 'xl/worksheets/sheet1.xml': prefixed } };
    expect(await textsOf(parts)).toEqual(['Hello there']);
    const { bytes } = await xlsxFormat.assemble(workbook(parts), ['Hola'], EN_ES);
    expect((await unzip(bytes)).get('xl/worksheets/sheet1.xml')!.toString()).toContain(
      '<x:is><x:t>Hola</x:t></x:is>',
    );
  });

  it('are found wherever their namespace is declared, and written so that it still holds', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const part = (name: string, content: string) => `<${name} xmlns:x="${main}">${content}</${name}>`;
    const bold = (text: string) => `<y:r xmlns:y="${main}"><y:rPr><y:b/></y:rPr><y:t>${text}</y:t></y:r>`;
    const sheet = [
      `<z:row xmlns:z="${main}"><z:c t="inlineStr"><z:is>${bold('Stop')}<z:r><z:t> right here</z:t></z:r></z:is></z:c></z:row>`,
      `<row xmlns="${main}"><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>`,
      `<row xmlns="${main}"><c t="s"><v>1</v></c></row>`,
    ].join('');
    const bare = `<si xmlns="${main}"><t>Screw</t></si>`;
    const strings = bare + `<w:si xmlns:w="${main}">${bold('Nut')}<w:r><w:t> and bolt</w:t></w:r></w:si>`;
    const parts = {
      sheets: [''],
      strings: '',
      more: {
        'xl/worksheets/sheet1.xml': part('x:worksheet', `<x:sheetData>${sheet}</x:sheetData>`),
        'xl/sharedStrings.xml': part('x:sst', strings),
      },
    };
    expect(await textsOf(parts)).toEqual(['<1>Stop</1> right here', 'Screw', '<1>Nut</1> and bolt']);
    const source = workbook(parts);
    const targets = ['Pare <1>ya</1>', 'Tornillo', '<1>Tuerca</1> y un perno'];
    const { bytes } = await xlsxFormat.assemble(source, targets, EN_ES);
    const again = (await xlsxFormat.extract(bytes, ANY_NUMBER)).segments.map(({ text }) => text);
    expect(again).toEqual(targets);
    expect((await unzip(bytes)).get('xl/sharedStrings.xml')!.toString()).toContain(bare);
  });

  it('have codes where a cell mixes formats', async () => {
    const strings = '<si><r><t>Press </t></r><r><rPr><b/></rPr><t>Start</t></r><r><t> to begin</t></r></si>';
    expect(await textsOf({ sheets: [row(shared(0))], strings })).toEqual(['Press <1>Start</1> to begin']);
  });

  it('have a code for what a symbol font draws, which stays', async () => {
    const sign = '<r><rPr><rFont val="Wingdings"/></rPr><t>ü</t></r>';
    const strings = `<si>${sign}<r><t xml:space="preserve"> Done </t></r>${sign}<r><t>by us</t></r></si><si>${sign}</si>`;
    const parts = { sheets: [row(shared(0)) + row(shared(1))], strings };
    expect(await textsOf(parts)).toEqual([' Done <1/>by us', 'ü']);
    const { segments } = await xlsxFormat.extract(workbook(parts), ANY_NUMBER);
    expect(segments[1]!.copy).toBe(true);
    expect((await translated(parts, [' Hecho <1/>por nos', null])).strings).toContain(
      strings.replace('Done', 'Hecho').replace('by us', 'por nos'),
    );
  });

  it('stop at the first one over the limit', async () => {
    const sheets = [row(shared(0)).repeat(1_101)];
    const source = workbook({ sheets, strings: STRINGS });
    expect(await refusalCode(() => xlsxFormat.extract(source, { maxSegments: 1_100 }))).toBe(
      'too_many_segments',
    );
  });
});

describe('a translated workbook', () => {
  it('has a string rewritten where only translated cells show it', async () => {
    const result = await translated({ sheets: [row(shared(0)) + row(shared(0))], strings: STRINGS }, [
      'Tornillo',
      'Tornillo',
    ]);
    expect(result.strings).toBe('<sst><si><t>Tornillo</t></si><si><t>Nut</t></si>');
    expect(result.sheet()).toBe(row(shared(0)) + row(shared(0)));
  });

  it('leaves other columns alone: a string they share gets a copy', async () => {
    const parts = {
      sheets: [row(shared(0), shared(0))],
      strings: STRINGS,
      counts: ' count="2" uniqueCount="2"',
    };
    const result = await translated(parts, ['Tornillo']);
    expect(result.sheet()).toBe(row(shared(2), shared(0)));
    expect(result.strings).toBe(`<sst count="2" uniqueCount="3">${STRINGS}<si><t>Tornillo</t></si>`);
  });

  it('leaves other columns alone where comments, entities or CDATA split the number of their string', async () => {
    const others = ['<!-- bolt -->0', '&#48;', '<![CDATA[0]]>'];
    for (const value of others) {
      const other = `<c t="s"><v>${value}</v></c>`;
      const result = await translated({ sheets: [row(shared(0), other)], strings: STRINGS }, ['Tornillo']);
      expect(result.sheet()).toBe(row(shared(2), other));
      expect(result.strings).toBe(`<sst>${STRINGS}<si><t>Tornillo</t></si>`);
    }
  });

  it('gives each cell its own translation where one string got two', async () => {
    const sheets = [row(shared(1)) + row(shared(1)) + row(shared(1))];
    const result = await translated({ sheets, strings: STRINGS }, ['Tuerca', null, 'Nuez']);
    expect(result.sheet()).toBe(row(shared(2)) + row(shared(1)) + row(shared(3)));
  });

  it('leaves formulas, numbers and their cells as they were, whatever targets come', async () => {
    const sheets = [
      row('<c><v>1</v></c>') + row('<c t="str"><f>B1</f><v>x</v></c>') + row(inline('<t>Nut</t>')),
    ];
    const result = await translated({ sheets }, ['9', 'y', 'Tuerca']);
    expect(result.sheet()).toBe(sheets[0]!.replace('Nut', 'Tuerca'));
  });

  it('is calculated anew when opened, only where formulas exist', async () => {
    const plain = [row(inline('<t>Nut</t>'), '<c><v>1</v></c>')];
    const formulas = [row(inline('<t>Nut</t>'), '<c><f>A1</f><v>1</v></c>')];
    expect((await translated({ sheets: plain }, ['Tuerca'])).workbook).toBe('');
    expect((await translated({ sheets: formulas }, ['Tuerca'])).workbook).toBe(
      '<calcPr fullCalcOnLoad="1"/>',
    );
    const withCalc = { sheets: formulas, afterSheets: '<definedNames/><calcPr calcId="1"/><pivotCaches/>' };
    expect((await translated(withCalc, ['Tuerca'])).workbook).toBe(
      '<definedNames/><calcPr fullCalcOnLoad="1" calcId="1"/><pivotCaches/>',
    );
    // Only the workbook's own elements say where.
    const extension = '<extLst><ext uri="x"><definedNames/><calcPr/></ext></extLst>';
    expect((await translated({ sheets: formulas, afterSheets: extension }, ['Tuerca'])).workbook).toBe(
      `<calcPr fullCalcOnLoad="1"/>${extension}`,
    );
  });

  it('keeps formats with the words they belong to', async () => {
    const strings =
      '<si><r><t xml:space="preserve">Press </t></r><r><rPr><b/></rPr><t>Start</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si>';
    const result = await translated({ sheets: [row(shared(0))], strings }, ['<1>Inicio</1> pulse']);
    const [, item] = /<si>(.*)<\/si>/.exec(result.strings!)!;
    expect(item).toContain('<r><rPr><b/></rPr><t>Inicio</t></r>');
    expect(item).not.toContain('rPh');
  });

  it('escapes what XML and Excel would read otherwise', async () => {
    const result = await translated({ sheets: [row(inline('<t>Nut</t>'))] }, ['a &lt; b_x0041_\u0007']);
    expect(result.sheet()).toContain('<t>a &lt; b_x005F_x0041__x0007_</t>');
  });

  it('keeps the source of a cell whose translation is longer than Excel holds', async () => {
    const sheets = [row(inline('<t>Nut</t>')) + row(inline('<t>Screw</t>'))];
    const result = await translated({ sheets }, ['x'.repeat(32_768), 'y'.repeat(32_767)]);
    expect(result.sheet()).toContain('<t>Nut</t>');
    expect(result.sheet()).toContain('y'.repeat(32_767));
    expect(result.codes).toEqual(['too_long_for_place']);
  });

  it('is the very same file where no target differs from its source', async () => {
    const source = workbook({
      sheets: [row(shared(0)) + row(inline('<t> Nut </t>'))],
      strings: STRINGS,
    });
    const { segments } = await xlsxFormat.extract(source, ANY_NUMBER);
    const { bytes } = await xlsxFormat.assemble(
      source,
      segments.map((segment) => segment.text),
      EN_ES,
    );
    expect(Buffer.from(bytes).equals(source)).toBe(true);
  });
});

it('warns of a worksheet that the workbook lists and the file does not hold', async () => {
  const sheets = [row(inline('<t>Nut</t>'))];
  const book = await unzip(workbook({ sheets: [...sheets, ''] }));
  const more = Object.fromEntries(
    ['xl/workbook.xml', 'xl/_rels/workbook.xml.rels'].map((name) => [name, book.get(name)!]),
  );
  const { segments, warnings } = await xlsxFormat.extract(workbook({ sheets, more }), ANY_NUMBER);
  expect(segments.map(({ text }) => text)).toEqual(['Nut']);
  expect(warnings).toMatchObject([{ code: 'part_missing', count: 1 }]);
});
