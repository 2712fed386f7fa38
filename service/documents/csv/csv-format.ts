import type { Warning } from '../../contract/index.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { isKeyColumn } from '../shared/id-column.ts';
import { examineTable, readColumns } from './columns.ts';
import { isFormula } from './formula.ts';
import { formatField } from './records.ts';
import type { CsvField } from './records.ts';
import { readTable } from './table.ts';
import type { Table } from './table.ts';

/** CSV and TSV: by default the first non-empty field of each row, including the first row. */
export const csvFormat = spanFormat({
  fileType: 'csv',
  ignoresLanguage: true,
  mayHoldHtml: true,
  // Any text may be a table of one column.
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),
  utf8Bom: true,
  // Fields are written independently, and reading millions of rows again takes long.
  readBack: false,

  read(text, { fileName, to, options }) {
    const { escape_formulas: escapeFormulas } = options;
    const table = readTable(text, fileName);
    let escaped = 0;
    const write = (field: CsvField, source: string, target: string): string => {
      const becomesFormula = escapeFormulas && startsNewFormula(target, source);
      if (becomesFormula) escaped++;
      const written = becomesFormula ? `'${target}` : target;
      const quoted =
        field.quoted || (escapeFormulas && INNER_FORMULA.test(written) && !INNER_FORMULA.test(source));
      return formatField(written, { ...field, quoted }, table.syntax);
    };
    const escapedWarning = (): Warning[] => (escaped > 0 ? [formulaWarning(escaped)] : []);
    if (options.columns === 'first' && options.into === null)
      return {
        spans: spansOf(table, write),
        warnings: () => table.warnings(),
        closing: () => ({ warnings: escapedWarning() }),
      };
    const columns = readColumns(text, table, options, write);
    return {
      spans: columns.spans,
      warnings: () => [...table.warnings(), ...columns.warnings()],
      closing: ({ changed }) => ({
        edits: changed > 0 && to !== undefined ? columns.newHeader(to) : [],
        warnings: escapedWarning(),
      }),
    };
  },

  examine: (text, { fileName, options }) => examineTable(text, readTable(text, fileName), options),
});

function* spansOf(
  table: Table,
  write: (field: CsvField, source: string, target: string) => string,
): Generator<Span> {
  const isCopied = isKeyColumn(table.idRows()) ? () => true : isFormula;
  for (const { field, value } of table.rows()) {
    const { start, end } = field;
    const span = { start, end, value, write: (target: string) => write(field, value, target) };
    yield plainSpan(isCopied(value) ? { ...span, copy: true } : span);
  }
}

const FORMULA = /^\s*([=+\-@＝＋－＠])/;
/** A program with another delimiter would read the rest as the next cell; quotes prevent that. */
const INNER_FORMULA = /[;,|\t]\s*[=+\-@＝＋－＠]/;

/**
 * Spreadsheets run a cell with such a beginning as a formula; some ignore white space before it, some accept
 * full-width signs. A translation must not become code on the reader's machine (OWASP, "CSV Injection"). If
 * the source cell begins with the same sign, it is the author's own.
 */
function startsNewFormula(text: string, source: string): boolean {
  const sign = formulaSign(text);
  return sign !== undefined && sign !== formulaSign(source);
}

function formulaSign(value: string): string | undefined {
  return FORMULA.exec(value)?.[1]?.normalize('NFKC');
}

function formulaWarning(count: number): Warning {
  return {
    code: 'formula_escaped',
    message:
      'Some translations begin with a character that spreadsheets read as a formula. An apostrophe was put before them so that they stay text.',
    count,
  };
}
