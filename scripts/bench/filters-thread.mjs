// The filters in a thread like the product's document threads: runs what `filters.mjs` asks for, and answers its rows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import JSZip from 'jszip';
import { root } from '../lib/steps.mjs';
import { sideBySide, time } from './figures.mjs';
import { largestTable, largestText } from './largest.mjs';
import { makeDocx } from './make-docx.mjs';
import { makeWorkbook } from './make-workbook.mjs';

const ROUNDS = 15;
const FOLDER_ROUNDS = 3;
const PARAGRAPHS = 1_096;
const LINES = 1_100;
const COLUMNS = 8;
const LANGUAGES = { from: 'en', to: 'es' };

const { filters, scratch, folder } = workerData;
const { filterFor } = await import(filters);
parentPort.postMessage(folder === undefined ? await ownRows() : await folderRows());

async function ownRows() {
  const sample = readFileSync(join(root, 'resources', 'samples', 'harbour-museum.docx'));
  return [
    await packageBeside('docx', await makeDocx(PARAGRAPHS), `DOCX of ${PARAGRAPHS} paragraphs`),
    await packageBeside('docx', sample, 'DOCX of one page with pictures'),
    await packageBeside('xlsx', await makeWorkbook(LINES, COLUMNS), `XLSX of ${LINES} rows`),
    await textBeside('csv', largestTable(), '10 MB CSV'),
    await textBeside('txt', largestText(), '10 MB TXT'),
  ];
}

async function translated(format, source) {
  const filter = filterFor(format);
  const { segments } = await filter.extract(source, { maxSegments: LINES });
  const targets = segments.map(({ text: coded, copy }) => (copy ? null : `[${coded}]`));
  return (await filter.assemble(source, targets, LANGUAGES)).bytes;
}

/** The least that changing a package takes: every entry inflated and deflated. */
async function repacked(source) {
  const zip = await JSZip.loadAsync(source);
  for (const entry of Object.values(zip.files)) {
    if (!entry.dir) zip.file(entry.name, await entry.async('nodebuffer'));
  }
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
}

function packageRow(what) {
  return { what: `${what}: extract + assemble / unpack + pack with jszip`, aim: '≤ 2' };
}

async function packageBeside(format, source, what) {
  const figures = await sideBySide(
    ROUNDS,
    () => translated(format, source),
    () => repacked(source),
  );
  return { ...packageRow(what), ...figures };
}

/** From file to file, beside reading, decoding, encoding and writing it. */
async function textBeside(format, content, what) {
  const path = join(scratch, 'source');
  const result = join(scratch, 'result');
  writeFileSync(path, content);
  const ours = async () => writeFileSync(result, await translated(format, readFileSync(path)));
  const floor = () => {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    writeFileSync(result, Buffer.from(decoded, 'utf8'));
  };
  const figures = await sideBySide(ROUNDS, ours, floor);
  return { what: `${what}: extract + assemble / read, decode, encode, write`, aim: '≤ 3', ...figures };
}

/** All documents and all workbooks of a folder: the sums over the files that the filters take. */
async function folderRows() {
  const files = readdirSync(folder, { recursive: true }).sort();
  const rows = [];
  for (const format of ['docx', 'xlsx']) {
    const sources = files
      .filter((path) => path.toLowerCase().endsWith(`.${format}`))
      .map((path) => readFileSync(join(folder, path)));
    const pairs = [];
    for (const source of sources) pairs.push(...(await fastestPair(format, source)));
    if (pairs.length === 0) continue;
    const [ours, other] = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side], 0));
    rows.push({
      ...packageRow(`${pairs.length} ${format.toUpperCase()} of a folder`),
      ours,
      other,
      ratio: ours / other,
    });
  }
  return rows;
}

/** Milliseconds of both sides; none for a file that is refused. */
async function fastestPair(format, source) {
  const pairs = [];
  try {
    for (let round = 0; round < FOLDER_ROUNDS; round++) {
      pairs.push([await time(() => translated(format, source)), await time(() => repacked(source))]);
    }
  } catch {
    return [];
  }
  return [[0, 1].map((side) => Math.min(...pairs.map((pair) => pair[side])))];
}
