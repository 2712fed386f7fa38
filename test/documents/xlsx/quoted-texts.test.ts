import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { relationships, workbook } from '../../support/ooxml.ts';
import { EN_ES } from '../support/pseudo.ts';
import { inline, row, shared, STRINGS, translated } from '../support/workbook.ts';

const cell = (ref: string, content: string) => `<c r="${ref}">${content}</c>`;
const escaped = (formula: string) => formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function warned(formula: string): Promise<string[]> {
  const sheet =
    row(inline('<t>Open</t>'), cell('C1', `<f>${escaped(formula)}</f><v>1</v>`)) + row(inline('<t>Nut</t>'));
  const afterSheets =
    '<definedNames><definedName name="States">S1!$A$1:$A$9</definedName><definedName name="Others">S1!$B$1</definedName>' +
    '<definedName name="Moving">OFFSET(States,0,0,COUNTA(S1!$A:$A),1)</definedName>' +
    '<definedName name="Wanted">"Open"</definedName></definedNames>';
  return (await translated({ sheets: [sheet], afterSheets }, ['Abierto', 'Tuerca'])).codes;
}

async function warnedOfRule(rule: string): Promise<string[]> {
  const sheet = `${row(inline('<t>Open</t>'))}</sheetData>${rule}<sheetData>`;
  return (await translated({ sheets: [sheet] }, ['Abierto'])).codes;
}

describe('a rule', () => {
  const list = (cells: string, values: string) =>
    `<dataValidations><dataValidation type="list" sqref="${cells}"><formula1>"${values}"</formula1></dataValidation></dataValidations>`;
  const look = (cells: string, formula: string) =>
    `<conditionalFormatting sqref="${cells}"><cfRule type="cellIs" operator="equal"><formula>${formula}</formula></cfRule></conditionalFormatting>`;

  it('for column A that names a text which is translated is said', async () => {
    expect(await warnedOfRule(list('C1 A1:A9', 'Closed, Open'))).toEqual(['formula_quotes_text']);
    expect(await warnedOfRule(look('A1', '"Open"'))).toEqual(['formula_quotes_text']);
  });

  it('for other columns is not', async () => {
    expect(await warnedOfRule(list('B1:B9', 'Closed,Open'))).toEqual([]);
    expect(await warnedOfRule(look('C1', '"Open"'))).toEqual([]);
  });
});

describe('a formula', () => {
  it.each([
    'IF(A1="Open",1,0)',
    'IF("open"=$A$1,1,0)',
    'IF(A1 <> "OPEN",1,0)',
    'COUNTIF(A:A,"Open")',
    'SUMIFS(B:B,S1!A:A,"Open")',
    'IF(ISNA(VLOOKUP("Open",A:B,2,FALSE)),"",1)',
    '_xlfn.XLOOKUP("Open",A1:A9,B1:B9)',
    'COUNTIF(A:A,"Op*")',
    'COUNTIF(A1:A9,"?pen")',
    'COUNTIF(S1!$A:$A,"*"&"pe"&"*")',
    'IF(LEFT(A1,2)="Op",1,0)',
    'IF(ISNUMBER(SEARCH("ope",A1)),1,0)',
    'SUMPRODUCT((A1:A9="Open")*(B1:B9))',
    'SWITCH(A1,"Open",1,"Closed",2)',
    'SUBSTITUTE(A1,"Open","O")',
    'IF(OR(A1={"Open","Closed"}),1,0)',
    'COUNTIF(INDIRECT("S1!A1:A9"),"Open")',
    'COUNTIF(States,"Open")',
    'COUNTIF(Moving,"Open")',
    'COUNTIF(OFFSET($A$1,0,0,COUNTA(A:A),1),"Open")',
    'IF(A1=Wanted,1,0)',
  ])('that compares column A with a text that is translated is said: %s', async (formula) => {
    expect(await warned(formula)).toEqual(['formula_quotes_text']);
  });

  it.each([
    'IF(B1="Open",1,0)',
    'IF(A1>0,"Open","")',
    'IF(A1="","Open",B1)',
    'COUNTIF(A:A,A1)',
    'A1&" Open"',
    'IF(AA1="Open",1,0)',
    'COUNTIF(A:A,Open)',
    'COUNTIF(S9!A:A,"Open")',
    'COUNTIF([1]S1!A:A,"Open")',
    'COUNTIF(Others,"Open")',
    'IF(LEN(A1)=4,"Open","")',
    'VLOOKUP("Open",B:C,2,0)',
  ])('is not where it does not: %s', async (formula) => {
    expect(await warned(formula)).toEqual([]);
  });
});

describe('a formula that looks up, among translated cells,', () => {
  const warnedOf = async (formula: string, other: string) => {
    const sheet =
      row(shared(0, 'A1'), other) + row(shared(0, 'A2'), cell('E2', `<f>${escaped(formula)}</f><v>1</v>`));
    return translated({ sheets: [sheet], strings: STRINGS }, ['Tornillo', 'Tornillo']);
  };

  it.each([
    'SUMIF(A:A,D1,B:B)',
    'VLOOKUP(D1,A1:B9,2,0)',
    'IF(A2=$D$1,1,0)',
    'VLOOKUP(A2,D:E,2,0)',
    'COUNTIF(A:A,"*"&D1&"*")',
    'MATCH(D1,A:A,0)',
  ])('a text of another column is counted: %s', async (formula) => {
    expect(await warnedOf(formula, shared(0, 'D1'))).toMatchObject({
      codes: ['formula_quotes_text'],
      found: 'S1!E2',
    });
  });

  it.each(['SUMIF(A:A,D1,B:B)', 'VLOOKUP(D1,A1:B9,2,0)', 'IF(A2=$D$1,1,0)', 'MATCH(D1,A:A,0)'])(
    'a number is not: %s',
    async (formula) => {
      expect((await warnedOf(formula, cell('D1', '<v>3</v>'))).codes).toEqual([]);
    },
  );

  it.each(['SUM(B1:B9)', 'IF(D1=E1,1,0)', 'CONCATENATE(A1,D1)', 'IF(A2>=D1,1,0)', 'COUNTIF(A:A,A1)'])(
    'nothing, is not: %s',
    async (formula) => {
      expect((await warnedOf(formula, shared(0, 'D1'))).codes).toEqual([]);
    },
  );

  it('is counted, and named after those that quote a text', async () => {
    const looking = (ref: string, formula: string) => cell(ref, `<f>${escaped(formula)}</f><v>1</v>`);
    const sheet =
      row(shared(0, 'A1'), shared(1, 'D1'), looking('E1', 'MATCH(D1,A:A,0)')) +
      row(shared(0, 'A2'), looking('E2', 'COUNTIF(A:A,"Screw")'));
    const source = workbook({ sheets: [sheet], strings: STRINGS });
    const { warnings } = await xlsxFormat.assemble(source, ['Tornillo', 'Tornillo'], EN_ES);
    expect(warnings).toMatchObject([
      { count: 2, details: { found: 'S1!E2 (“Screw”), S1!E1', lookups: 1 }, reason: 'texts_looked_up' },
    ]);
  });
});

describe('a rule that looks for a text by other means', () => {
  const sheetOf = (rest: string, ...cells: string[]): string =>
    `${row(inline('<t>Red fruit</t>'), ...cells)}</sheetData>${rest}<sheetData>`;
  const found = async (sheets: string[], afterSheets = '') =>
    (await translated({ sheets, afterSheets }, ['Fruta roja'])).found;
  const inB = '<c r="B1" t="inlineStr"><is><t>Red fruit</t></is></c>';
  const list = (cells: string, formula: string) =>
    `<dataValidations><dataValidation type="list" sqref="${cells}"><formula1>${formula}</formula1></dataValidation></dataValidations>`;
  const x14 =
    '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">' +
    '<x14:dataValidations><x14:dataValidation type="list"><x14:formula1><xm:f>S1!$A$1:$A$9</xm:f></x14:formula1><xm:sqref>B1:B9</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>';

  it.each([
    ['a list of allowed values in column A', [sheetOf(list('B1:B9', '$A$1:$A$9'), inB)], '', 'S1!B1:B9'],
    [
      'a list by name',
      [sheetOf(list('B1:B9', 'Kinds'), inB)],
      '<definedNames><definedName name="Kinds">S1!$A$1:$A$9</definedName></definedNames>',
      'S1!B1:B9',
    ],
    ['a list of an extension', [sheetOf(x14, inB)], '', 'S1!B1:B9'],
    [
      'a list that depends on another',
      [sheetOf(list('C1', 'INDIRECT(SUBSTITUTE(A1," ","_"))'))],
      '<definedNames><definedName name="Red_fruit">S1!$F$1:$F$9</definedName></definedNames>',
      'S1!C1',
    ],
    [
      'a format of parts',
      [
        sheetOf(
          '<conditionalFormatting sqref="A1:A9"><cfRule type="beginsWith" text="Red"/></conditionalFormatting>',
        ),
      ],
      '',
      'S1!A1:A9',
    ],
    [
      'a filter',
      [
        row() +
          sheetOf(
            '<autoFilter ref="A1:B9"><filterColumn colId="0"><filters><filter val="Red fruit"/></filters></filterColumn></autoFilter>',
          ),
      ],
      '',
      'S1!A1:B9 (“Red fruit”)',
    ],
    [
      'a filter of parts',
      [
        row() +
          sheetOf(
            '<autoFilter ref="A1:B9"><filterColumn colId="0"><customFilters><customFilter val="*fruit*"/></customFilters></filterColumn></autoFilter>',
          ),
      ],
      '',
      'S1!A1:B9',
    ],
  ])('is named: %s', async (_what, sheets, names, where) => {
    expect(await found(sheets, names)).toBe(where);
  });

  it('is not named where nothing is lost', async () => {
    expect(await found([sheetOf(list('B1:B9', '$A$1:$A$9'))])).toBeUndefined();
    expect(await found([sheetOf(list('A1:A9', '$A$1:$A$9'), inB)])).toBeUndefined();
  });

  it('is one shared formula for all its rows', async () => {
    const formula = '<c r="C1"><f t="shared" ref="C1:C9" si="0">IF(A1="Nut",1,0)</f></c>';
    const sheet = row(inline('<t>Screw</t>'), formula) + row(inline('<t>Nut</t>'));
    const { found: named } = await translated({ sheets: [sheet] }, ['Tornillo', 'Tuerca']);
    expect(named).toBe('S1!C1 (“Nut”)');
  });
});

describe('a filter', () => {
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet = (more = '') =>
    `${row(inline('<t>State</t>'), inline('<t>Price</t>'))}${row(inline('<t>Open</t>'), '<c><v>1</v></c>')}${row(inline('<t>Closed</t>'))}${more}`;
  const targets = ['Estado', 'Abierto', 'Cerrado'];

  const pivot = (fields: string, more = '') => ({
    'xl/_rels/workbook.xml.rels': relationships([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['pivotCacheDefinition', 'pivotCache/p1.xml'],
    ]),
    'xl/worksheets/_rels/sheet1.xml.rels': relationships([['pivotTable', '../pivotTables/t1.xml']]),
    'xl/pivotTables/_rels/t1.xml.rels': relationships([['pivotCacheDefinition', '../pivotCache/p1.xml']]),
    'xl/pivotTables/t1.xml': `<pivotTableDefinition xmlns="${MAIN}" name="Sales"><pivotFields>${fields}<pivotField/></pivotFields>${more}</pivotTableDefinition>`,
    'xl/pivotCache/p1.xml': `<pivotCacheDefinition xmlns="${MAIN}"><cacheSource type="worksheet"><worksheetSource ref="A1:B3" sheet="S1"/></cacheSource><cacheFields><cacheField name="State"><sharedItems><n v="7"/><s v="Open"/><s v="Closed"/></sharedItems></cacheField><cacheField name="Price"/></cacheFields></pivotCacheDefinition>`,
  });
  const items = (hidden: string) =>
    `<pivotField axis="axisRow"><items><item x="1"${hidden}/><item x="2"/><item t="default"/></items></pivotField>`;

  it.each([
    ['a hidden item', items(' h="1"'), ''],
    ['a chosen item', items(''), '<pageFields><pageField fld="0" item="0"/></pageFields>'],
    ['a label', items(''), '<filters><filter fld="0" type="captionBeginsWith" stringValue1="Op"/></filters>'],
  ])('of a pivot table by %s is said', async (_, fields, more) => {
    const { codes, found } = await translated({ sheets: [sheet()], more: pivot(fields, more) }, targets);
    expect(codes).toEqual(['formula_quotes_text']);
    expect(found).toBe('S1!Sales');
  });

  it('of a pivot table that hides nothing, or of texts that stay, is not', async () => {
    const none = { sheets: [sheet()], more: pivot(items('')) };
    expect((await translated(none, targets)).codes).toEqual([]);
    const hidden = { sheets: [sheet()], more: pivot(items(' h="1"')) };
    expect((await translated(hidden, ['Estado', null, null])).codes).toEqual([]);
  });

  it('of a table, and the criteria of an advanced filter, are said', async () => {
    const table = {
      attributes: 'ref="A1:B3"',
      content:
        '<autoFilter ref="A1:B3"><filterColumn colId="0"><filters><filter val="Open"/></filters></filterColumn></autoFilter><tableColumns><tableColumn id="1" name="State"/><tableColumn id="2" name="Price"/></tableColumns>',
    };
    expect((await translated({ sheets: [sheet()], table }, targets)).found).toBe('S1!A1:B3 (“Open”)');
    const criteria = sheet('<row r="9"><c r="D9" t="inlineStr"><is><t>Open</t></is></c></row>');
    const afterSheets =
      '<definedNames><definedName name="_xlnm.Criteria">S1!$D$8:$D$9</definedName></definedNames>';
    expect((await translated({ sheets: [criteria], afterSheets }, targets)).codes).toEqual([
      'formula_quotes_text',
    ]);
  });
});
