import { describe, expect, it } from 'vitest';
import { pptxFormat } from '../../../service/documents/pptx/pptx-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { deck, relationships, shape, workbook } from '../../support/ooxml.ts';
import type { WorkbookParts } from '../../support/ooxml.ts';

const C =
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const GRAPHIC = 'http://schemas.openxmlformats.org/drawingml/2006';
const ES = { from: 'en', to: 'es' };

const frame = (uri: string, content: string) =>
  `<p:graphicFrame><a:graphic><a:graphicData uri="${GRAPHIC}/${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;
const CHART_FRAME = frame('chart', `<c:chart ${C} r:id="rId3"/>`);
const text = (words: string) => `<a:p><a:r><a:t>${words}</a:t></a:r></a:p>`;
const points = (values: readonly string[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
const cached = (formula: string, values: readonly string[]) =>
  `<c:strRef><c:f>${formula}</c:f><c:strCache>${points(values)}</c:strCache></c:strRef>`;

/** Two series of one column of categories. */
const SERIES = ['B', 'C']
  .map(
    (column, index) =>
      `<c:ser><c:tx>${cached(`S1!$${column}$1`, [index === 0 ? 'Sales' : 'Costs'])}</c:tx><c:cat>${cached('S1!$A$2:$A$3', ['North', 'South'])}</c:cat><c:val><c:numRef><c:f>S1!$B$2:$B$3</c:f><c:numCache>${points(['1', '2'])}</c:numCache></c:numRef></c:val></c:ser>`,
  )
  .join('');
const TITLE = `<c:title><c:tx><c:rich>${text('By region')}</c:rich></c:tx></c:title>`;

const SHEET = [
  ['', 'Sales', 'Costs'],
  ['North', 1, 2],
  ['South', 3, 4],
]
  .map(
    (row, y) =>
      `<row r="${y + 1}">${row
        .map((value, x) => {
          const ref = `${'ABC'[x]}${y + 1}`;
          return typeof value === 'number'
            ? `<c r="${ref}"><v>${value}</v></c>`
            : `<c r="${ref}" t="s"><v>${['', 'Sales', 'Costs', 'North', 'South'].indexOf(value)}</v></c>`;
        })
        .join('')}</row>`,
  )
  .join('');
const BOOK: WorkbookParts = {
  sheets: [SHEET],
  strings: ['', 'Sales', 'Costs', 'North', 'South'].map((value) => `<si><t>${value}</t></si>`).join(''),
  counts: ' count="5" uniqueCount="5"',
  table: {
    attributes: 'ref="A1:C3"',
    content:
      '<tableColumns><tableColumn id="1" name=" "/><tableColumn id="2" name="Sales"/><tableColumn id="3" name="Costs"/></tableColumns>',
  },
};

function chartDeck(chart: string, book?: Uint8Array | 'linked'): Buffer {
  const data = book === undefined ? '' : '<c:externalData r:id="rId1"/>';
  const more: Record<string, string | Uint8Array> = {
    'ppt/charts/chart1.xml': `<c:chartSpace ${C}>${chart}${data}</c:chartSpace>`,
  };
  const rels = 'ppt/charts/_rels/chart1.xml.rels';
  if (book === 'linked')
    more[rels] = relationships([['package', 'file:///C:/data.xlsx']]).replace(
      'Target=',
      'TargetMode="External" Target=',
    );
  else if (book) {
    more[rels] = relationships([['package', '../embeddings/book.xlsx']]);
    more['ppt/embeddings/book.xlsx'] = book;
  }
  const tree = shape(text('Before')) + CHART_FRAME + shape(text('After'));
  return deck({ slides: [{ tree, related: [['chart', '../charts/chart1.xml']] }], more });
}

async function segmentsOf(source: Uint8Array): Promise<string[]> {
  return (await pptxFormat.extract(source, { maxSegments: 100 })).segments.map((segment) => segment.text);
}

describe('a chart', () => {
  it('is read in its place, each cell of its data once', async () => {
    expect(await segmentsOf(chartDeck(TITLE + SERIES))).toEqual([
      'Before',
      'By region',
      'Sales',
      'North',
      'South',
      'Costs',
      'After',
    ]);
  });

  it('says the same in all series and in the workbook behind it', async () => {
    const source = chartDeck(TITLE + SERIES, workbook(BOOK));
    const targets = ['Antes', 'Por región', 'Ventas', 'Norte', 'Sur & más', null, 'Luego'];
    const { bytes, warnings } = await pptxFormat.assemble(source, targets, ES);
    expect(warnings).toEqual([]);
    const pkg = openPackage(bytes);
    const chart = pkg.text('/ppt/charts/chart1.xml');
    expect(chart.match(/(?<=<c:v>)[^<]*/g)).toEqual([
      ...['Ventas', 'Norte', 'Sur &amp; más', '1', '2'],
      ...['Costs', 'Norte', 'Sur &amp; más', '1', '2'],
    ]);
    expect(chart).toContain('Por región');
    const book = openPackage(pkg.bytes('/ppt/embeddings/book.xlsx'));
    const strings = book.text('/xl/sharedStrings.xml');
    const items = strings.match(/(?<=<t[^>]*>)[^<]*/g)!;
    const cells = book.text('/xl/worksheets/sheet1.xml').match(/(?<=t="s"><v>)\d+/g)!;
    expect(cells.map((index) => items[Number(index)])).toEqual([
      '',
      'Ventas',
      'Costs',
      'Norte',
      'Sur &amp; más',
    ]);
    expect(strings).toContain('uniqueCount="8"');
    expect(book.text('/xl/tables/table1.xml').match(/(?<= name=")[^"]*/g)).toEqual([
      'T',
      ' ',
      'Ventas',
      'Costs',
    ]);
  });

  it.each<[string, Uint8Array | 'linked' | undefined, number]>([
    ['lies in another file', 'linked', 4],
    ['cannot be read', Buffer.from('no workbook'), 4],
    ['holds something else', workbook({ ...BOOK, strings: BOOK.strings!.replace('South', 'Southwest') }), 1],
    [
      'is calculated',
      workbook({ ...BOOK, sheets: [SHEET.replace('t="s"><v>3', 't="str"><f>S1</f><v>North')] }),
      1,
    ],
    [
      'is called by a formula',
      workbook({ ...BOOK, sheets: [`${SHEET}<row r="9"><c r="A9"><f>SUM(T[Sales])</f><v>4</v></c></row>`] }),
      1,
    ],
    ['is not there', undefined, 0],
  ])('warns with a count where its data %s', async (_, book, count) => {
    const targets = ['a', 'b', 'Ventas', 'Norte', 'Sur', 'Costes', 'c'];
    const { bytes, warnings } = await pptxFormat.assemble(chartDeck(TITLE + SERIES, book), targets, ES);
    expect(warnings.map((warning) => [warning.code, warning.count])).toEqual(
      count === 0 ? [] : [['chart_data_untranslated', count]],
    );
    expect(openPackage(bytes).text('/ppt/charts/chart1.xml')).toContain('<c:v>Ventas</c:v>');
  });

  it('keeps two columns of a table apart', async () => {
    const targets = [null, null, 'Dinero', null, null, 'Dinero', null];
    const { bytes, warnings } = await pptxFormat.assemble(
      chartDeck(TITLE + SERIES, workbook(BOOK)),
      targets,
      ES,
    );
    expect(warnings).toMatchObject([{ code: 'chart_data_untranslated', count: 1 }]);
    const book = openPackage(openPackage(bytes).bytes('/ppt/embeddings/book.xlsx'));
    expect(book.text('/xl/tables/table1.xml').match(/(?<= name=")[^"]*/g)).toEqual([
      'T',
      ' ',
      'Dinero',
      'Costs',
    ]);
  });

  it('has labels of several levels and texts that were typed', async () => {
    const levels = `<c:multiLvlStrRef><c:f>'My ''data'''!$A$2:$B$3</c:f><c:multiLvlStrCache><c:lvl>${points(['Oslo', 'Rome'])}</c:lvl><c:lvl>${points(['North', 'South'])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const typed = `<c:ser><c:tx><c:v>Typed</c:v></c:tx><c:cat>${levels}</c:cat></c:ser><c:ser><c:cat><c:strLit>${points(['Literal', '7'])}</c:strLit></c:cat></c:ser>`;
    const { segments } = await pptxFormat.extract(chartDeck(typed), { maxSegments: 100 });
    expect(segments.slice(1, -1)).toEqual([
      ...['Typed', 'Oslo', 'Rome', 'North', 'South', 'Literal'].map((one) => ({ text: one })),
      { text: '7', copy: true },
    ]);
  });
});

describe('a SmartArt', () => {
  const D = `xmlns:dgm="${GRAPHIC}/diagram" xmlns:a="${GRAPHIC}/main" xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"`;
  const point = (id: string, properties: string, words = '') =>
    `<dgm:pt modelId="${id}"><dgm:prSet ${properties}/><dgm:t>${words && text(words)}</dgm:t></dgm:pt>`;
  const shown = (id: string, words: string) =>
    `<dsp:sp modelId="${id}"><dsp:txBody>${text(words)}</dsp:txBody></dsp:sp>`;
  const source = (drawing: string) =>
    deck({
      slides: [
        {
          tree: frame('diagram', `<dgm:relIds ${D} r:dm="rId3"/>`),
          related: [
            ['diagramData', '../diagrams/data1.xml'],
            ['diagramDrawing', '../diagrams/drawing1.xml'],
          ],
        },
      ],
      more: {
        'ppt/diagrams/data1.xml': `<dgm:dataModel ${D}><dgm:ptLst>${point('1', '', 'Plan')}${point('2', '', 'Plan')}${point('3', 'phldr="1"', '[Text]')}${point('4', '', 'Not shown')}${point('p1', 'presAssocID="1"')}${point('p2', 'presAssocID="2"')}</dgm:ptLst><dgm:extLst><a:ext uri="x"><dsp:dataModelExt relId="rId4"/></a:ext></dgm:extLst></dgm:dataModel>`,
        'ppt/diagrams/drawing1.xml': `<dsp:drawing ${D}>${drawing}</dsp:drawing>`,
      },
    });
  const words = (bytes: Uint8Array, part: string) =>
    openPackage(bytes)
      .text(`/ppt/diagrams/${part}`)
      .match(/(?<=<a:t>)[^<]*/g);

  it('changes in its data and in the drawing that is shown', async () => {
    const diagram = source(shown('p2', 'Plan') + shown('p1', 'Plan'));
    expect(await segmentsOf(diagram)).toEqual(['Plan', 'Plan', 'Not shown']);
    const { bytes, warnings } = await pptxFormat.assemble(diagram, ['Uno', 'Dos', 'Tres'], ES);
    expect(words(bytes, 'data1.xml')).toEqual(['Uno', 'Dos', '[Text]', 'Tres']);
    expect(words(bytes, 'drawing1.xml')).toEqual(['Dos', 'Uno']);
    expect(warnings).toEqual([]);
  });

  it('warns with a count where the drawing says something else', async () => {
    const diagram = source(shown('p1', 'Plan') + shown('p2', 'Old plan'));
    const { bytes, warnings } = await pptxFormat.assemble(diagram, ['Uno', null, null], ES);
    expect(words(bytes, 'drawing1.xml')).toEqual(['Uno', 'Old plan']);
    expect(warnings).toMatchObject([{ code: 'diagram_drawing_stale', count: 1 }]);
  });
});
