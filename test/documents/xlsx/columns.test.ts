import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';
import { contentTypes, relationships, workbook } from '../../support/ooxml.ts';
import type { WorkbookParts } from '../../support/ooxml.ts';
import { row } from '../support/workbook.ts';
import { unzip } from '../support/zip.ts';

type Options = Record<string, unknown>;

const cell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const number = (reference: string, value: number) => `<c r="${reference}"><v>${value}</v></c>`;
const shared = (reference: string, index: number, style = '') =>
  `<c r="${reference}"${style} t="s"><v>${index}</v></c>`;

async function textsOf(parts: WorkbookParts, formatOptions: Options) {
  const { segments } = await xlsxFormat.extract(workbook(parts), { ...ANY_NUMBER, formatOptions });
  return segments.map(({ text, copy }) => (copy ? `copied: ${text}` : text));
}

/** Each segment in brackets; those that are copied stay. */
async function translated(parts: WorkbookParts, formatOptions: Options) {
  const source = workbook(parts);
  const { segments, warnings: found } = await xlsxFormat.extract(source, { ...ANY_NUMBER, formatOptions });
  const targets = segments.map(({ text, copy }) => (copy ? null : `[${text}]`));
  const { bytes, warnings, kept } = await xlsxFormat.assemble(source, targets, { ...EN_ES, formatOptions });
  const files = await unzip(bytes);
  const part = (name: string): string => files.get(name)?.toString() ?? '';
  return {
    part,
    sheet: (n = 1) => /<sheetData>(.*)<\/sheetData>/s.exec(part(`xl/worksheets/sheet${n}.xml`))?.[1],
    strings: /<sst[^>]*>(.*)<\/sst>/s.exec(part('xl/sharedStrings.xml'))?.[1],
    kept,
    warnings: [...found, ...warnings].map(({ code, count, details }) => [code, count ?? details?.['found']]),
  };
}

const errorOf = (parts: WorkbookParts, formatOptions: Options) =>
  textsOf(parts, formatOptions).then(
    () => undefined,
    (error: unknown) => (error as { errors: { field: string; reason?: string }[] }).errors[0],
  );

const shop: WorkbookParts = {
  sheets: [
    row(shared('A1', 0), shared('B1', 1), shared('C1', 2)) +
      row(cell('A2', 'A-1'), shared('B2', 3), number('C2', 12)) +
      row(cell('A3', 'A-2'), shared('B3', 4), shared('D3', 3)),
    row(shared('A1', 4), shared('B1', 3)),
  ],
  strings: ['sku', 'title', 'price', 'Lamp', 'Chair'].map((text) => `<si><t>${text}</t></si>`).join(''),
};

describe('columns of a workbook', () => {
  it('are the first one unless others are asked for, with its header', async () => {
    const first = ['copied: sku', 'copied: A-1', 'copied: A-2', 'Chair'];
    expect(await textsOf(shop, {})).toEqual(first);
    expect(await textsOf(shop, { header: true })).toEqual(first);
  });

  it.each([
    ['letters', ['B', 'C'], ['Lamp', 'copied: 12', 'Chair', 'Lamp']],
    ['numbers', [2], ['Lamp', 'Chair', 'Lamp']],
    ['a name, on the sheets that have it', ['title'], ['Lamp', 'Chair']],
  ])('are chosen by %s, cell by cell, without the header', async (_, columns, texts) => {
    expect(await textsOf(shop, { columns })).toEqual(texts);
  });

  it('leave other cells with a shared string as they are', async () => {
    const { sheet, strings } = await translated(shop, { columns: ['B'] });
    expect(sheet()).toContain(`${shared('B2', 5)}${number('C2', 12)}`);
    expect(sheet()).toContain(shared('D3', 3));
    expect(sheet(2)).toBe(row(shared('A1', 4), shared('B1', 5)));
    expect(strings).toBe(shop.strings!.replace(/$/, '<si><t>[Lamp]</t></si><si><t>[Chair]</t></si>'));
  });

  it('are all, where a segment is a distinct text; numbers and formulas do not count', async () => {
    const sum = '<c r="E2" t="str"><f>B2&amp;"s"</f><v>Lamps</v></c>';
    const withSum = shop.sheets[0]!.replace(number('C2', 12), `${number('C2', 12)}${sum}`);
    const parts = { ...shop, sheets: [withSum, shop.sheets[1]!] };
    expect(await textsOf(parts, { columns: 'all' })).toEqual(['copied: A-1', 'Lamp', 'copied: A-2', 'Chair']);
    const { strings, sheet } = await translated(shop, { columns: 'all' });
    expect(strings).toBe(shop.strings!.replace('Lamp', '[Lamp]').replace('Chair', '[Chair]'));
    expect(sheet()).toBe(shop.sheets[0]);
  });

  it('keep what an array formula fills in them', async () => {
    const filled = '<c r="A1" t="str"><f t="array" ref="A1:B2">X1:Y2</f><v>Lamp</v></c>';
    const sheets = [
      row(filled, cell('B1', 'Chair')) + row(cell('A2', 'Table'), cell('B2', 'Bed'), cell('C2', 'Sofa')),
    ];
    expect(await textsOf({ sheets }, { columns: 'all', header: false })).toEqual(['Sofa']);
    expect(await textsOf({ sheets }, { columns: ['B'], header: false })).toEqual([
      'copied: Chair',
      'copied: Bed',
    ]);
  });

  it('of ids are copied whole', async () => {
    const sheets = [
      row(cell('A1', 'Handle'), cell('B1', 'Title')) +
        row(cell('A2', 'white-bread'), cell('B2', 'White bread')) +
        row(cell('A3', 'apple-pie'), cell('B3', 'Apple pie')),
    ];
    expect(await textsOf({ sheets }, { columns: 'all' })).toEqual([
      'copied: white-bread',
      'White bread',
      'copied: apple-pie',
      'Apple pie',
    ]);
  });

  it('of ids are copied where the first one is such, on its own sheet', async () => {
    const ids = ['white-bread', 'apple-pie', 'red-car'].map((id, at) =>
      row(cell(`A${at + 1}`, id), cell(`B${at + 1}`, `The ${id.replace('-', ' ')}`)),
    );
    const words = ['well-known', 'long-term', 'red-hot'].map((word, at) => row(cell(`A${at + 1}`, word)));
    expect(await textsOf({ sheets: [ids.join(''), words.join('')] }, {})).toEqual([
      'copied: white-bread',
      'copied: apple-pie',
      'copied: red-car',
      'well-known',
      'long-term',
      'red-hot',
    ]);
  });

  it.each([
    [{ columns: ['Z'] }, { field: 'format_options.columns', reason: 'column_unknown' }],
    [{ columns: ['name'] }, { field: 'format_options.columns', reason: 'column_unknown' }],
    [{ columns: ['title'], header: false }, { field: 'format_options.header' }],
    [
      { columns: ['B'], into: ['B'] },
      { field: 'format_options.into', reason: 'into_columns' },
    ],
    [
      { columns: 'all', into: ['E'] },
      { field: 'format_options.into', reason: 'into_columns' },
    ],
  ])('are refused where the workbook has none such: %j', async (options, error) => {
    expect(await errorOf(shop, options)).toMatchObject(error);
  });

  it('warn of rules that look for texts of any of them', async () => {
    const sheets = [
      row(cell('A1', 'Lamp'), cell('B1', 'Open'), '<c r="C1"><f>IF(B1="Open",1,0)</f><v>1</v></c>'),
    ];
    const { warnings, part } = await translated({ sheets }, { columns: ['B'], header: false });
    expect(warnings).toEqual([['formula_quotes_text', 1]]);
    expect(part('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    expect((await translated({ sheets }, { columns: ['A'], header: false })).warnings).toEqual([]);
  });
});

describe('headers of a table in other columns', () => {
  const columns = (...names: string[]) =>
    `<tableColumns>${names.map((name, n) => `<tableColumn id="${n + 1}" name="${name}"/>`).join('')}</tableColumns>`;
  const sheets = [
    row(cell('A1', 'A list of our goods')) +
      row(cell('B3', 'Item'), cell('C3', 'Text')).replace('<row>', '<row r="3">') +
      row(cell('B4', 'Lamp'), cell('C4', 'Red lamp')).replace('<row>', '<row r="4">'),
  ];
  const table = { attributes: 'ref="B3:C4"', content: columns('Item', 'Text') };

  it('change together with the names of their columns', async () => {
    const { part, warnings } = await translated({ sheets, table }, { columns: 'all' });
    expect(part('xl/tables/table1.xml')).toContain(columns('[Item]', '[Text]'));
    expect(part('xl/worksheets/sheet1.xml')).toContain('[Item]');
    expect(warnings).toEqual([]);
  });

  it('stay where a formula calls the column, while its cells change', async () => {
    const formula = '<c r="E4"><f>SUM(T[Text])</f></c></row>';
    const { part, kept } = await translated(
      { sheets: [sheets[0]!.replace(/<\/row>$/, formula)], table },
      { columns: 'all' },
    );
    expect(part('xl/tables/table1.xml')).toContain(columns('[Item]', 'Text'));
    expect(part('xl/worksheets/sheet1.xml')).toContain(cell('C3', 'Text'));
    expect(part('xl/worksheets/sheet1.xml')).toContain('[Red lamp]');
    expect(kept).toEqual([{ index: 2, reason: 'header_in_use' }]);
  });

  it('stay where two get the same name', async () => {
    const source = workbook({ sheets, table });
    const formatOptions = { columns: 'all' };
    const targets = [null, 'Nombre', 'nombre', null, null];
    const { bytes, kept } = await xlsxFormat.assemble(source, targets, { ...EN_ES, formatOptions });
    const written = (await unzip(bytes)).get('xl/tables/table1.xml')!.toString();
    expect(written).toContain(columns('Nombre', 'Text'));
    expect(kept).toEqual([{ index: 2, reason: 'header_in_use' }]);
  });

  it('change with the fields of a pivot table that reads them', async () => {
    const cache = `<pivotCacheDefinition xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cacheSource type="worksheet"><worksheetSource ref="B3:C4" sheet="S1"/></cacheSource><cacheFields><cacheField name="Item"/><cacheField name="Text"/></cacheFields></pivotCacheDefinition>`;
    const { part } = await translated(
      {
        sheets,
        more: {
          'xl/_rels/workbook.xml.rels': relationships([
            ['worksheet', 'worksheets/sheet1.xml'],
            ['pivotCacheDefinition', 'pivotCache/p1.xml'],
          ]),
          'xl/pivotCache/p1.xml': cache,
        },
      },
      { columns: ['C'] },
    );
    expect(part('xl/pivotCache/p1.xml')).toContain('<cacheField name="Item"/><cacheField name="[Text]"/>');
  });
});

describe('translations that go into other columns', () => {
  const sheets = [
    `<row r="1" spans="1:3">${shared('A1', 0)}${cell('B1', 'Text')}${cell('C1', 'German')}</row>` +
      `<row r="2" spans="1:3">${shared('A2', 1, ' s="4"')}<c r="C2" s="7"/></row>` +
      `<row r="3">${shared('A3', 2)}${cell('C3', 'Stuhl')}</row>`,
  ];
  const strings = ['Item', 'Lamp', 'Chair'].map((text) => `<si><t>${text}</t></si>`).join('');

  it('leave the source, keep what is there, and fill empty cells in their own style', async () => {
    const { sheet, strings: after, warnings } = await translated({ sheets, strings }, { into: ['German'] });
    expect(sheet()).toBe(
      sheets[0]!.replace('<c r="C2" s="7"/>', '<c r="C2" s="7" t="inlineStr"><is><t>[Lamp]</t></is></c>'),
    );
    expect(after).toBe(strings);
    expect(warnings).toEqual([['target_kept', 1]]);
  });

  it('make new columns, named by the language where there is a header', async () => {
    const { sheet } = await translated({ sheets, strings }, { columns: ['A'], into: ['D'], header: true });
    expect(sheet()).toBe(
      `<row r="1" spans="1:4">${shared('A1', 0)}${cell('B1', 'Text')}${cell('C1', 'German')}${cell('D1', 'es')}</row>` +
        `<row r="2" spans="1:4">${shared('A2', 1, ' s="4"')}<c r="C2" s="7"/><c r="D2" s="4" t="inlineStr"><is><t>[Lamp]</t></is></c></row>` +
        `<row r="3">${shared('A3', 2)}${cell('C3', 'Stuhl')}${cell('D3', '[Chair]')}</row>`,
    );
  });

  it('go into two columns of a row in their order', async () => {
    const one = [row(cell('A1', 'Lamp'), cell('B1', 'Chair'))];
    const { sheet } = await translated(
      { sheets: one },
      { columns: ['A', 'B'], into: ['D', 'C'], header: false },
    );
    expect(sheet()).toBe(
      row(cell('A1', 'Lamp'), cell('B1', 'Chair'), cell('C1', '[Chair]'), cell('D1', '[Lamp]')),
    );
  });

  it('never go under a merged cell', async () => {
    const merged = `<mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
    const source = workbook({
      sheets: [row(cell('A1', 'Lamp')) + row(cell('A2', 'Chair'), cell('B2', 'x'))],
    });
    const files = await unzip(source);
    const xml = files.get('xl/worksheets/sheet1.xml')!.toString();
    const more = { 'xl/worksheets/sheet1.xml': xml.replace('</sheetData>', `</sheetData>${merged}`) };
    const { warnings } = await translated(
      { sheets: [row(cell('A1', 'Lamp')) + row(cell('A2', 'Chair'), cell('B2', 'x'))], more },
      { into: ['B'], header: false },
    );
    expect(warnings).toEqual([['target_kept', 2]]);
  });
});

describe('texts beside the cells, with all columns', () => {
  const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';
  const textBox = (words: string) =>
    `<xdr:sp><xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-GB"/><a:t>${words}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const worksheet = (footer: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row(cell('A1', 'Lamp'))}</sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Our prices&amp;R&amp;D</oddHeader><oddFooter>${footer}</oddFooter></headerFooter></worksheet>`;
  const parts = (footer: string): WorkbookParts => ({
    sheets: [''],
    more: {
      'xl/worksheets/sheet1.xml': worksheet(footer),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([['drawing', '../drawings/drawing1.xml']]),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:twoCellAnchor>${textBox('A box')}</xdr:twoCellAnchor></xdr:wsDr>`,
    },
  });

  it('are headers, footers and text boxes, behind the cells of their sheet', async () => {
    const workbookOf = parts('&amp;CBread &amp;&amp; more, page &amp;P of &amp;N');
    expect(await textsOf(workbookOf, { columns: 'all' })).toEqual([
      'Lamp',
      'Our prices',
      'Bread &amp; more, page <1/> of ',
      'A box',
    ]);
    expect(await textsOf(workbookOf, { columns: ['A'] })).toEqual(['Lamp']);
    const { part, warnings } = await translated(workbookOf, { columns: 'all' });
    expect(part('xl/worksheets/sheet1.xml')).toContain(
      '&amp;L&amp;"Arial,Bold"&amp;12[Our prices]&amp;R&amp;D</oddHeader><oddFooter>&amp;C[Bread &amp;&amp; more, page &amp;P of ] &amp;N<',
    );
    expect(part('xl/drawings/drawing1.xml')).toContain('<a:rPr lang="es-ES"/><a:t>[A box]</a:t>');
    expect(warnings).toEqual([]);
  });

  it('keep a digit apart from a size, and a header that would be too long for Excel', async () => {
    const source = workbook(parts(`&amp;C&amp;8${'long '.repeat(49)}`));
    const formatOptions = { columns: 'all' };
    const targets = [null, '2024 prices', 'longer '.repeat(40), null];
    const { bytes, kept } = await xlsxFormat.assemble(source, targets, { ...EN_ES, formatOptions });
    const sheet = (await unzip(bytes)).get('xl/worksheets/sheet1.xml')!.toString();
    expect(sheet).toContain('&amp;"Arial,Bold"&amp;12 2024 prices&amp;R');
    expect(sheet).toContain(`&amp;C&amp;8${'long '.repeat(49)}<`);
    expect(kept).toEqual([{ index: 2, reason: 'too_long_for_place' }]);
  });

  it('are titles of charts, which show what their cells say with chosen columns too', async () => {
    const chart = `<c:chartSpace xmlns:c="${DRAWING}/chart" xmlns:a="${DRAWING}/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Our sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:cat><c:strRef><c:f>S1!$A$1:$A$2</c:f><c:strCache><c:pt idx="0"><c:v>Lamp</c:v></c:pt><c:pt idx="1"><c:v>Stale</c:v></c:pt></c:strCache></c:strRef></c:cat></c:plotArea></c:chart></c:chartSpace>`;
    const frame = `<xdr:graphicFrame><a:graphic><a:graphicData><c:chart xmlns:c="${DRAWING}/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
    const withChart: WorkbookParts = {
      sheets: [row(cell('A1', 'Lamp')) + row(cell('A2', 'Chair'))],
      more: {
        '[Content_Types].xml': contentTypes({
          'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
          'xl/charts/chart1.xml': 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml',
        }),
        'xl/worksheets/_rels/sheet1.xml.rels': relationships([['drawing', '../drawings/drawing1.xml']]),
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main"><xdr:twoCellAnchor>${frame}</xdr:twoCellAnchor></xdr:wsDr>`,
        'xl/drawings/_rels/drawing1.xml.rels': relationships([['chart', '../charts/chart1.xml']]),
        'xl/charts/chart1.xml': chart,
      },
    };
    expect(await textsOf(withChart, { columns: 'all', header: false })).toEqual([
      'Lamp',
      'Chair',
      'Our sales',
    ]);
    const all = await translated(withChart, { columns: 'all', header: false });
    const shown = chart.replace('>Lamp<', '>[Lamp]<');
    expect(all.part('xl/charts/chart1.xml')).toBe(
      shown.replace('Our sales', '[Our sales]').replace('<a:t>', '<a:rPr lang="es-ES"/><a:t>'),
    );
    const chosen = await translated(withChart, { columns: ['A'], header: false });
    expect(chosen.part('xl/charts/chart1.xml')).toBe(shown);
    expect((await translated(withChart, {})).part('xl/charts/chart1.xml')).toBe(chart);
  });
});

describe('what include names', () => {
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const parts: WorkbookParts = {
    sheets: [
      `<row r="1">${cell('A1', 'Lamp')}</row><row r="2" hidden="1">${cell('A2', 'Secret')}</row>`,
      `<row r="1">${cell('A1', 'Chair')}</row>`,
    ],
    more: {
      'xl/worksheets/_rels/sheet1.xml.rels': relationships([
        ['comments', '../comments1.xml'],
        ['drawing', '../drawings/drawing1.xml'],
      ]),
      'xl/comments1.xml': `<comments xmlns="${MAIN}"><commentList><comment ref="A1" authorId="0"><text><r><rPr><b/></rPr><t>Ada:</t></r><r><t xml:space="preserve"> Which lamp</t></r></text></comment><comment ref="A2" authorId="0"><text><t>[Threaded comment]

A notice</t></text></comment></commentList></comments>`,
      'xl/drawings/drawing1.xml':
        '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="A red lamp"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>',
    },
  };
  const SHOWN = ['notes', 'hidden', 'charts', 'diagrams', 'masters'];

  it('is translated with any columns, and counted where it is left out', async () => {
    const include = [...SHOWN, 'comments', 'alt_text'];
    expect(await textsOf(parts, {})).toEqual(['Lamp', 'Secret', 'Chair']);
    expect(await textsOf(parts, { include })).toEqual([
      'Lamp',
      'Secret',
      '<1>Ada:</1> Which lamp',
      'A red lamp',
      'Chair',
    ]);
    const { part } = await translated(parts, { include });
    expect(part('xl/comments1.xml')).toContain(
      '</t></r><r><t xml:space="preserve"> Which lamp]</t></r></text>',
    );
    expect(part('xl/comments1.xml')).toContain('A notice</t>');
    expect(part('xl/drawings/drawing1.xml')).toContain('descr="[A red lamp]"');
    const { leftOut } = await xlsxFormat.examine!(workbook(parts), ANY_NUMBER);
    expect(leftOut!.filter(({ count }) => count > 0)).toEqual([
      { what: 'comments', count: 1 },
      { what: 'alt_text', count: 1 },
    ]);
  });

  it('leaves out hidden rows where it does not name them', async () => {
    expect(await textsOf(parts, { include: [] })).toEqual(['Lamp', 'Chair']);
    const { sheet } = await translated(parts, { include: [] });
    expect(sheet()).toContain(cell('A2', 'Secret'));
  });
});
