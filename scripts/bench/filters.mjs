// The filters alone, beside the least that reading and writing such a file takes, and beside exceljs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import JSZip from 'jszip';
import { build } from 'vite';
import { root } from '../lib/steps.mjs';
import { median, sideBySide } from './figures.mjs';
import { largestTable, largestText } from './largest.mjs';
import { makeDocx } from './make-docx.mjs';
import { makeWorkbook } from './make-workbook.mjs';

const ROUNDS = 7;
const WORKBOOK_ROUNDS = 3;
const PARAGRAPHS = 1_096;
const LINES = 1_100;
const ROWS = 100_000;
const COLUMNS = 8;
const LANGUAGES = { from: 'en', to: 'es' };

/** `{what, ours, other, ratio, aim}` each: milliseconds, or megabytes where `what` says so. */
export async function benchFilters() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-bench-filters-'));
  try {
    const filters = await buildFilters();
    const { filterFor } = await import(filters);
    return [
      await beside(filterFor('docx'), await makeDocx(PARAGRAPHS), `DOCX of ${PARAGRAPHS} paragraphs`),
      await beside(filterFor('docx'), sample('harbour-museum.docx'), 'DOCX of one page with pictures'),
      await beside(filterFor('xlsx'), await makeWorkbook(LINES, COLUMNS), `XLSX of ${LINES} rows`),
      await textBeside(filterFor('csv'), largestTable(), folder, '10 MB CSV'),
      await textBeside(filterFor('txt'), largestText(), folder, '10 MB TXT'),
      ...(await workbookBeside(filters, folder)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The filters as a module of their own, with the product's settings: the built document thread takes no workbook of 100,000
 * segments, and stores what it reads. Answers its address.
 */
async function buildFilters() {
  const outDir = join(root, 'out', 'bench');
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: join(root, 'service/documents/filters.ts'),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'filters.js' } },
    },
  });
  return pathToFileURL(join(outDir, 'filters.js')).href;
}

function sample(name) {
  return readFileSync(join(root, 'resources', 'samples', name));
}

async function translated(filter, source) {
  const { segments } = await filter.extract(source, { maxSegments: LINES });
  const targets = segments.map(({ text: coded, copy }) => (copy ? null : `[${coded}]`));
  return (await filter.assemble(source, targets, LANGUAGES)).bytes;
}

/** Extraction and assembly, beside inflating and deflating every entry of the same package. */
async function beside(filter, source, what) {
  const floor = async () => {
    const zip = await JSZip.loadAsync(source);
    for (const entry of Object.values(zip.files)) {
      if (!entry.dir) zip.file(entry.name, await entry.async('nodebuffer'));
    }
    return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
  };
  const figures = await sideBySide(ROUNDS, () => translated(filter, source), floor);
  return { what: `${what}: extract + assemble / unpack + pack with jszip`, aim: '≤ 2', ...figures };
}

/** From file to file, beside reading, decoding, encoding and writing it. */
async function textBeside(filter, content, folder, what) {
  const path = join(folder, 'source');
  const result = join(folder, 'result');
  writeFileSync(path, content);
  const ours = async () => writeFileSync(result, await translated(filter, readFileSync(path)));
  const floor = () => {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
    writeFileSync(result, Buffer.from(decoded, 'utf8'));
  };
  const figures = await sideBySide(ROUNDS, ours, floor);
  return { what: `${what}: extract + assemble / read, decode, encode, write`, aim: '≤ 3', ...figures };
}

/** Time and memory for a large workbook, beside loading and saving it with exceljs; each run is a process of its own. */
async function workbookBeside(filters, folder) {
  const path = join(folder, 'large.xlsx');
  writeFileSync(path, await makeWorkbook(ROWS, COLUMNS));
  const script = join(import.meta.dirname, 'workbook-run.mjs');
  const run = (who) =>
    JSON.parse(execFileSync(process.execPath, [script, who, path, filters], { encoding: 'utf8' }));
  const pairs = Array.from({ length: WORKBOOK_ROUNDS }, () => [run('ours'), run('exceljs')]);
  const figures = (name) => ({
    ours: median(pairs.map(([ours]) => ours[name])),
    other: median(pairs.map(([, other]) => other[name])),
    ratio: median(pairs.map(([ours, other]) => ours[name] / other[name])),
  });
  const what = `XLSX of ${ROWS.toLocaleString('en')} rows × ${COLUMNS} columns`;
  return [
    { what: `${what}: time / exceljs`, aim: '< 0.4', ...figures('ms') },
    { what: `${what}: memory in MB / exceljs`, aim: '< 0.3', ...figures('maxRssMb') },
  ];
}
