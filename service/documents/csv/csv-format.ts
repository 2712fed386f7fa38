import type { Warning } from '../../contract/index.ts';
import { plainSpan } from '../spans/span.ts';
import type { Span } from '../spans/span.ts';
import { spanFormat } from '../spans/span-format.ts';
import { csvDialect } from './dialect.ts';
import { csvRecords, fieldValue, formatField } from './records.ts';
import type { CsvField, FieldSyntax } from './records.ts';
import { isIdColumn } from '../shared/id-column.ts';
import type { IdRow } from '../shared/id-column.ts';

/** CSV and TSV: the first field of each row in which it is not empty, the first row included. */
export const csvFormat = spanFormat({
  fileType: 'csv',
  // Any text may be a table of one column.
  recognise: ({ text }) => (text === undefined ? 'no' : 'maybe'),
  utf8Bom: true,
  // A field is written by its own rules alone, and reading millions of rows once more takes long.
  readBack: false,

  read(text, { fileName, options: { escape_formulas: escapeFormulas } }) {
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
    return {
      spans: spansOf(table, write),
      warnings: () => table.warnings(),
      closing: () => ({ warnings: escaped > 0 ? [formulaWarning(escaped)] : [] }),
    };
  },
});

function* spansOf(
  table: Table,
  write: (field: CsvField, source: string, target: string) => string,
): Generator<Span> {
  const isCopied = isIdColumn(table.idRows()) ? () => true : isFormula;
  for (const { field, value } of table.rows()) {
    const { start, end } = field;
    const span = { start, end, value, write: (target: string) => write(field, value, target) };
    yield plainSpan(isCopied(value) ? { ...span, copy: true } : span);
  }
}

/** Copied as it is: its words are names of functions, or texts that it looks for. */
function isFormula(value: string): boolean {
  return value.length <= MAX_FORMULA && FORMULA_START.test(value);
}
/** Characters that Excel takes in a cell's formula. */
const MAX_FORMULA = 8_192;
/** `=SUM(`, `=A1`, `='My sheet'!A1`, `="a"&B1`, `=-1`, `+SUM(`, `@IF(`. Not "= The sum", `=>` or `==`. */
const FORMULA_START =
  /^\s{0,9}(?:[=＝]\s?(?:[+(-]{0,9}(?:[\p{L}_][\p{L}\d._]{0,60}\(|\$?[A-Z]{1,3}\$?\d{1,7}(?![\p{L}\d])|'[^'\n]{1,100}'!|[\p{L}\d_.]{1,60}!|"[^"\n]{0,300}"\s?[&=<>+]|\d|\{))|[+@-][A-Z][A-Z\d.]{1,30}\()/u;

const FORMULA = /^\s*([=+\-@＝＋－＠])/;
/** What a program that divides the table by another sign would take for the next cell; quotes keep it in its own. */
const INNER_FORMULA = /[;,|\t]\s*[=+\-@＝＋－＠]/;

/**
 * Spreadsheets run a cell that begins so as a formula, some whatever white space is ahead of it, and some its full-width signs: a
 * translation must not become code on the reader's machine (OWASP, "CSV Injection"). Cells that began by the same sign in the source
 * are the author's own.
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

/** Rows, and UTF-16 units of each, that tell whether its first column is of ids. */
const ROWS_LOOKED_AT = 1_000;
const OTHERS_LOOKED_AT = 2_000;

interface Table {
  readonly syntax: FieldSyntax;
  /** Rows whose first field is not empty. */
  rows(): Generator<{ field: CsvField; value: string }>;
  /** As `rows`, with what the other fields of each hold. */
  idRows(): IdRow[];
  /** What was found broken; complete once `rows` has been read to its end. */
  warnings(): Warning[];
}

function readTable(text: string, fileName: string | undefined): Table {
  const { start, ...syntax } = csvDialect(text, fileName);
  let broken = 0;
  let firstBroken = 0;
  return {
    syntax,
    *rows() {
      for (const { first, brokenAt } of csvRecords(text, syntax, start)) {
        if (brokenAt !== undefined && broken++ === 0) firstBroken = brokenAt;
        const value = fieldValue(text, first, syntax.escape);
        if (value !== '') yield { field: first, value };
      }
    },
    idRows() {
      const rows: IdRow[] = [];
      for (const { first, end } of csvRecords(text, syntax, start)) {
        const value = fieldValue(text, first, syntax.escape);
        if (value !== '')
          rows.push({ value, others: text.slice(first.end, Math.min(end, first.end + OTHERS_LOOKED_AT)) });
        if (rows.length === ROWS_LOOKED_AT) break;
      }
      return rows;
    },
    warnings: () => (broken === 0 ? [] : [brokenQuotesWarning(lineNumber(text, firstBroken), broken)]),
  };
}

function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

function brokenQuotesWarning(line: number, count: number): Warning {
  return {
    code: 'broken_quotes',
    message:
      `A quotation mark in line ${line} is not closed, or text follows the closing one. It was read as an ordinary character; ` +
      'if the table then looks wrong, mend that line and upload the file again.',
    count,
    details: { line },
  };
}
