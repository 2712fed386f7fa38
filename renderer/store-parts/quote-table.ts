import type { WordBands } from '../../service/contract/index.ts';
import { words } from '../i18n/words.ts';
import { guarded } from '../lib/csv.ts';
import { QUOTE_BANDS, sumOf } from '../lib/quote-bands.ts';
import type { CountedDocument, QuoteBand } from '../lib/quote-bands.ts';
import type { RaisableLimit } from './upload-entry.ts';

export interface QuoteRow {
  readonly name: string;
  state: 'counting' | 'done' | 'failed';
  bands?: WordBands | undefined;
  /** Its word count without the other files. */
  counted?: CountedDocument | undefined;
  /** Texts in columns that are not counted. */
  inOtherColumns?: number;
  /** Why it could not be counted. */
  problem?: string | undefined;
  /** The limit it exceeds, and the value that would admit it. */
  limit?: RaisableLimit | undefined;
}

/** The name of the last row: it says how many files could not be counted. */
export function totalName(rows: readonly QuoteRow[]): string {
  const missing = rows.filter(({ state }) => state === 'failed').length;
  return missing > 0 ? words.counted('quote.totalWithout', missing) : words.t('quote.total');
}

/** A quote as a table, with what it does not count, for readers outside of the window. `titles`: after the name. */
export function quoteTable(
  rows: readonly QuoteRow[],
  titles: readonly string[],
  total: Partial<Record<QuoteBand, number>>,
): string[][] {
  const line = (name: string, bands: Partial<Record<QuoteBand, number>> | undefined): string[] => [
    name,
    ...QUOTE_BANDS.map((band) => (bands ? String(bands[band] ?? 0) : '')),
    bands ? String(sumOf(bands)) : '',
  ];
  const nameOf = ({ name, inOtherColumns: left = 0, problem }: QuoteRow): string =>
    [
      name,
      ...(left > 0 ? [words.counted('quote.otherColumns', left)] : []),
      ...(problem ? [problem] : []),
    ].join(' – ');
  return [
    [words.t('quote.file'), ...titles],
    ...rows.map((row) => line(nameOf(row), row.bands)),
    ...(rows.length > 1 ? [line(totalName(rows), total)] : []),
  ];
}

/** For a spreadsheet, which must not take a file name for a formula. */
export function forSpreadsheet(table: readonly (readonly string[])[]): string {
  const cells = table.map((row) => row.map((cell) => guarded(cell.replace(/[\t\r\n]+/g, ' '))));
  return cells.map((row) => row.join('\t')).join('\n');
}
