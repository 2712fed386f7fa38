import Papa from 'papaparse';
import { glossaryColumns } from '../../../service/contract/glossary-heading.ts';
import type { GlossaryEntry } from '../../api/wire.ts';

interface Direction {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads terms from JSON (a list of `{term, translation}`, or an object from term to translation) or from two
 * columns separated by tabs, commas, semicolons or bars, with or without a header. Lines without both halves
 * are left out, unless `withHalves`.
 */
export function parseGlossary(
  text: string,
  { withHalves = false, direction }: { withHalves?: boolean; direction?: Direction | undefined } = {},
): GlossaryEntry[] {
  return (fromJson(text) ?? fromTable(text, direction)).filter(({ term, translation }) =>
    withHalves ? term || translation : term && translation,
  );
}

function fromJson(text: string): GlossaryEntry[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return value.map(entryOf);
  return Object.entries(value as Record<string, unknown>).map(([term, translation]) => ({
    term: term.trim(),
    translation: wordOf(translation),
  }));
}

function entryOf(value: unknown): GlossaryEntry {
  const record = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  return { term: wordOf(record['term']), translation: wordOf(record['translation']) };
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** The delimiters of columns, tabs first: spreadsheets put them on the clipboard. */
const DELIMITERS = ['\t', ',', ';', '|'];

/** Chosen by the number of lines that a delimiter splits: cells may contain any of them. */
function tableOf(text: string): string[][] {
  const tables = DELIMITERS.map(
    (delimiter) => Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' }).data,
  );
  const parted = (table: string[][]): number => table.filter(({ length }) => length > 1).length;
  return tables.sort((a, b) => parted(b) - parted(a))[0]!;
}

function fromTable(text: string, direction: Direction | undefined): GlossaryEntry[] {
  const data = tableOf(text.replace(/^\uFEFF/, ''));
  const named = glossaryColumns(data, direction);
  const { term, translation } = named ?? { term: 0, translation: 1 };
  return (named ? data.slice(1) : data).map((row) => ({
    term: row[term]?.trim() ?? '',
    translation: row[translation]?.trim() ?? '',
  }));
}
