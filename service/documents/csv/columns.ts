import type { Warning } from '../../contract/index.ts';
import { plainText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { Column, Examination } from '../format.ts';
import { isIdColumn, isKeyColumn } from '../shared/id-column.ts';
import type { IdRow } from '../shared/id-column.ts';
import type { Edit } from '../shared/spans.ts';
import { chooseColumns, columnLetter, looksLikeHeader, sampleText } from '../shared/table-columns.ts';
import type { ChosenColumns, ColumnOptions, TableHead } from '../shared/table-columns.ts';
import { targetKeptWarning } from '../shared/target-kept.ts';
import { inShapeOf } from '../shared/target-shape.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { isFormula } from './formula.ts';
import { fieldValue } from './records.ts';
import type { CsvField, CsvRecord } from './records.ts';
import type { Table } from './table.ts';

type Write = (field: CsvField, source: string, target: string) => string;

interface ColumnReading {
  readonly spans: Generator<Span>;
  warnings(): Warning[];
  /** The names of columns that `into` adds. */
  newHeader(name: string): Edit[];
}

/**
 * The cells of chosen columns, row by row. With `into` each translation goes into another cell of the row.
 */
export function readColumns(text: string, table: Table, options: ColumnOptions, write: Write): ColumnReading {
  const sample = readSample(text, table);
  const chosen = chooseColumns(options, sample);
  const { delimiter, escape } = table.syntax;
  let kept = 0;

  function* spans(): Generator<Span> {
    let row = 0;
    for (const record of table.records()) {
      if (row++ === 0 && chosen.hasHeader) continue;
      let last = record.fieldCount - 1;
      for (const [source, target] of cellsOf(record, chosen)) {
        const field = record.fields[source]!;
        const value = fieldValue(text, field, escape);
        if (value === '') continue;
        const copy = sample.idColumns.has(source) || isFormula(value);
        if (target === undefined) {
          const { start, end } = field;
          yield plainSpan({
            start,
            end,
            value,
            write: (translation) => write(field, value, translation),
            ...(copy && { copy }),
          });
          continue;
        }
        const there = record.fields[target];
        if (there && fieldValue(text, there, escape).trim() !== '') {
          kept++;
          continue;
        }
        const at = there ?? { start: record.contentEnd, end: record.contentEnd, quoted: false };
        const { segment } = plainSpan({ start: 0, end: 0, value, write: String, ...(copy && { copy }) });
        yield {
          start: at.start,
          end: at.end,
          segment,
          write(translation) {
            const written = write(at, value, inShapeOf(value, plainText(translation)));
            if (there) return written;
            const missing = delimiter.repeat(target - last);
            last = target;
            return missing + written;
          },
        };
      }
    }
  }

  return {
    spans: spans(),
    warnings: () => targetKeptWarning(kept),
    newHeader(name) {
      const { header } = sample;
      const added = Math.max(-1, ...chosen.into.values()) - (header?.fieldCount ?? 0) + 1;
      if (!header || !chosen.hasHeader || added <= 0) return [];
      const { contentEnd } = header;
      return [{ start: contentEnd, end: contentEnd, text: `${delimiter}${name}`.repeat(added) }];
    },
  };
}

/** Source cells of a row, and where the translation of each goes, in writing order. */
function cellsOf({ fields }: CsvRecord, { sources, into }: ChosenColumns): [number, number | undefined][] {
  if (!sources) return fields.map((_, index) => [index, undefined]);
  const cells = [...sources]
    .filter((source) => source < fields.length)
    .map((source): [number, number | undefined] => [source, into.get(source)]);
  return cells.sort(([a, intoA = a], [b, intoB = b]) => intoA - intoB);
}

/** Rows and characters per row read to detect a header and columns of ids. */
const SAMPLE_ROWS = 1_000;
const ROW_CHARS = 2_000;

interface Sample extends TableHead {
  readonly header: CsvRecord | undefined;
  readonly idColumns: ReadonlySet<number>;
  /** The columns in which `examine` finds no texts. */
  readonly keyColumns: ReadonlySet<number>;
}

function readSample(text: string, table: Table): Sample {
  const head: (readonly string[])[] = [];
  const idRows = new Map<number, IdRow[]>();
  let header: CsvRecord | undefined;
  let width = 0;
  for (const record of table.look()) {
    header ??= record;
    width = Math.max(width, record.fieldCount);
    if (head.length === SAMPLE_ROWS) continue;
    const values = record.fields.map((field) => fieldValue(text, field, table.syntax.escape));
    head.push(values);
    for (const [index, value] of values.entries()) {
      if (value === '') continue;
      const rows = idRows.get(index) ?? [];
      idRows.set(index, rows);
      const { start, end } = record.fields[index]!;
      const others =
        text.slice(Math.max(record.start, start - ROW_CHARS), start) +
        text.slice(end, Math.min(record.end, end + ROW_CHARS));
      rows.push({ value, others });
    }
  }
  const columnsThat = (test: (rows: readonly IdRow[]) => boolean): Set<number> =>
    new Set([...idRows].filter(([, rows]) => test(rows)).map(([index]) => index));
  return {
    first: head[0] ?? [],
    width,
    looksNamed: looksLikeHeader(head),
    header,
    idColumns: columnsThat(isIdColumn),
    keyColumns: columnsThat(isKeyColumn),
  };
}

const MAX_SAMPLES = 3;

/** The columns of a table, and how many texts the given options leave out. */
export function examineTable(text: string, table: Table, options: ColumnOptions): Examination {
  const sample = readSample(text, table);
  const chosen = chooseColumns(options, sample);
  const hasHeader = options.header === 'auto' ? sample.looksNamed || chosen.hasHeader : options.header;
  const sources = options.columns === 'first' ? new Set([0]) : chosen.sources;
  const found = Array.from({ length: sample.width }, () => ({
    segments: 0,
    texts: 0,
    sample: [] as string[],
  }));
  let columns = 0;
  let formulas = 0;
  let row = 0;
  for (const record of table.look()) {
    if (row++ === 0 && hasHeader) continue;
    for (const [index, field] of record.fields.entries()) {
      const value = fieldValue(text, field, table.syntax.escape);
      if (value === '') continue;
      const column = found[index]!;
      column.segments++;
      const shown = sampleText(value);
      if (column.sample.length < MAX_SAMPLES && shown !== '' && !column.sample.includes(shown))
        column.sample.push(shown);
      if (!isFormula(value) && isTranslatable(value) && !sample.keyColumns.has(index)) column.texts++;
      const isSource = sources?.has(index) ?? true;
      if (isFormula(value)) formulas += isSource ? 1 : 0;
      else if (!isSource && isTranslatable(value) && !sample.idColumns.has(index)) columns++;
    }
  }
  return {
    columns: found.map((column, index): Column => {
      const name = hasHeader ? (sample.first[index]?.trim() ?? '') : '';
      return { ...(name === '' ? {} : { name }), letter: columnLetter(index), ...column };
    }),
    leftOut: [
      { what: 'columns', count: columns },
      { what: 'formulas', count: formulas },
    ],
  };
}
