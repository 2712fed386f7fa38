import { describe, expect, it } from 'vitest';
import { odsFormat } from '../../../service/documents/ods/ods-format.ts';
import { unzip } from '../../support/zip.ts';
import { odfFile, partXml } from '../odf/odf-file.ts';
import { ANY_NUMBER, EN_ES } from '../support/pseudo.ts';

const OBJECT = 'application/vnd.oasis.opendocument.chart';
const p = (text: string) => `<text:p>${text}</text:p>`;
const note = (text: string) =>
  `<office:annotation><dc:creator>Ann Author</dc:creator><dc:date>2026-01-01</dc:date>${p(text)}</office:annotation>`;
const cell = (text: string, inside = '', attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}>${inside}${p(text)}</table:table-cell>`;
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;

const AUTOMATIC =
  '<style:style style:name="ta1" style:family="table" style:master-page-name="Used"><style:table-properties table:display="true"/></style:style>' +
  '<style:style style:name="ta2" style:family="table" style:master-page-name="Used"><style:table-properties table:display="false"/></style:style>';

const BODY =
  '<table:content-validations><table:content-validation table:name="v"><table:help-message table:title="Hint">' +
  `${p('Choose one')}</table:help-message></table:content-validation></table:content-validations>` +
  '<table:table table:name="S" table:style-name="ta1"><table:shapes><draw:custom-shape>' +
  `<svg:title>A star</svg:title>${p('In a shape')}</draw:custom-shape>` +
  '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></table:shapes>' +
  row(cell('Pears', note('A note on pears'), ' office:string-value="Pears"') + cell('Sweet')) +
  row(
    `<table:table-cell office:value-type="float" office:value="7">${note('A note on seven')}${p('7')}</table:table-cell>`,
  ) +
  row(cell('Folded'), ' table:visibility="collapse"') +
  '</table:table>' +
  `<table:table table:name="H" table:style-name="ta2">${row(cell('On a hidden sheet'))}</table:table>`;

const chart = partXml(
  'document-content',
  `<office:body><office:chart><chart:chart><chart:title>${p('Chart of pears')}</chart:title><table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string">${p('Pears')}<draw:g><svg:desc>S.A1</svg:desc></draw:g></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body>`,
);
const page = (name: string, text: string) =>
  `<style:master-page style:name="${name}"><style:header><style:region-left>${p(text)}</style:region-left></style:header></style:master-page>`;

const source = odfFile('spreadsheet', BODY, {
  automatic: AUTOMATIC,
  parts: {
    'styles.xml': partXml(
      'document-styles',
      `<office:master-styles>${page('Used', 'Sales of <text:sheet-name>???</text:sheet-name>')}${page('Other', 'Not printed')}</office:master-styles>`,
    ),
    'meta.xml': partXml('document-meta', '<office:meta><dc:title>About pears</dc:title></office:meta>'),
    'Object 1/content.xml': chart,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="Object 1/" manifest:media-type="${OBJECT}"/></manifest:manifest>`,
  },
});

const SHOWN = ['notes', 'hidden', 'charts', 'diagrams', 'masters'];

async function textsOf(formatOptions: Record<string, unknown>): Promise<string[]> {
  const { segments } = await odsFormat.extract(source, { ...ANY_NUMBER, formatOptions });
  return segments.map(({ text }) => text);
}

async function translated(formatOptions: Record<string, unknown>, to = 'es') {
  const texts = await textsOf(formatOptions);
  const targets = texts.map((text) => `[${text}]`);
  const { bytes } = await odsFormat.assemble(source, targets, { ...EN_ES, to, formatOptions });
  return unzip(Buffer.from(bytes));
}

describe('texts beside the cells of ODS', () => {
  it('are left alone by default', async () => {
    expect(await textsOf({})).toEqual(['Pears', '7', 'Folded', 'On a hidden sheet']);
  });

  it('are comments, descriptions and properties, where they are included, with any columns', async () => {
    expect(await textsOf({ include: [...SHOWN, 'comments', 'alt_text', 'properties'] })).toEqual([
      'Pears',
      '7',
      'Folded',
      'On a hidden sheet',
      'A star',
      'A note on pears',
      'A note on seven',
      'About pears',
    ]);
  });

  it('are with all columns those of shapes, charts, messages and pages in use', async () => {
    expect(await textsOf({ columns: 'all' })).toEqual([
      'Pears',
      'Sweet',
      'Folded',
      'On a hidden sheet',
      'Hint',
      'Choose one',
      'In a shape',
      'Chart of pears',
      'Sales of',
    ]);
  });

  it('are written in their places, also in cells that are written anew', async () => {
    const parts = await translated({
      columns: 'all',
      include: [...SHOWN, 'comments', 'alt_text', 'properties'],
    });
    const content = parts.get('content.xml')!.toString();
    expect(content).toContain('<table:help-message table:title="[Hint]"><text:p>[Choose one]</text:p>');
    expect(content).toContain('<svg:title>[A star]</svg:title><text:p>[In a shape]</text:p>');
    expect(content).toContain(
      cell('[Pears]', note('[A note on pears]'), ' office:string-value="[Pears]"') + cell('[Sweet]'),
    );
    expect(content).toContain(`${note('[A note on seven]')}<text:p>7</text:p>`);
    expect(parts.get('meta.xml')!.toString()).toContain('<dc:title>[About pears]</dc:title>');
    const pages = parts.get('styles.xml')!.toString();
    expect(pages).toContain(p('[Sales of] <text:sheet-name>???</text:sheet-name>'));
    expect(pages).toContain(p('Not printed'));
  });

  it('are of charts their titles; what they repeat of cells goes with the cells', async () => {
    const own = (await translated({ columns: 'all' })).get('Object 1/content.xml')!.toString();
    expect(own).toBe(chart.replace('Chart of pears', '[Chart of pears]').replace('>Pears<', '>[Pears]<'));
    expect((await translated({})).get('Object 1/content.xml')!.toString()).toBe(chart);
  });

  it('are those of hidden rows and sheets only with `hidden`', async () => {
    expect(await textsOf({ include: ['comments'] })).toEqual([
      'Pears',
      '7',
      'A note on pears',
      'A note on seven',
    ]);
  });

  it('get their own alignment where the direction changes', async () => {
    const content = (await translated({ include: ['comments'] }, 'ar')).get('content.xml')!.toString();
    expect(content).toContain('<text:p text:style-name="paragraph_rtl">[A note on pears]</text:p>');
  });

  it('are counted where they are left out', async () => {
    const { leftOut } = await odsFormat.examine!(source, ANY_NUMBER);
    expect(leftOut).toEqual([
      { what: 'columns', count: 1 },
      { what: 'formulas', count: 0 },
      { what: 'alt_text', count: 1 },
      { what: 'comments', count: 2 },
      { what: 'properties', count: 1 },
    ]);
  });
});
