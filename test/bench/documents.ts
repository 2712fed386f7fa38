// Documents to measure with: of a number of segments, or of the maximum size of an upload, as people
// have them.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/steps.mjs';
import { workbook } from '../support/ooxml.ts';
import { unzip, zip } from '../support/zip.ts';

export const MAX_SEGMENTS = 1_100;
/** Header, footer and two footnotes of the sample are segments as well. */
export const EXTRA_SEGMENTS = 4;
const FILE_BYTES = 10_485_760;
const COLUMNS = 1_350;

const SAMPLE = readFileSync(join(root, 'resources', 'samples', 'harbour-museum.docx'));
const SUBJECTS = [
  'The sailor',
  'The old woman',
  'My friend',
  'The captain',
  'A young teacher',
  'The doctor',
  'The fisherman',
];
const VERBS = ['sees', 'buys', 'finds', 'describes', 'remembers', 'sells', 'visits'];
const OBJECTS = [
  'the white boat',
  'a small house',
  'the lighthouse',
  'the new museum',
  'three books',
  'the harbour',
];
const WHEN = [
  'every morning',
  'in the winter',
  'after the war',
  'with great care',
  'because the sea is calm',
];

/**
 * Sentence `i` of an endless text: real English words, numbered once they come again, as equal segments are
 * translated once.
 */
function sentence(i: number): string {
  const pick = (list: readonly string[], step: number) => list[Math.floor(i / step) % list.length];
  const round = Math.floor(i / 1_470);
  const again = round === 0 ? '' : ` for the ${round + 1}th time`;
  return `${pick(SUBJECTS, 1)} ${pick(VERBS, 7)} ${pick(OBJECTS, 49)} ${pick(WHEN, 294)}${again}.`;
}

/**
 * The sample, with `picture` in place of its own where one is given, whose body is `count` paragraphs with a
 * bold run each.
 */
export function makeDocx(count: number, picture?: Buffer): Buffer {
  const parts = unzip(SAMPLE);
  const paragraphs = Array.from({ length: count }, (_, i) => {
    const [first, ...rest] = sentence(i).split(' ');
    return `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${first} </w:t></w:r><w:r><w:t>${rest.join(' ')}</w:t></w:r></w:p>`;
  });
  const document = parts.get('word/document.xml')?.toString() ?? '';
  const body = document.replace(/<w:body>.*(?=<w:sectPr>)/s, () => `<w:body>${paragraphs.join('')}`);
  return zip({
    ...Object.fromEntries(parts),
    'word/document.xml': body,
    ...(picture && { 'word/media/harbour.png': picture }),
  });
}

/** Paragraphs with a bold span each, as `makeDocx` has them. */
export function makeOdt(count: number): Buffer {
  const paragraphs = Array.from({ length: count }, (_, i) => {
    const [first, ...rest] = sentence(i).split(' ');
    return `<text:p text:style-name="P1"><text:span text:style-name="T1">${first} </text:span>${rest.join(' ')}</text:p>`;
  });
  const names = ['office', 'text'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const type = 'application/vnd.oasis.opendocument.text';
  return zip({
    mimetype: type,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/></manifest:manifest>`,
    'content.xml': `<office:document-content ${names.join(' ')}><office:body><office:text>${paragraphs.join('')}</office:text></office:body></office:document-content>`,
  });
}

/** A workbook as spreadsheet programs write it: texts shared in the first two columns, numbers in place. */
export function makeWorkbook(rows: number, columns: number): Buffer {
  const names = Array.from({ length: columns }, (_, i) => columnName(i));
  const cells = (row: number) =>
    names
      .map((column, i) => {
        const ref = `${column}${row}`;
        const item = (row - 1) * 2 + i;
        return i < 2 ? `<c r="${ref}" t="s"><v>${item}</v></c>` : `<c r="${ref}"><v>${row * i}</v></c>`;
      })
      .join('');
  const numbers = Array.from({ length: rows }, (_, i) => i + 1);
  const strings = numbers.map((row) => {
    return `<si><t>Item ${row}: ${sentence(row)}</t></si><si><t>Note ${row}</t></si>`;
  });
  return workbook({
    sheets: [numbers.map((row) => `<row r="${row}">${cells(row)}</row>`).join('')],
    strings: strings.join(''),
    counts: ` count="${rows * 2}" uniqueCount="${rows * 2}"`,
  });
}

/** `A` for 0, `Z` for 25, `AA` for 26 (ECMA-376-1, 18.18.62). */
function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** As many bytes as an upload may have, in as many lines, with letters of one, two and three bytes. */
export function largestText(): string {
  const words = Array.from({ length: 200 }, (_, i) => `${sentence(i)} Über “${i}”.`).join(' ');
  const line = words.slice(0, Math.floor(FILE_BYTES / MAX_SEGMENTS) - 900);
  return `${line}\n`.repeat(MAX_SEGMENTS);
}

/** The same as a table: a name, then fields that are none of the filter's concern. */
export function largestTable(): string {
  const field = `"${sentence(3)} „Größe“, ""${sentence(4)}"""`;
  const rest = `,${field},12.5`.repeat(75);
  return Array.from({ length: MAX_SEGMENTS }, (_, i) => `${sentence(i)}${rest}\r\n`).join('');
}

/** A report whose pictures are what makes it large. */
export function largestDocx(): Buffer {
  return makeDocx(MAX_SEGMENTS - EXTRA_SEGMENTS, randomBytes(FILE_BYTES - 120_000));
}

/** A sheet of measurements, as wide as it is long. */
export function largestWorkbook(): Buffer {
  return makeWorkbook(MAX_SEGMENTS, COLUMNS);
}

/** Paragraphs with what writers use in them. */
export function largeMarkdown(paragraphs: number): string {
  return Array.from(
    { length: paragraphs },
    (_, i) => `${sentence(i)} See \`code\`, [a page](x.md) and **more**.\n\n`,
  ).join('');
}

export function largeJson(texts: number): string {
  return JSON.stringify(Object.fromEntries(messages(texts)), null, 2);
}

export function largeProperties(texts: number): string {
  return messages(texts)
    .map(([key, text]) => `${key}=${text}\n`)
    .join('');
}

function messages(texts: number): [key: string, text: string][] {
  return Array.from({ length: texts }, (_, i) => [`group.key${i}`, `${sentence(i)} Hello {name}.`]);
}
