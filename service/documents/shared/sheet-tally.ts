import { isTranslatable } from '../../text/translatable.ts';
import type { Column, Examination } from '../format.ts';
import type { SheetHead, SheetSelection } from './sheet-head.ts';
import { columnLetter, looksLikeHeader, sampleText } from './table-columns.ts';

const MAX_SAMPLES = 3;

interface Found {
  name?: string;
  segments: number;
  texts: number;
  readonly sample: string[];
}

/** A non-empty cell. */
export interface TalliedCell {
  /** Both from 1. */
  readonly column: number;
  readonly row: number;
  readonly text: string;
  /** A number, date or formula. */
  readonly isFixed: boolean;
  readonly isFormula: boolean;
  /** Its text has nothing for a translator. */
  readonly isCopy: boolean;
}

/**
 * Counts for `examine`: the columns of all sheets, and untranslated texts of other columns and of formulas.
 */
export function sheetTally(header: boolean | 'auto') {
  const found = new Map<number, Found>();
  let columns = 0;
  let formulas = 0;
  const of = (column: number): Found => {
    const one = found.get(column) ?? { segments: 0, texts: 0, sample: [] };
    found.set(column, one);
    return one;
  };
  return {
    /** Counts the cells of a sheet. */
    sheet(selection: SheetSelection, { rows, firstRow, ids, keys }: SheetHead): (cell: TalliedCell) => void {
      const isNamed = header === 'auto' ? looksLikeHeader(rows) : header;
      const headerRow = selection.headerRow ?? (isNamed ? firstRow : undefined);
      return ({ column, row, text, isFixed, isFormula, isCopy }) => {
        const one = of(column);
        if (row === headerRow) {
          one.name ??= sampleText(text);
          return;
        }
        one.segments++;
        const shown = sampleText(text);
        if (one.sample.length < MAX_SAMPLES && shown !== '' && !one.sample.includes(shown))
          one.sample.push(shown);
        if (!isFixed && !isCopy && !keys.has(column)) one.texts++;
        const isWanted = selection.wants(column);
        if (isFixed) formulas += isFormula && isWanted && isTranslatable(text) ? 1 : 0;
        else if (!isWanted && !isCopy && !ids.has(column)) columns++;
      };
    },
    examination(): Examination {
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
    },
  };
}
