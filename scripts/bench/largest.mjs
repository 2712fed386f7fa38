// Files of the largest size that an upload may have, as people have them.
import { randomBytes } from 'node:crypto';
import { makeDocx, sentence } from './make-docx.mjs';
import { makeWorkbook } from './make-workbook.mjs';

const FILE_BYTES = 10_485_760;
const LINES = 1_100;
/** Header, footer and two footnotes are segments as well. */
const PARAGRAPHS = LINES - 4;
const COLUMNS = 1_480;

/** As many bytes as an upload may have, in as many lines, with letters of one, two and three bytes. */
export function largestText() {
  const words = Array.from({ length: 200 }, (_, i) => `${sentence(i)} Über “${i}”.`).join(' ');
  const line = words.slice(0, Math.floor(FILE_BYTES / LINES) - 900);
  return `${line}\n`.repeat(LINES);
}

/** The same as a table: a name, then fields that are none of the filter's concern. */
export function largestTable() {
  const field = `"${sentence(3)} „Größe“, ""${sentence(4)}"""`;
  const rest = `,${field},12.5`.repeat(75);
  return Array.from({ length: LINES }, (_, i) => `${sentence(i)}${rest}\r\n`).join('');
}

/** A report whose pictures are what makes it large. */
export function largestDocx() {
  return makeDocx(PARAGRAPHS, randomBytes(FILE_BYTES - 100_000));
}

/** A sheet of measurements, as wide as it is long. */
export function largestWorkbook() {
  return makeWorkbook(LINES, COLUMNS);
}
