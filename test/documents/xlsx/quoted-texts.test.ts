import { describe, expect, it } from 'vitest';
import { inline, row, shared, STRINGS, translated } from '../support/workbook.ts';

const cell = (ref: string, content: string) => `<c r="${ref}">${content}</c>`;
const escaped = (formula: string) => formula.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

async function warned(formula: string): Promise<string[]> {
  const sheet =
    row(inline('<t>Open</t>'), cell('C1', `<f>${escaped(formula)}</f><v>1</v>`)) + row(inline('<t>Nut</t>'));
  return (await translated({ sheets: [sheet] }, ['Abierto', 'Tuerca'])).codes;
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

  it('for other columns, or of other texts, is not', async () => {
    expect(await warnedOfRule(list('B1:B9', 'Closed,Open'))).toEqual([]);
    expect(await warnedOfRule(list('A1:A9', 'Opened'))).toEqual([]);
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
    'COUNTIF(Table1[Status],"Open")',
  ])('that compares column A with a text that is translated is said: %s', async (formula) => {
    expect(await warned(formula)).toEqual(['formula_quotes_text']);
  });

  it.each([
    'IF(B1="Open",1,0)',
    'IF(A1>0,"Open","")',
    'COUNTIF(A:A,"Open door")',
    'IF(COUNTIF(A:A,"x")>0,"Open","")',
    'A1&" Open"',
    'IF(AA1="Open",1,0)',
    'COUNTIF(A:A,Open)',
  ])('is not where it does not: %s', async (formula) => {
    expect(await warned(formula)).toEqual([]);
  });
});

describe('a text of column A that stands in another column too', () => {
  const warnedOf = async (formula: string, other: number): Promise<string[]> => {
    const sheet =
      row(shared(0, 'A1'), shared(other, 'D1')) +
      row(shared(0, 'A2'), cell('E2', `<f>${formula}</f><v>1</v>`));
    return (await translated({ sheets: [sheet], strings: STRINGS }, ['Tornillo', 'Tornillo'])).codes;
  };

  it.each(['SUMIF(A:A,D1,B:B)', 'VLOOKUP(D1,A1:B9,2,0)', 'IF(A2=$D$1,1,0)', 'VLOOKUP(A2,C:D,2,0)'])(
    'is said where a formula compares the two: %s',
    async (formula) => {
      expect(await warnedOf(formula, 0)).toEqual(['formula_quotes_text']);
      expect(await warnedOf(formula, 1)).toEqual([]);
    },
  );

  it.each(['SUM(B1:B9)', 'IF(D1=E1,1,0)', 'COUNTIF(A:A,"Nut")', 'CONCATENATE(A1,D1)', 'IF(A2&gt;=D1,1,0)'])(
    'is not where none does: %s',
    async (formula) => {
      expect(await warnedOf(formula, 0)).toEqual([]);
    },
  );
});
