import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { EN_ES } from '../support/pseudo.ts';
import { workbook } from '../../support/ooxml.ts';
import { inline, row } from '../support/workbook.ts';
import { unzip } from '../support/zip.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationship = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${REL}/${kind}" Target="${target}"/>`;

/** A sheet whose column A is named Item, and a pivot table that reads it. */
async function translated(
  source: string,
  target: string,
  more: { fields?: string; cells?: string; afterSheets?: string; isTable?: boolean } = {},
) {
  const fields = more.fields ?? '<cacheField name="Item"/><cacheField name="Price"/>';
  const cells =
    row(inline('<t>Item</t>'), inline('<t>Price</t>')) + row(inline('<t>Nut</t>'), '<c><v>1</v></c>');
  const bytes = workbook({
    sheets: [cells + (more.cells ?? '')],
    afterSheets: more.afterSheets ?? '',
    ...(more.isTable && {
      table: {
        attributes: 'ref="A1:B2"',
        content:
          '<tableColumns count="2"><tableColumn id="1" name="Item"/><tableColumn id="2" name="Price"/></tableColumns>',
      },
    }),
    more: {
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relationship('rId9', 'pivotCacheDefinition', 'pivotCache/p1.xml')}</Relationships>`,
      'xl/pivotCache/p1.xml': `<pivotCacheDefinition xmlns="${MAIN}"><cacheSource type="worksheet"><worksheetSource ${source}/></cacheSource><cacheFields>${fields}</cacheFields></pivotCacheDefinition>`,
    },
  });
  const result = await xlsxFormat.assemble(bytes, [target, null, null], EN_ES);
  const parts = await unzip(result.bytes);
  return {
    header: /<t[^>]*>(.*?)<\/t>/.exec(parts.get('xl/worksheets/sheet1.xml')!.toString())![1],
    field: /<cacheField name="([^"]*)"/.exec(parts.get('xl/pivotCache/p1.xml')!.toString())![1],
    codes: (result.kept ?? []).map(({ reason }) => reason),
  };
}

describe('the header of a column that a pivot table reads', () => {
  const both = { header: 'Artículo', field: 'Artículo', codes: [] };
  const neither = { header: 'Item', field: 'Item', codes: ['header_in_use'] };
  const name = '<definedNames><definedName name="Data">RANGE</definedName></definedNames>';

  it.each([
    ['a range', 'ref="A1:B2" sheet="S1"', ''],
    ['whole columns', 'ref="A:B" sheet="s1"', ''],
    ['a defined name', 'name="Data"', name.replace('RANGE', "'S1'!$A$1:$B$2")],
  ])('changes together with the name of its field: %s', async (_, source, afterSheets) => {
    expect(await translated(source, 'Artículo', { afterSheets })).toEqual(both);
  });

  it('changes together with the name of its field: a table by its name', async () => {
    expect(await translated('name="T"', 'Artículo', { isTable: true })).toEqual(both);
    const cells = row('<c r="C9"><f>T[[#This Row],[Item]]</f></c>');
    expect(await translated('name="T"', 'Artículo', { isTable: true, cells })).toMatchObject({
      header: 'Item',
      field: 'Item',
    });
  });

  it.each([
    ['the translation is the name of another field', 'ref="A1:B2" sheet="S1"', 'Price', {}],
    [
      'a formula calls the field by name',
      'ref="A1:B2" sheet="S1"',
      'Artículo',
      { cells: row('<c r="C9"><f>GETPIVOTDATA("Price",$F$1,"Item","Nut")</f></c>') },
    ],
    [
      'a calculated field calls it by name',
      'ref="A1:B2" sheet="S1"',
      'Artículo',
      { fields: '<cacheField name="Item"/><cacheField name="Double" formula="Item *2"/>' },
    ],
    [
      'the range is computed',
      'name="Data"',
      'Artículo',
      { afterSheets: name.replace('RANGE', 'OFFSET(S1!$A$1,0,0,2,2)') },
    ],
  ])('stays, and so does its field, where %s', async (_, source, target, more) => {
    expect(await translated(source, target, more)).toEqual(neither);
  });

  it.each([
    ['the range is elsewhere', 'ref="B1:C2" sheet="S1"', {}],
    ['the range is in another file', 'ref="A1:B2" sheet="S1" r:id="rId1" xmlns:r="' + REL + '"', {}],
    [
      'the pivot table has not been brought up to date',
      'ref="A1:B2" sheet="S1"',
      { fields: '<cacheField name="Old"/>' },
    ],
  ])('changes alone where %s', async (_, source, more) => {
    const result = await translated(source, 'Artículo', more);
    expect(result).toMatchObject({ header: 'Artículo', codes: [] });
    expect(result.field).not.toBe('Artículo');
  });
});
