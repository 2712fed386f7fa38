import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { refusalCode } from '../support/refusal.ts';
import { relationships, workbook } from '../../support/ooxml.ts';
import { inline, row, translated } from '../support/workbook.ts';

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

  it('keep the quotes that their column is written in', async () => {
    const content = table.content.replaceAll('"', "'");
    const result = await translated({ sheets, table: { ...table, content } }, ["L'article", 'Écrou']);
    expect(result.table).toContain("<tableColumn id='1' name='L&apos;article'/>");
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
    expect(result.codes).toEqual(['header_in_use']);
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
    expect(result.codes).toEqual(['header_in_use']);
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

  it.each([
    ['a query', 'customXml', '<DataMashup xmlns="http://schemas.microsoft.com/DataMashup">AAAA</DataMashup>'],
    ['a data model', 'powerPivotData', 'binary'],
  ])('stay where %s may call the column by name', async (_, kind, content) => {
    const more = {
      'xl/_rels/workbook.xml.rels': relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        [kind, '../other/item1'],
      ]),
      'other/item1': content,
    };
    const result = await translated({ sheets, table, more }, ['Nombre', 'Tuerca']);
    expect(result.table).toContain('name="Item name"');
    expect(result.sheet()).toBe(sheets[0]!.replace('Nut', 'Tuerca'));
    expect(result.codes).toEqual(['header_in_use']);
  });

  it.each([
    ['other data', '<data xmlns="urn:x"/>'],
    ['something broken', '<data'],
  ])('change where only %s is kept beside the workbook', async (_, content) => {
    const rows = [
      ['worksheet', 'worksheets/sheet1.xml'],
      ['customXml', '../other/item1'],
    ] as const;
    const more = { 'xl/_rels/workbook.xml.rels': relationships(rows), 'other/item1': content };
    expect((await translated({ sheets, table, more }, ['Nombre', 'Tuerca'])).codes).toEqual([]);
  });

  it('are checked with the upload: a broken table is refused before anything is translated', async () => {
    const broken = workbook({ sheets, table: { ...table, content: '<tableColumns>' } });
    expect(await refusalCode(() => xlsxFormat.extract(broken, ANY_NUMBER))).toBe('damaged_file');
  });

  it('are checked with the upload: in each sheet, whatever the one before holds', async () => {
    const parts = {
      sheets: [sheets[0]!, row(inline('<t>Bolt</t>'))],
      table,
      more: { 'xl/worksheets/_rels/sheet2.xml.rels': '<Relationships' },
    };
    expect(await refusalCode(() => xlsxFormat.extract(workbook(parts), ANY_NUMBER))).toBe('damaged_file');
  });
});
