import Papa from 'papaparse';
import { readCsvTable } from '../bilingual/csv-table.ts';
import type { TableRow } from '../bilingual/csv-table.ts';
import { readTmx } from '../bilingual/read-tmx.ts';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { baseLanguage, fieldProblem, glossaryColumns, isLanguageTag, LIMITS } from '../contract/index.ts';
import type { GlossaryColumns } from '../contract/index.ts';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { escapeText, plainText } from '../text/codes.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import { VERSION } from '../version.ts';
import type { AskedEntries, Direction, GlossaryImported } from './memory-port.ts';

const HEADER = 'term,translation';
/** The first bytes of XML in UTF-8 and both UTF-16s, with and without a byte order mark. */
const XML_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*\0?</;

export interface GlossaryFile {
  readonly entries: readonly GlossaryEntry[];
  /** Rows of a CSV or units of a TMX. */
  readonly read: number;
}

/**
 * The entries of a two-column CSV or a TMX file. Rejects with `invalid_request` (field `file`) if it is
 * neither, or too large.
 */
export async function readGlossaryFile(bytes: Uint8Array, direction: Direction): Promise<GlossaryFile> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1');
  const file = XML_START.test(head) ? readTmxEntries(bytes, direction) : await readCsv(bytes, direction);
  if (file.entries.length > 0) return file;
  throw fieldProblem(
    'file',
    'invalid',
    `The file has no entries from ${direction.from} to ${direction.to}. A CSV needs two columns, term and translation; a TMX needs units in both languages.`,
    { reason: 'no_entries', details: { from: direction.from, to: direction.to } },
  );
}

function readTmxEntries(bytes: Uint8Array, { from, to }: Direction): GlossaryFile {
  const entries: GlossaryEntry[] = [];
  let read = 0;
  for (const unit of readTmx([bytes], from, to)) {
    read++;
    if (unit) add(entries, plainText(unit.source), plainText(unit.target), read);
  }
  return { entries, read };
}

async function readCsv(bytes: Uint8Array, direction: Direction): Promise<GlossaryFile> {
  const { text } = await decodeText(bytes, direction.from);
  const table = readCsvTable(text);
  const named = glossaryColumns(
    table.slice(0, 2).map(({ cells }) => cells),
    direction,
  );
  const columns = named ?? { term: 0, translation: 1 };
  const rows = named ? table.slice(1) : table;
  const isOfDirection = directionTest(rows, columns, direction);
  const entries: GlossaryEntry[] = [];
  for (const row of rows) {
    if (!isOfDirection(row)) continue;
    const [term, translation] = [cellOf(row, columns.term), cellOf(row, columns.translation)];
    if (term === '' || translation === '') {
      throw fieldProblem(
        'file',
        'bad_glossary',
        `Row ${row.number} of the CSV has no ${term === '' ? 'term' : 'translation'}. Each row needs both, ${named ? 'below their headings' : 'in its first two columns'}.`,
      );
    }
    add(entries, term, translation, row.number);
  }
  return { entries, read: rows.length };
}

function cellOf({ cells }: TableRow, column: number): string {
  return cells[column]?.trim() ?? '';
}

/**
 * DeepL's glossaries may name the languages of each entry after it. If the two columns after the terms
 * contain language tags, only rows of the direction are entries; a row without tags is one too.
 */
function directionTest(
  rows: readonly TableRow[],
  { term, translation }: GlossaryColumns,
  { from, to }: Direction,
): (row: TableRow) => boolean {
  const [source = 2, target = 3] = [0, 1, 2, 3].filter((column) => column !== term && column !== translation);
  const tagsOf = (row: TableRow) => [cellOf(row, source), cellOf(row, target)] as const;
  const isNamed = (tags: readonly string[]) => tags.every((tag) => isLanguageTag(tag));
  const isBlank = (tags: readonly string[]) => tags.every((tag) => tag === '');
  const named = rows.map(tagsOf).filter((tags) => !isBlank(tags));
  if (named.length === 0 || !named.every(isNamed)) return () => true;
  return (row) => {
    const tags = tagsOf(row);
    return isBlank(tags) || (isSameBase(tags[0], from) && isSameBase(tags[1], to));
  };
}

function isSameBase(tag: string, language: string): boolean {
  return baseLanguage(tag.replaceAll('_', '-').toLowerCase()) === baseLanguage(language);
}

/**
 * Parses entries in the form of DeepL's clients: a term and its translation per line, separated by a tab or a
 * comma. Throws `invalid_request` for an invalid line, or a repeated term.
 */
export function readEntries({ text, format, field, ...direction }: AskedEntries): GlossaryEntry[] {
  const table = format === 'tsv' ? tsvRows(text) : readCsvTable(text, { delimiter: ',', field });
  const isOfDirection =
    format === 'tsv' ? () => true : directionTest(table, { term: 0, translation: 1 }, direction);
  const terms = new Map<string, string>();
  for (const row of table) {
    if (!isOfDirection(row)) continue;
    const { number, cells } = row;
    const [term, translation] = [cellOf(row, 0), cellOf(row, 1)];
    if (term === '' && translation === '') continue;
    if (term === '' || translation === '' || (format === 'tsv' && cells.length > 2))
      throw fieldProblem(field, 'bad_glossary', `Line ${number} is not a term and its translation.`);
    if (term.length > LIMITS.glossaryWord || translation.length > LIMITS.glossaryWord)
      throw fieldProblem(
        field,
        'too_long',
        `Line ${number} has more than ${LIMITS.glossaryWord} characters in a term or translation.`,
      );
    if (terms.has(term))
      throw fieldProblem(field, 'bad_glossary', `Line ${number} has a term a second time.`);
    terms.set(term, translation);
    if (terms.size > LIMITS.dictionaryEntries)
      throw fieldProblem(field, 'too_many', `There are more than ${LIMITS.dictionaryEntries} entries.`);
  }
  if (terms.size === 0) throw fieldProblem(field, 'bad_glossary', 'There are no entries.');
  return [...terms].map(([term, translation]) => ({ term, translation }));
}

function tsvRows(text: string): TableRow[] {
  return text.split(/\r\n|\n|\r/).map((line, n) => ({ number: n + 1, cells: line.split('\t') }));
}

function add(entries: GlossaryEntry[], term: string, translation: string, place: number): void {
  const limit = LIMITS.glossaryWord;
  if (term.trim() === '' || translation.trim() === '') return;
  if (term.length > limit || translation.length > limit) {
    throw fieldProblem(
      'file',
      'too_long',
      `Entry ${place} is longer than ${limit.toLocaleString('en')} characters. Shorten it.`,
    );
  }
  if (entries.length >= LIMITS.dictionaryEntries) {
    throw fieldProblem(
      'file',
      'too_many',
      `The file has more than ${LIMITS.dictionaryEntries.toLocaleString('en')} entries, the most of a dictionary. Split it.`,
    );
  }
  entries.push({ term: term.trim(), translation: translation.trim() });
}

/** Merges a dictionary's `known` entries with those of the file. */
export function changesOf(
  { entries, read }: GlossaryFile,
  known: readonly GlossaryEntry[] = [],
): GlossaryImported {
  const before = new Map(known.map(({ term, translation }) => [term, translation]));
  const after = [...new Map(entries.map(({ term, translation }) => [term, translation]))];
  const added = after.filter(([term]) => !before.has(term)).length;
  const unchanged = after.filter(([term, translation]) => before.get(term) === translation).length;
  return {
    read,
    added,
    updated: after.length - added - unchanged,
    unchanged,
    incomplete: read - entries.length,
    repeated: entries.length - after.length,
  };
}

export function writeGlossaryFile(
  format: 'csv' | 'tmx',
  { from, to }: Direction,
  entries: readonly GlossaryEntry[],
): string {
  if (format === 'csv') {
    const rows = entries.map(({ term, translation }) => [term, translation]);
    // Excel assumes an old encoding for a CSV without a byte order mark.
    return `\ufeff${HEADER}\r\n${Papa.unparse(rows)}\r\n`;
  }
  const units = entries.map(({ term, translation }) =>
    tmxUnit({ from, to, source: escapeText(term), target: escapeText(translation) }),
  );
  return tmxStart({ from, version: VERSION }) + units.join('') + TMX_END;
}
