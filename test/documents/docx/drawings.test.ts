import { describe, expect, it } from 'vitest';
import { docxFormat } from '../../../service/documents/docx/docx-format.ts';
import { openPackage } from '../../../service/documents/ooxml/package.ts';
import { docx, workbook } from '../../support/ooxml.ts';
import type { DocxParts } from '../../support/ooxml.ts';

const A = 'http://schemas.openxmlformats.org/drawingml/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const C = `xmlns:c="${A}/chart" xmlns:a="${A}/main" xmlns:r="${OFFICE}"`;
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const CP = 'http://schemas.openxmlformats.org/package/2006/metadata/core-properties';

const drawing = (description: string, content: string) =>
  `<w:drawing><wp:inline xmlns:wp="${A}/wordprocessingDrawing"><wp:docPr id="1" name="D" descr="${description}"/><a:graphic xmlns:a="${A}/main"><a:graphicData uri="x">${content}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
const BODY = `<w:p><w:r><w:t>Before</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r><w:r>${drawing('Sales by region', `<c:chart ${C} r:id="c1"/>`)}</w:r><w:r><w:t>after</w:t></w:r></w:p><w:p><w:r>${drawing('', `<dgm:relIds xmlns:dgm="${A}/diagram" r:dm="d1"/>`)}</w:r></w:p>`;
const CHART = `<c:chartSpace ${C}><c:chart><c:ser><c:tx><c:strRef><c:f>S1!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>Sales</c:v></c:pt></c:strCache></c:strRef></c:tx></c:ser></c:chart><c:externalData r:id="b1"/></c:chartSpace>`;
const DIAGRAM = `<dgm:dataModel xmlns:dgm="${A}/diagram" xmlns:a="${A}/main"><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;

const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
const parts: DocxParts = {
  related: {
    'comments.xml': {
      kind: 'comments',
      root: 'w:comments',
      xml: '<w:comment w:id="1"><w:p><w:r><w:t>A comment</w:t></w:r></w:p></w:comment>',
    },
  },
  documentRelationships:
    relationship('c1', 'chart', 'charts/chart1.xml') +
    relationship('d1', 'diagramData', 'diagrams/data1.xml'),
  packageRelationships: `<Relationship Id="p" Type="${CP}" Target="docProps/core.xml"/>`,
  extra: {
    'word/charts/chart1.xml': CHART,
    'word/charts/_rels/chart1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship('b1', 'package', '../embeddings/a.xlsx')}</Relationships>`,
    'word/embeddings/a.xlsx': workbook({
      sheets: ['<row r="1"><c r="A1" t="inlineStr"><is><t>Sales</t></is></c></row>'],
    }),
    'word/diagrams/data1.xml': DIAGRAM,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${CP}" ${DC}><dc:title>The title</dc:title></cp:coreProperties>`,
  },
};
const source = docx(BODY, parts);
const OPTIONS = { from: 'en', to: 'es' };

async function texts(include?: readonly string[]): Promise<string[]> {
  const options = { maxSegments: 100, ...(include && { formatOptions: { include } }) };
  return (await docxFormat.extract(source, options)).segments.map((segment) => segment.text);
}

describe('the drawings of a document', () => {
  it('comes behind its paragraphs: charts and SmartArt', async () => {
    expect(await texts()).toEqual(['Before<1>bold</1><2/>after', 'Sales', 'Plan']);
    expect(await texts([])).toEqual(['Before<1>bold</1><2/>after']);
  });

  it('changes with the workbook behind a chart', async () => {
    const targets = ['Antes<1>negrita</1><2/>después', 'Ventas', 'Proyecto'];
    const { bytes, warnings } = await docxFormat.assemble(source, targets, OPTIONS);
    expect(warnings).toEqual([]);
    const pkg = openPackage(bytes);
    expect(pkg.text('/word/charts/chart1.xml')).toContain('<c:v>Ventas</c:v>');
    expect(pkg.text('/word/diagrams/data1.xml')).toContain('Proyecto</a:t>');
    const book = openPackage(pkg.bytes('/word/embeddings/a.xlsx'));
    expect(book.text('/xl/worksheets/sheet1.xml')).toContain('>Ventas</t>');
  });

  it('is with comments, alternative texts and properties on request', async () => {
    const include = ['comments', 'alt_text', 'properties'];
    expect(await texts(include)).toEqual([
      'Before<1>bold</1><2/>after',
      'A comment',
      'Sales by region',
      'The title',
    ]);
    // The paragraph around the picture is laid out again.
    const targets = ['<2/>Después <1>negrita</1>', 'Un comentario', 'Ventas "por región"', 'El título'];
    const { bytes } = await docxFormat.assemble(source, targets, { ...OPTIONS, formatOptions: { include } });
    const pkg = openPackage(bytes);
    expect(pkg.text('/word/document.xml')).toContain('descr="Ventas &quot;por región&quot;"');
    expect(pkg.text('/word/document.xml')).toContain('Después ');
    expect(pkg.text('/word/comments.xml')).toContain('>Un comentario<');
    expect(pkg.text('/docProps/core.xml')).toContain('<dc:title>El título</dc:title>');
  });

  it('is the very file that came where nothing changes', async () => {
    const include = ['charts', 'diagrams', 'comments', 'alt_text', 'properties'];
    const same = await docxFormat.assemble(source, await texts(include), {
      ...OPTIONS,
      formatOptions: { include },
    });
    expect(same.bytes).toBe(source);
  });

  it('is counted where it is left out', async () => {
    const { leftOut } = await docxFormat.examine(source, {
      maxSegments: 100,
      formatOptions: { include: ['charts'] },
    });
    expect(Object.fromEntries(leftOut.map(({ what, count }) => [what, count]))).toEqual({
      alt_chunk: 0,
      diagrams: 1,
      comments: 1,
      alt_text: 1,
      properties: 1,
    });
  });

  it('is in the simple document', async () => {
    const { bytes } = await docxFormat.assembleSimple(source, ['Antes', 'Ventas', 'Proyecto'], OPTIONS);
    const { segments } = await docxFormat.extract(bytes, { maxSegments: 100 });
    expect(segments.map((segment) => segment.text)).toEqual(['Antes', 'Ventas', 'Proyecto']);
  });

  it('leaves a property alone that a control shows with its own translation', async () => {
    const control = `<w:sdt><w:sdtPr><w:dataBinding w:prefixMappings="xmlns:cp='${CP}' xmlns:dc='http://purl.org/dc/elements/1.1/'" w:xpath="/cp:coreProperties[1]/dc:title[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>The title</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
    const bound = docx(control, parts);
    const formatOptions = { include: ['properties'] };
    const { bytes } = await docxFormat.assemble(bound, ['El título', 'Otro'], { ...OPTIONS, formatOptions });
    expect(openPackage(bytes).text('/docProps/core.xml')).toContain('<dc:title>El título</dc:title>');
  });
});
