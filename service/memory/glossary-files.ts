import { isDeepStrictEqual } from 'node:util';
import Papa from 'papaparse';
import { readCsvTable } from '../bilingual/csv-table.ts';
import type { TableRow } from '../bilingual/csv-table.ts';
import { readTbx } from '../bilingual/read-tbx.ts';
import { readTmx } from '../bilingual/read-tmx.ts';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { writeTbx } from '../bilingual/write-tbx.ts';
import {
  baseLanguage,
  factColumns,
  fieldProblem,
  glossaryColumns,
  isLanguageTag,
  LIMITS,
  saysYes,
  termStatusSchema,
} from '../contract/index.ts';
import type { FactColumns, GlossaryColumns } from '../contract/index.ts';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { escapeText, plainText } from '../text/codes.ts';
import { entryPlaces, uniqueEntries } from '../text/glossary.ts';
import type { GlossaryEntry, TermStatus } from '../text/glossary.ts';
import { VERSION } from '../version.ts';
import type { AskedEntries, Direction, GlossaryFormat, GlossaryImported } from './memory-port.ts';

const HEADER = 'term,translation';
const FACTS = ',status,note,do_not_translate';
/** The first bytes of XML in UTF-8 and both UTF-16s, with and without a byte order mark. */
const MAX_HEAD = 4_096;
/** The root element, behind the declaration, instructions and comments. */
const TBX_ROOT = /<(?:[\w.-]+:)?(?:martif|tbx)[\s>]/i;
const XML_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*\0?</;

export interface GlossaryFile {
  readonly entries: readonly GlossaryEntry[];
  /** Rows of a CSV, units of a TMX, pairs of terms of a TBX. */
  readonly read: number;
  /** Data categories of a TBX that a glossary has no place for. */
  readonly leftOut?: readonly string[];
}

/**
 * The entries of a CSV, TMX or TBX file. Rejects with `invalid_request` (field `file`) if it is
 * neither, or too large.
 */
export async function readGlossaryFile(bytes: Uint8Array, direction: Direction): Promise<GlossaryFile> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEAD)).toString(
    'latin1',
  );
  const file = !XML_START.test(head)
    ? await readCsv(bytes, direction)
    : TBX_ROOT.test(head.replaceAll('\0', ''))
      ? readTbxEntries(bytes, direction)
      : readTmxEntries(bytes, direction);
  if (file.entries.length > 0) return file;
  throw fieldProblem(
    'file',
    'invalid',
    `The file has no entries from ${direction.from} to ${direction.to}. A CSV needs two columns, term and translation; a TMX or TBX needs both languages.`,
    { reason: 'no_entries', details: { from: direction.from, to: direction.to } },
  );
}

function readTmxEntries(bytes: Uint8Array, { from, to }: Direction): GlossaryFile {
  const entries: GlossaryEntry[] = [];
  let read = 0;
  for (const unit of readTmx([bytes], from, to)) {
    read++;
    if (unit) add(entries, { term: plainText(unit.source), translation: plainText(unit.target) }, read);
  }
  return { entries, read };
}

function readTbxEntries(bytes: Uint8Array, direction: Direction): GlossaryFile {
  const entries: GlossaryEntry[] = [];
  const leftOut = new Set<string>();
  let read = 0;
  for (const entry of readTbx(bytes, direction, leftOut)) {
    read++;
    if (entry) add(entries, entry, read);
  }
  return { entries, read, ...(leftOut.size > 0 ? { leftOut: [...leftOut].sort() } : {}) };
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
  const more = factColumns(named ? table[0]?.cells : undefined);
  const isOfDirection = directionTest(rows, { ...columns, ...more }, direction);
  const entries: GlossaryEntry[] = [];
  for (const row of rows) {
    if (!isOfDirection(row)) continue;
    const { status, note, isName } = factsOf(row, more);
    const term = cellOf(row, columns.term);
    const translation = cellOf(row, columns.translation) || (isName ? term : '');
    if (term === '' || translation === '') {
      throw fieldProblem(
        'file',
        'bad_glossary',
        `Row ${row.number} of the CSV has no ${term === '' ? 'term' : 'translation'}. Each row needs both, ${named ? 'below their headings' : 'in its first two columns'}.`,
      );
    }
    add(
      entries,
      {
        term,
        translation,
        ...(status === undefined ? {} : { status }),
        ...(note === '' ? {} : { note }),
        ...(isName && translation === term ? { do_not_translate: true } : {}),
      },
      row.number,
    );
  }
  return { entries, read: rows.length };
}

/** Throws `bad_glossary` for a status that is none. */
function factsOf(
  row: TableRow,
  columns: FactColumns,
): { status: TermStatus | undefined; note: string; isName: boolean } {
  const status = cellOf(row, columns.status).toLowerCase();
  const known = status === '' ? undefined : termStatusSchema.safeParse(status);
  if (known?.success === false) {
    throw fieldProblem(
      'file',
      'bad_glossary',
      `Row ${row.number} of the CSV has the status “${status.slice(0, 40)}”. It may be preferred, admitted, deprecated or forbidden, or empty.`,
    );
  }
  return {
    status: known?.data,
    note: cellOf(row, columns.note),
    isName: saysYes(cellOf(row, columns.isName)),
  };
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
  columns: GlossaryColumns & Partial<FactColumns>,
  { from, to }: Direction,
): (row: TableRow) => boolean {
  const others = Object.values(columns);
  const [source = 2, target = 3] = [0, 1, 2, 3, 4, 5, 6].filter((column) => !others.includes(column));
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

function add(entries: GlossaryEntry[], entry: GlossaryEntry, place: number): void {
  const limit = LIMITS.glossaryWord;
  const { term, translation, note = '' } = entry;
  if (term.trim() === '' || translation.trim() === '') return;
  if ([term, translation, note].some(({ length }) => length > limit)) {
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
  entries.push({ ...entry, term: term.trim(), translation: translation.trim() });
}

/** Merges a dictionary's `known` entries with those of the file. */
export function changesOf(
  { entries, read, leftOut }: GlossaryFile,
  known: readonly GlossaryEntry[] = [],
): GlossaryImported {
  const after = uniqueEntries(entries);
  const { placeOf } = entryPlaces(known);
  const before = after.map((entry) => known[placeOf(entry) ?? -1]);
  const added = before.filter((entry) => entry === undefined).length;
  const unchanged = after.filter((entry, n) => before[n] && isDeepStrictEqual(entry, before[n])).length;
  return {
    read,
    added,
    updated: after.length - added - unchanged,
    unchanged,
    incomplete: read - entries.length,
    repeated: entries.length - after.length,
    ...(leftOut ? { left_out: leftOut } : {}),
  };
}

export function writeGlossaryFile(
  format: GlossaryFormat,
  direction: Direction,
  entries: readonly GlossaryEntry[],
): string {
  if (format.format === 'tbx') return writeTbx({ ...direction, program: VERSION }, entries, format);
  if (format.format === 'csv') return writeCsv(entries);
  const { from, to } = direction;
  // TMX has no status: a forbidden translation would come back as the one to write.
  const allowed = entries.filter(({ status }) => status !== 'deprecated' && status !== 'forbidden');
  const units = allowed.map(({ term, translation }) =>
    tmxUnit({ from, to, source: escapeText(term), target: escapeText(translation) }),
  );
  return tmxStart({ from, version: VERSION }) + units.join('') + TMX_END;
}

/** Entries without more facts need two columns only. */
function writeCsv(entries: readonly GlossaryEntry[]): string {
  const hasFacts = entries.some(({ status, note, do_not_translate: isName }) => status ?? note ?? isName);
  const rows = entries.map(({ term, translation, status, note, do_not_translate: isName }) =>
    hasFacts ? [term, translation, status ?? '', note ?? '', isName ? 'true' : ''] : [term, translation],
  );
  // Excel assumes an old encoding for a CSV without a byte order mark.
  return `\ufeff${HEADER}${hasFacts ? FACTS : ''}\r\n${Papa.unparse(rows)}\r\n`;
}
