import { expect, it } from 'vitest';
import { readFormula } from '../../../service/documents/lookups/formula.ts';

const EXCEL_LIMIT = 8_192;

it('reads formulas as long as Excel writes them, and none that only an attack would write', () => {
  const names = { sheets: new Set(['Sheet1']), defined: new Map(), tables: new Map() };
  const place = { sheet: 'Sheet1', names };
  const search = 'COUNTIF(A1:A9,"Open")';
  const longest = search + ' '.repeat(EXCEL_LIMIT - search.length);
  expect(readFormula(longest, place).lookups).toHaveLength(1);
  // A million of unclosed quotation marks would take minutes: each looks for its counterpart to the end.
  expect(readFormula(`${search}&${"'".repeat(1_000_001)}`, place).lookups).toEqual([]);
});
