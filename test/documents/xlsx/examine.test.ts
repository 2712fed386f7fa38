import { describe, expect, it } from 'vitest';
import { xlsxFormat } from '../../../service/documents/xlsx/xlsx-format.ts';
import { ANY_NUMBER } from '../support/pseudo.ts';
import { workbook } from '../../support/ooxml.ts';
import { row } from '../support/workbook.ts';

const cell = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const examine = (...sheets: string[]) => xlsxFormat.examine!(workbook({ sheets }), ANY_NUMBER);

describe('a workbook that is examined', () => {
  it('shows its columns over all sheets, without headers, and what is left out', async () => {
    const examined = await examine(
      row(cell('A1', 'key'), cell('B1', 'text')) +
        row(cell('A2', 'a.b'), cell('B2', 'Lamp'), '<c r="D2"><v>7</v></c>') +
        row('<c r="A3" t="str"><f>B2&amp;"s"</f><v>Lamps and more</v></c>', cell('B3', 'Red chair')),
      row(cell('A1', 'Lamp'), cell('B1', 'Table')),
    );
    expect(examined).toEqual({
      columns: [
        { name: 'key', letter: 'A', segments: 3, texts: 2, sample: ['a.b', 'Lamps and more', 'Lamp'] },
        { name: 'text', letter: 'B', segments: 3, texts: 3, sample: ['Lamp', 'Red chair', 'Table'] },
        { letter: 'D', segments: 1, texts: 0, sample: ['7'] },
      ],
      leftOut: [
        { what: 'columns', count: 3 },
        { what: 'formulas', count: 1 },
      ],
    });
  });

  it('passes over cells outside of every sheet', async () => {
    const { columns } = await examine(row(cell('A1', 'Lamp'), cell('ZZZZZZ1', 'Far away')));
    expect(columns).toEqual([{ letter: 'A', segments: 1, texts: 1, sample: ['Lamp'] }]);
  });
});
