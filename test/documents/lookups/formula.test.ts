import { describe, expect, it } from 'vitest';
import { namesOf, readFormula } from '../../../service/documents/lookups/formula.ts';
import { expectLinear } from '../../support/linear.ts';

const EXCEL_LIMIT = 8_192;

describe('a formula', () => {
  const place = { sheet: 'Sheet1', names: namesOf(new Map()) };
  const search = 'COUNTIF(A1:A9,"Open")';

  it('is read up to the length that Excel allows, and not where only an attack would write it', () => {
    expect(readFormula(search.padEnd(EXCEL_LIMIT), place).texts).toEqual(['Open']);
    expect(readFormula(`${search}&${"'".repeat(1_000_001)}`, place).texts).toEqual([]);
  });

  it.each(["'", '"', '[', '[[a]', "''!", '"a', 'a!', 'COUNTIF ', 'A1:', '= ', 'Name '])(
    'takes linear time, full of %j',
    async (part) => {
      const defined = new Map([['name', 'Name '.repeat(1_000)]]);
      const names = namesOf(defined);
      const work = (formula: string) => {
        for (let n = 0; n < 20; n++) readFormula(formula, { sheet: 'S', names });
      };
      await expectLinear((size) => part.repeat(size).slice(0, size), work, EXCEL_LIMIT / 8);
    },
  );
});
