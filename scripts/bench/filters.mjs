// The filters alone, beside the least that reading and writing such a file takes, and beside exceljs.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import { root } from '../lib/steps.mjs';
import { median } from './figures.mjs';
import { makeWorkbook } from './make-workbook.mjs';

const WORKBOOK_ROUNDS = 3;
const ROWS = 100_000;
const COLUMNS = 8;
/** As the product gives its document threads. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

/** `{what, ours, other, ratio, aim}` each: milliseconds, or megabytes where `what` says so. */
export function benchFilters() {
  return withScratch(async (scratch) => {
    const filters = await buildFilters();
    return [...(await rowsOfThread({ filters, scratch })), ...(await workbookBeside(filters, scratch))];
  });
}

/** The packages of a folder, as `benchFilters` measures its own. */
export function benchFolderFilters(folder) {
  return withScratch(async (scratch) => rowsOfThread({ filters: await buildFilters(), scratch, folder }));
}

async function withScratch(work) {
  const scratch = mkdtempSync(join(tmpdir(), 'interlinear-bench-filters-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function rowsOfThread(workerData) {
  const script = new URL('filters-thread.mjs', import.meta.url);
  const [rows] = await once(new Worker(script, { workerData, resourceLimits: THREAD_LIMITS }), 'message');
  return rows;
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

/** Time and memory for a large workbook, beside loading and saving it with exceljs; each run is a process of its own. */
async function workbookBeside(filters, scratch) {
  const path = join(scratch, 'large.xlsx');
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
