import type { OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { Column, Examination } from '../format.ts';
import { columnLetter, looksLikeHeader, MAX_COLUMNS, sampleText } from '../shared/table-columns.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { readHead, selectCells } from './selection.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

const MAX_SAMPLES = 3;

interface Found {
  name?: string;
  segments: number;
  texts: number;
  readonly sample: string[];
}

/** The columns of all worksheets together, and the texts that are not translated: of other columns, and of formulas. */
export function examineWorkbook(workbook: Workbook, options: OptionsOf<'xlsx'>): Examination {
  const selection = selectCells(workbook, options);
  const found = new Map<number, Found>();
  const of = (column: number): Found => {
    const one = found.get(column) ?? { segments: 0, texts: 0, sample: [] };
    found.set(column, one);
    return one;
  };
  let columns = 0;
  let formulas = 0;
  for (const part of workbook.sheets) {
    const own = selection.ofSheet(part);
    const { rows, firstRow, ids, keys } = readHead(workbook, part);
    const isNamed = options.header === 'auto' ? looksLikeHeader(rows) : options.header;
    const headerRow = own.headerRow ?? (isNamed ? firstRow : undefined);
    scanSheet(workbook.pkg.text(part), part, {
      wants: (column) => column <= MAX_COLUMNS,
      cell(content, row, column) {
        const segment = segmentOf(content, textOf(workbook, content));
        if (!segment) return;
        const text = readableText(segment.text);
        const one = of(column);
        if (row === headerRow) {
          one.name ??= sampleText(text);
          return;
        }
        one.segments++;
        const shown = sampleText(text);
        if (one.sample.length < MAX_SAMPLES && shown !== '' && !one.sample.includes(shown))
          one.sample.push(shown);
        if (content.kind !== 'fixed' && segment.copy !== true && !keys.has(column)) one.texts++;
        const isWanted = own.wants(column);
        if (content.kind === 'fixed') formulas += content.formula && isWanted && isTranslatable(text) ? 1 : 0;
        else if (!isWanted && segment.copy !== true && !ids.has(column)) columns++;
      },
    });
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
