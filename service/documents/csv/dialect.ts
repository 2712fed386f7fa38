import { csvRecords } from './records.ts';
import type { FieldSyntax, QuoteEscape } from './records.ts';

/** In order of preference between equal scores. */
const CANDIDATES = ['\t', ';', '|', ','] as const;
const TAB_SEPARATED_NAME = /\.(?:tsv|tab)\s*$/i;
const SAMPLE_CHARS = 262_144;
const SAMPLE_RECORDS = 200;

export interface CsvDialect extends FieldSyntax {
  /** Offset of the first record: after Excel's `sep=;` line, if there is one. */
  readonly start: number;
}

/** Excel's way to name the delimiter: a first line `sep=;`, which is not a row. A quote cannot be one. */
const SEP_LINE = /^("?)sep=([^"\r\n])\1(?:\r\n|\r|\n|$)/i;

/** `fileName`: as uploaded; a TSV's name decides the delimiter, unless the text has no tab at all. */
export function csvDialect(text: string, fileName = ''): CsvDialect {
  const named = SEP_LINE.exec(text);
  const hasTabs = TAB_SEPARATED_NAME.test(fileName) && text.includes('\t');
  const delimiter = named?.[2] ?? (hasTabs ? '\t' : guessDelimiter(text));
  return { delimiter, escape: guessEscape(text, delimiter), start: named?.[0].length ?? 0 };
}

const BACKSLASHED = '\\"';

/** `\"` is an escaped quote if that makes more of the file parse; else `"C:\"` ends in a backslash. */
function guessEscape(text: string, delimiter: string): QuoteEscape {
  if (!text.includes(BACKSLASHED)) return '"';
  const score = (escape: QuoteEscape) => profile(text, { delimiter, escape }, Infinity).score;
  return score('\\') > score('"') ? '\\' : '"';
}

interface Profile {
  readonly delimiter: string;
  /** 0 to 1: how consistently rows have the same number of fields, minus broken quotes. */
  readonly score: number;
  /** Share of rows with broken quotes. */
  readonly broken: number;
  /** Share of rows with more than one field. */
  readonly divided: number;
  /** Whether it looks like punctuation: always before a space, or always within a number. */
  readonly textual: boolean;
}

/**
 * The delimiter with which most rows have the same number of fields, at least two. With tabs the number may
 * vary: hardly any text contains one, and many programs omit the tabs of empty fields at the end of a row. On
 * ties, a delimiter that is always followed by a space (prose) or always between digits (the decimal comma of
 * `a;1,5`) loses. Comma if none divides at least half of the rows.
 */
export function guessDelimiter(text: string): string {
  const sample = headOf(text);
  let best: Profile | undefined;
  for (const delimiter of CANDIDATES) {
    if (!sample.includes(delimiter)) continue;
    const one = bestProfile(sample, delimiter);
    if (one.divided < 0.5) continue;
    const lead = best ? weightOf(one) - weightOf(best) : 1;
    if (lead > 0 || (lead === 0 && best?.textual && !one.textual)) best = one;
  }
  return best?.delimiter ?? ',';
}

function weightOf({ delimiter, score, divided, broken }: Profile): number {
  return delimiter === '\t' ? divided - broken : score;
}

/** Whole lines only: in a partial record too few fields would be counted. */
function headOf(text: string): string {
  if (text.length <= SAMPLE_CHARS) return text;
  const head = text.slice(0, SAMPLE_CHARS);
  const end = Math.max(head.lastIndexOf('\n'), head.lastIndexOf('\r'));
  return end > 0 ? head.slice(0, end + 1) : head;
}

function bestProfile(sample: string, delimiter: string): Profile {
  const doubled = profile(sample, { delimiter, escape: '"' });
  if (!sample.includes(BACKSLASHED)) return doubled;
  const backslashed = profile(sample, { delimiter, escape: '\\' });
  return backslashed.score > doubled.score ? backslashed : doubled;
}

function profile(sample: string, syntax: FieldSyntax, maxRecords = SAMPLE_RECORDS): Profile {
  const { delimiter } = syntax;
  const rowsByCount = new Map<number, number>();
  let rows = 0;
  let broken = 0;
  for (const record of csvRecords(sample, syntax)) {
    if (isBlank(sample.slice(record.start, record.end), delimiter)) continue;
    rows++;
    if (record.brokenAt !== undefined) broken++;
    rowsByCount.set(record.fieldCount, (rowsByCount.get(record.fieldCount) ?? 0) + 1);
    if (rows === maxRecords) break;
  }
  const undivided = rowsByCount.get(1) ?? 0;
  rowsByCount.delete(1);
  const agreeing = Math.max(0, ...rowsByCount.values());
  return {
    delimiter,
    score: rows === 0 ? 0 : (agreeing - broken) / rows,
    broken: rows === 0 ? 0 : broken / rows,
    divided: rows === 0 ? 0 : (rows - undivided) / rows,
    textual: isTextual(sample, delimiter),
  };
}

/** A spreadsheet's empty row consists of delimiters, and is no evidence. */
function isBlank(row: string, delimiter: string): boolean {
  return row.replaceAll(delimiter, '').trim() === '';
}

function isTextual(sample: string, delimiter: string): boolean {
  const quoteless = sample.replace(/"[^"]*"/g, '""');
  const parts = quoteless.split(delimiter);
  const within = (test: (before: string, after: string) => boolean): boolean =>
    parts.every((part, i) => i === 0 || test(parts[i - 1]!, part));
  return (
    within((_, after) => after.startsWith(' ')) ||
    (delimiter === ',' && within((before, after) => /\d$/.test(before) && /^\d/.test(after)))
  );
}
