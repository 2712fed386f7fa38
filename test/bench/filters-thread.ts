// The filters in a thread like the product's document threads: measures what `filters.ts` asks for. Its
// message is the rows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import JSZip from 'jszip';
import { micromark } from 'micromark';
import { hasApertium } from '../../scripts/lib/apertium.mjs';
import { root } from '../../scripts/lib/steps.mjs';
import { time } from '../support/figures.ts';
import { unzip } from '../support/zip.ts';
import { formatOf } from '../../service/documents/formats.ts';
import { isTranslatable } from '../../service/text/translatable.ts';
import {
  EXTRA_SEGMENTS,
  largeJson,
  largeMarkdown,
  largeProperties,
  largestTable,
  largestText,
  makeDocx,
  makeOdt,
  makeWorkbook,
  MAX_SEGMENTS,
} from './documents.ts';
import { sideBySide } from './figures.ts';
import type { Row } from './figures.ts';
import { translated } from './translated.ts';

type Package = 'docx' | 'xlsx' | 'odt';

const ROUNDS = 15;
const FOLDER_ROUNDS = 3;
const PARAGRAPHS = MAX_SEGMENTS - EXTRA_SEGMENTS;
const COLUMNS = 8;
const MESSAGES = 10_000;

const { scratch, files } = workerData as { scratch: string; files?: string[] };

async function ownRows(): Promise<Row[]> {
  const sample = readFileSync(join(root, 'resources', 'samples', 'harbour-museum.docx'));
  const workbook = makeWorkbook(MAX_SEGMENTS, COLUMNS);
  const odt = makeOdt(PARAGRAPHS);
  return [
    await packageBeside('docx', makeDocx(PARAGRAPHS), `DOCX of ${PARAGRAPHS} paragraphs`),
    await packageBeside('docx', sample, 'DOCX of one page with pictures'),
    await packageBeside('xlsx', workbook, `XLSX of ${MAX_SEGMENTS} rows`),
    await packageBeside('odt', odt, `ODT of ${PARAGRAPHS} paragraphs`),
    ...(hasApertium()
      ? [
          await readerBeside('odt', odt, 'content.xml', 'apertium-desodt'),
          await readerBeside('xlsx', workbook, 'xl/sharedStrings.xml', 'apertium-desxlsx'),
        ]
      : []),
    await textBeside('csv', largestTable(), '10 MB CSV'),
    await textBeside('txt', largestText(), '10 MB TXT'),
    await parsedBeside('markdown', largeMarkdown(MESSAGES), (text) => micromark(text), 'micromark'),
    await parsedBeside('json', largeJson(MESSAGES), isTextByText, 'asking of each text whether it has words'),
    await parsedBeside(
      'properties',
      largeProperties(MESSAGES),
      isTextByText,
      'asking of each line whether it has words',
    ),
  ];
}

const through = (format: Package | 'csv' | 'txt', source: Buffer) => translated(format, source, MAX_SEGMENTS);

/** The least that changing a package takes: every entry inflated and deflated. */
async function repacked(source: Buffer): Promise<Buffer> {
  const zip = await JSZip.loadAsync(source);
  for (const entry of Object.values(zip.files)) {
    if (!entry.dir) zip.file(entry.name, await entry.async('nodebuffer'));
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

const packageRow = (what: string) => ({
  what: `${what}: extract + assemble / unpack + pack with jszip`,
  aim: '≤ 2',
});

async function packageBeside(format: Package, source: Buffer, what: string): Promise<Row> {
  const ours = () => through(format, source);
  return { ...packageRow(what), ...(await sideBySide(ROUNDS, ours, () => repacked(source))) };
}

/** What finds the texts, beside the program that does it for Apertium, which is started and gets the part unpacked. */
async function readerBeside(format: Package, source: Buffer, part: string, program: string): Promise<Row> {
  const input = unzip(source).get(part)!;
  const filter = await formatOf(format);
  const ours = () => filter.extract(Buffer.from(source), { maxSegments: 2 * MAX_SEGMENTS });
  const figures = await sideBySide(ROUNDS, ours, () => execFileSync(program, { input }));
  return { what: `${format.toUpperCase()}: extract / ${program}`, aim: '≤ 2', ...figures };
}

/** From file to file, beside reading, decoding, encoding and writing it. */
async function textBeside(format: 'csv' | 'txt', content: string, what: string): Promise<Row> {
  const path = join(scratch, 'source');
  const result = join(scratch, 'result');
  writeFileSync(path, content);
  const ours = async () => writeFileSync(result, await through(format, readFileSync(path)));
  const floor = () => {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    writeFileSync(result, Buffer.from(decoded, 'utf8'));
  };
  const figures = await sideBySide(ROUNDS, ours, floor);
  return { what: `${what}: extract + assemble / read, decode, encode, write`, aim: '≤ 3', ...figures };
}

/** Texts of programs and pages, beside the least that has to be found out about them. */
async function parsedBeside(
  format: 'markdown' | 'json' | 'properties',
  content: string,
  other: (text: string) => unknown,
  name: string,
): Promise<Row> {
  const source = Buffer.from(content);
  const ours = () => translated(format, source, 2 * MESSAGES);
  const figures = await sideBySide(FOLDER_ROUNDS, ours, () => other(content));
  return { what: `${MESSAGES} texts in ${format}: extract + assemble / ${name}`, aim: '≤ 3', ...figures };
}

function isTextByText(content: string): number {
  return content.split('\n').filter((line) => isTranslatable(line)).length;
}

/** All documents and all workbooks among the files: the sums over those that the filters take. */
async function rowsOf(paths: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['docx', 'xlsx'] as const) {
    let [count, ours, other] = [0, 0, 0];
    for (const path of paths.filter((name) => name.toLowerCase().endsWith(`.${format}`))) {
      const pair = await fastestPair(format, readFileSync(path));
      if (pair === undefined) continue;
      count++;
      ours += pair.ours;
      other += pair.other;
    }
    if (count === 0) continue;
    rows.push({
      ...packageRow(`${count} ${format.toUpperCase()} of a folder`),
      ours,
      other,
      ratio: ours / other,
    });
  }
  return rows;
}

/** Milliseconds of both sides; undefined for a file that is refused. */
async function fastestPair(
  format: Package,
  source: Buffer,
): Promise<{ ours: number; other: number } | undefined> {
  const fastest = { ours: Infinity, other: Infinity };
  try {
    for (let round = 0; round < FOLDER_ROUNDS; round++) {
      fastest.ours = Math.min(fastest.ours, await time(() => through(format, source)));
      fastest.other = Math.min(fastest.other, await time(() => repacked(source)));
    }
  } catch {
    return undefined;
  }
  return fastest;
}

parentPort?.postMessage(files === undefined ? await ownRows() : await rowsOf(files));
