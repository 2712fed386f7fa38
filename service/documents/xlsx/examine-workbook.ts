import { readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { Column, Examination } from '../format.ts';
import { columnLetter, looksLikeHeader, MAX_COLUMNS, sampleText } from '../shared/table-columns.ts';
import type { CellContent } from './cell.ts';
import { segmentOf, textOf } from './cells.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** Rows that tell whether the first of a sheet is a header. */
const SAMPLE_ROWS = 100;
const MAX_SAMPLES = 3;

interface Found {
  name?: string;
  segments: number;
  readonly sample: string[];
}

/** The columns of all worksheets together, and the texts that are not translated: of other columns than A, and of formulas in A. */
export function examineWorkbook(workbook: Workbook): Examination {
  const found = new Map<number, Found>();
  let columns = 0;
  let formulas = 0;
  const add = (column: number, text: string): void => {
    const one = found.get(column) ?? { segments: 0, sample: [] };
    found.set(column, one);
    one.segments++;
    if (one.sample.length < MAX_SAMPLES && text.trim() !== '' && !one.sample.includes(sampleText(text)))
      one.sample.push(sampleText(text));
  };
  for (const part of workbook.sheets) {
    const first = new Map<number, string>();
    const head: string[][] = [];
    const visit = (content: CellContent, row: number, column: number): void => {
      if (column > MAX_COLUMNS) return;
      const segment = segmentOf(content, textOf(workbook, content));
      if (!segment) return;
      const text = readableText(segment.text);
      if (content.kind === 'fixed' && content.formula)
        formulas += column === 1 && isTranslatable(text) ? 1 : 0;
      else if (column > 1 && row > 1 && segment.copy !== true) columns++;
      if (row <= SAMPLE_ROWS) (head[row - 1] ??= [])[column - 1] = text;
      if (row === 1) first.set(column, text);
      else add(column, text);
    };
    scanSheet(workbook.pkg.text(part), part, {
      columnA: (content, row) => visit(content, row, 1),
      otherCell: visit,
    });
    const rows = Array.from(head, (row: string[] | undefined) =>
      Array.from(row ?? [], (text: string | undefined) => text ?? ''),
    );
    const isHeader = looksLikeHeader(rows);
    for (const [column, text] of first) {
      if (!isHeader) {
        add(column, text);
        if (column > 1 && isTranslatable(text)) columns++;
        continue;
      }
      const one = found.get(column) ?? { segments: 0, sample: [] };
      found.set(column, one);
      one.name ??= sampleText(text);
    }
  }
  return {
    columns: [...found]
      .sort(([a], [b]) => a - b)
      .map(([column, { name, ...one }]): Column => ({
        ...(name === undefined ? {} : { name }),
        letter: columnLetter(column - 1),
        ...one,
      })),
    leftOut: [
      { what: 'columns', count: columns },
      { what: 'formulas', count: formulas },
    ],
  };
}
