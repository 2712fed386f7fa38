import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xlsxFilter } from '../../service/documents/xlsx.ts';
import { corpusFiles } from './support/corpus.ts';
import { ANY_NUMBER, EN_ES, pseudoTargets } from './support/pseudo.ts';
import { refusalCode } from './support/refusal.ts';
import { workbook } from './support/workbook.ts';
import type { WorkbookParts } from './support/workbook.ts';
import { unzip, zip } from './support/zip.ts';

const STRINGS = '<si><t>Screw</t></si><si><t>Nut</t></si>';
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;
const shared = (index: number, ref = '') => `<c${ref && ` r="${ref}"`} t="s"><v>${index}</v></c>`;
const inline = (text: string) => `<c t="inlineStr"><is>${text}</is></c>`;

async function segmentsOf(parts: WorkbookParts) {
  return (await xlsxFilter.extract(await workbook(parts), ANY_NUMBER)).segments;
}

async function textsOf(parts: WorkbookParts): Promise<string[]> {
  return (await segmentsOf(parts)).map((segment) => segment.text);
}

/** Assembles, and answers the changed parts without their frame, and the codes of the warnings. */
async function translated(parts: WorkbookParts, targets: (string | null)[]) {
  const { bytes, warnings } = await xlsxFilter.assemble(await workbook(parts), targets, EN_ES);
  const files = await unzip(bytes);
  const inside = (name: string, pattern: RegExp) => pattern.exec(files.get(name)?.toString() ?? '')?.[1];
  return {
    sheet: (n = 1) => inside(`xl/worksheets/sheet${n}.xml`, /<sheetData>(.*)<\/sheetData>/s),
    strings: inside('xl/sharedStrings.xml', /(<sst.*)<\/sst>/s)?.replace(/ xmlns="[^"]*"/, ''),
    workbook: inside('xl/workbook.xml', /<\/sheets>(.*)<\/workbook>/s),
    table: inside('xl/tables/table1.xml', /<table[^>]*>(.*)<\/table>/s),
    codes: warnings.map(({ code }) => code),
  };
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

  it('are none for cells with a style only', async () => {
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
    const source = await workbook({ sheets: [''] });
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
    const { bytes } = await xlsxFilter.assemble(await workbook(parts), ['Hola'], EN_ES);
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
    const source = await workbook(parts);
    const targets = ['Pare <1>ya</1>', 'Tornillo', '<1>Tuerca</1> y un perno'];
    const { bytes } = await xlsxFilter.assemble(source, targets, EN_ES);
    const again = (await xlsxFilter.extract(bytes, ANY_NUMBER)).segments.map(({ text }) => text);
    expect(again).toEqual(targets);
    expect((await unzip(bytes)).get('xl/sharedStrings.xml')!.toString()).toContain(bare);
  });

  it('have codes where a cell mixes formats', async () => {
    const strings = '<si><r><t>Press </t></r><r><rPr><b/></rPr><t>Start</t></r><r><t> to begin</t></r></si>';
    expect(await textsOf({ sheets: [row(shared(0))], strings })).toEqual(['Press <1>Start</1> to begin']);
  });

  it('stop at the first one over the limit', async () => {
    const sheets = [row(shared(0)).repeat(1_101)];
    const source = await workbook({ sheets, strings: STRINGS });
    expect(await refusalCode(() => xlsxFilter.extract(source, { maxSegments: 1_100 }))).toBe(
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

  it('leaves other columns alone where comments, entities or CDATA stand within the number of their string', async () => {
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
    expect(result.codes).toEqual(['cell_too_long']);
  });

  it('is the very same file where no target differs from its source', async () => {
    const source = await workbook({
      sheets: [row(shared(0)) + row(inline('<t> Nut </t>'))],
      strings: STRINGS,
    });
    const { segments } = await xlsxFilter.extract(source, ANY_NUMBER);
    const { bytes } = await xlsxFilter.assemble(
      source,
      segments.map((segment) => segment.text),
      EN_ES,
    );
    expect(Buffer.from(bytes).equals(source)).toBe(true);
  });
});

describe('headers of a table', () => {
  const table = {
    attributes: 'ref="A1:B2" totalsRowShown="0"',
    content:
      '<tableColumns count="2"><tableColumn id="1" name="Item name"/><tableColumn id="2" name="Price"/></tableColumns>',
  };
  const sheets = [
    row(inline('<t>Item name</t>'), inline('<t>Price</t>')) + row(inline('<t>Nut</t>'), '<c><v>1</v></c>'),
  ];

  it('change together with the name of their column', async () => {
    const result = await translated({ sheets, table }, ['Nombre "corto"', 'Tuerca']);
    expect(result.table).toContain('<tableColumn id="1" name="Nombre &quot;corto&quot;"/>');
    expect(result.sheet()).toContain('Nombre');
    expect(result.codes).toEqual([]);
  });

  it.each([
    ['T[Item name]', 'Nombre'],
    ['T[[#This Row],[Item name]]', 'Nombre'],
    ['[@Item name]', 'Nombre'],
    // The name of another column.
    ['1+1', 'Price'],
  ])('stay where a formula says %s and the translation is %s', async (formula, target) => {
    const withFormula = [sheets[0]! + row('<c r="C3"><v>1</v></c>', `<c r="D3"><f>${formula}</f></c>`)];
    const result = await translated({ sheets: withFormula, table }, [target, 'Tuerca']);
    expect(result.table).toContain('name="Item name"');
    expect(result.sheet()).toContain('<t>Item name</t>');
    expect(result.codes).toEqual(['table_header_untranslated']);
  });

  it.each([
    ['Size "in" mm', 'T[Size "in" mm]'],
    ['Size &gt; mm', 'T[Size > mm]'],
    ['Bolt &amp; nut', 'T[Bolt &#38; nut]'],
    ['Bolt &amp; nut', '<![CDATA[T[Bolt & nut]]]>'],
    ['Item name', 'T<!-- the first -->[Item name]'],
    ['Item&#10;name', 'T[Item_x000a_name]'],
  ])('stay where they are %s and a formula is written %s', async (name, formula) => {
    const cells = row(inline(`<t>${name}</t>`), inline('<t>Price</t>'), `<c><f>${formula}</f></c>`);
    const columns = table.content.replace('Item name', name.replaceAll('"', '&quot;'));
    const parts = { sheets: [cells], table: { ...table, content: columns } };
    const result = await translated(parts, ['Nombre']);
    expect(result.sheet()).toBe(cells);
    expect(result.codes).toEqual(['table_header_untranslated']);
  });

  it.each([
    ['a text', inline('<t>sourceName="Item name" &lt;f>T[Item name]&lt;/f></t>')],
    ['a comment', '<!-- <f>T[Item name] & <b</f> -->'],
  ])('change where only %s looks like a formula or a slicer', async (_, lookalike) => {
    const cells = [sheets[0]! + row('<c r="C3"><v>1</v></c>', lookalike)];
    const result = await translated({ sheets: cells, table }, ['Nombre', 'Tuerca']);
    expect(result.table).toContain('name="Nombre"');
    expect(result.codes).toEqual([]);
  });

  it('are checked with the upload: a broken table is refused before anything is translated', async () => {
    const broken = await workbook({ sheets, table: { ...table, content: '<tableColumns>' } });
    expect(await refusalCode(() => xlsxFilter.extract(broken, ANY_NUMBER))).toBe('damaged_file');
  });
});

describe('a hostile or broken workbook', () => {
  it('is none where only the extension of a cell holds what looks like cells', async () => {
    const extension = '<extLst><ext uri="x"><c xmlns="urn:x"><f>1</f></c></ext></extLst>';
    const cells = (text: string) =>
      row(`<c r="A1" t="inlineStr"><is>${text}</is>${extension}</c>`, `<c r="B1"><v>1</v>${extension}</c>`);
    const result = await translated({ sheets: [cells('<t>Screw</t>')] }, ['Tornillo']);
    expect(result.sheet()).toBe(cells('<t>Tornillo</t>'));
    expect(result.workbook).toBe('');
  });

  it('has no segment in a cell that stands within a cell', async () => {
    const nested = `<c r="B1">${row(inline('<t>Screw</t>'))}</c>`;
    const result = await translated({ sheets: [row(nested) + row(inline('<t>Nut</t>'))] }, ['Tuerca']);
    expect(result.sheet()).toBe(row(nested) + row(inline('<t>Tuerca</t>')));
  });

  it('is refused where its table of strings is none', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const source = await workbook({
      sheets: [row(shared(0))],
      more: { 'xl/sharedStrings.xml': `<si xmlns="${main}"><si><t>Screw</t></si></si>` },
    });
    expect(await refusalCode(() => xlsxFilter.extract(source, ANY_NUMBER))).toBe('damaged_file');
  });

  it('is refused where something follows its table of strings', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const strings = `<sst xmlns="${main}"><si><t>Screw</t></si></sst><sst xmlns="${main}"/>`;
    const source = await workbook({ sheets: [row(shared(0))], more: { 'xl/sharedStrings.xml': strings } });
    expect(await refusalCode(() => xlsxFilter.extract(source, ANY_NUMBER))).toBe('damaged_file');
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
    const source = await workbook({ sheets: [''], more: { 'xl/worksheets/sheet1.xml': sheet } });
    expect(await refusalCode(() => xlsxFilter.extract(source, ANY_NUMBER))).toBe(code);
  });

  it('is refused or read, but never crashes the reader, whatever is written into a part', async () => {
    const sheets = [
      row(shared(0), shared(1)) +
        row(inline('<r><rPr><b/></rPr><t>Nut</t></r><r><t> here</t></r>')) +
        row('<c><f>A1</f></c>'),
    ];
    const files = await unzip(await workbook({ sheets, strings: STRINGS, counts: ' uniqueCount="2"' }));
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
        const source = await zip(parts);
        const code = await refusalCode(async () => {
          const extraction = await xlsxFilter.extract(source, ANY_NUMBER);
          await xlsxFilter.assemble(source, pseudoTargets(extraction), EN_ES);
        });
        expect(code ?? 'damaged_file').toMatch(/^(?:damaged_file|hostile_file)$/);
      }),
      { numRuns: 500 },
    );
  });
});

describe('real workbooks', () => {
  const files = corpusFiles('xlsx', '');

  it.skipIf(files.length === 0)('come back byte for byte where nothing changes', async () => {
    for (const { name, read } of files) {
      const bytes = read();
      const { segments } = await xlsxFilter.extract(bytes, ANY_NUMBER);
      const same = await xlsxFilter.assemble(
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
      const extraction = await xlsxFilter.extract(bytes, ANY_NUMBER);
      const targets = pseudoTargets(extraction);
      const result = await xlsxFilter.assemble(bytes, targets, EN_ES);
      const again = await xlsxFilter.extract(result.bytes, ANY_NUMBER);
      const expected = extraction.segments.map((segment, i) => targets[i] ?? segment.text);
      const headersKept = result.warnings.some(({ code }) => code === 'table_header_untranslated');
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
        changed.filter((part) => !/sheet\d*|sharedStrings|workbook|table\d*/i.test(part)),
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
        const extraction = await xlsxFilter.extract(bytes, ANY_NUMBER);
        const result = await xlsxFilter.assemble(bytes, pseudoTargets(extraction), EN_ES);
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

it('a workbook of 100,000 rows and 8 columns is read and written in seconds', async () => {
  const data = Array.from({ length: 100_000 }, (_, i) => {
    const number = i + 1;
    const first = i % 100 === 0 ? `<c r="A${number}" t="s"><v>${i / 100}</v></c>` : '';
    const others = ['B', 'C', 'D', 'E', 'F', 'G', 'H'].map(
      (column) => `<c r="${column}${number}" t="s"><v>${number % 1_000}</v></c>`,
    );
    return `<row r="${number}">${first}${others.join('')}</row>`;
  });
  const strings = Array.from({ length: 1_000 }, (_, i) => `<si><t>Item number ${i}</t></si>`).join('');
  const source = await workbook({ sheets: [data.join('')], strings });
  const started = performance.now();
  const { segments } = await xlsxFilter.extract(source, { maxSegments: 1_100 });
  const targets = segments.map((_, i) => `Artículo número ${i}`);
  const { bytes } = await xlsxFilter.assemble(source, targets, EN_ES);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(segments).toHaveLength(1_000);
  expect(bytes.length).toBeGreaterThan(source.length);
}, 60_000);

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
