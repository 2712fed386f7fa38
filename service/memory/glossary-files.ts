import Papa from 'papaparse';
import { refuseBrokenQuotes } from '../bilingual/csv.ts';
import { readTmx } from '../bilingual/read-tmx.ts';
import { TMX_END, tmxStart, tmxUnit } from '../bilingual/write-tmx.ts';
import { fieldProblem, isGlossaryHeading, LIMITS } from '../contract/index.ts';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { escapeText, plainText } from '../text/codes.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import { VERSION } from '../version.ts';
import type { Direction, GlossaryImported } from './memory-port.ts';

const HEADER = 'term,translation';
/** The first bytes of XML in UTF-8 and both UTF-16s, with and without a byte order mark. */
const XML_START = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?\s*\0?</;

export interface GlossaryFile {
  readonly entries: readonly GlossaryEntry[];
  /** Rows of a CSV or units of a TMX. */
  readonly read: number;
}

/**
 * The entries of a CSV with two columns, or of a TMX file. Rejects with `invalid_request` (field `file`)
 * where it is neither, or holds too much.
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
  const { data, errors } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), {
    delimitersToGuess: [',', '\t', ';', '|'],
    skipEmptyLines: 'greedy',
  });
  refuseBrokenQuotes(errors);
  const entries: GlossaryEntry[] = [];
  for (const [n, row] of data.entries()) {
    const [term = '', translation = ''] = row.map((field) => field.trim());
    if (n === 0 && isGlossaryHeading(row, direction)) continue;
    if (term === '' || translation === '') {
      throw fieldProblem(
        'file',
        'bad_glossary',
        `Row ${n + 1} of the CSV has no ${term === '' ? 'term' : 'translation'}. Each row needs both, in its first two columns.`,
      );
    }
    add(entries, term, translation, n + 1);
  }
  return { entries, read: entries.length };
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
    // Excel takes a CSV without a byte order mark for one in an old encoding.
    return `\ufeff${HEADER}\r\n${Papa.unparse(rows)}\r\n`;
  }
  const units = entries.map(({ term, translation }) =>
    tmxUnit({ from, to, source: escapeText(term), target: escapeText(translation) }),
  );
  return tmxStart({ from, version: VERSION }) + units.join('') + TMX_END;
}
