// The filters alone, beside the least that reading and writing such a file takes, and beside exceljs.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { TYPESCRIPT } from '../../scripts/lib/steps.mjs';
import { makeWorkbook } from './documents.ts';
import { figuresOf } from './figures.ts';
import type { Row } from './figures.ts';

const WORKBOOK_ROUNDS = 3;
const ROWS = 100_000;
const COLUMNS = 8;
/** As the product gives its document threads. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

export function benchFilters(): Promise<Row[]> {
  return withScratch(async (scratch) => [...(await rowsOfThread({ scratch })), ...workbookBeside(scratch)]);
}

/** The packages among the files, as `benchFilters` measures its own. */
export function benchFilesFilters(files: readonly string[]): Promise<Row[]> {
  return withScratch((scratch) => rowsOfThread({ scratch, files }));
}

async function withScratch(work: (scratch: string) => Promise<Row[]>): Promise<Row[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'interlinear-bench-filters-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function rowsOfThread(workerData: object): Promise<Row[]> {
  const options = { workerData, resourceLimits: THREAD_LIMITS, execArgv: TYPESCRIPT };
  const thread = new Worker(new URL('filters-thread.ts', import.meta.url), options);
  const [rows] = (await once(thread, 'message')) as [Row[]];
  await thread.terminate();
  return rows;
}

/**
 * Time and memory for a large workbook, beside loading and saving it with exceljs; each run is a process of
 * its own.
 */
function workbookBeside(scratch: string): Row[] {
  const path = join(scratch, 'large.xlsx');
  writeFileSync(path, makeWorkbook(ROWS, COLUMNS));
  const script = join(import.meta.dirname, 'workbook-run.ts');
  const run = (who: string) => {
    const printed = execFileSync(process.execPath, [...TYPESCRIPT, script, who, path], { encoding: 'utf8' });
    return JSON.parse(printed) as { ms: number; maxRssMb: number };
  };
  const pairs = Array.from({ length: WORKBOOK_ROUNDS }, () => [run('ours'), run('exceljs')] as const);
  const figures = (name: 'ms' | 'maxRssMb') => figuresOf(pairs.map(([a, b]) => [a[name], b[name]]));
  const what = `XLSX of ${ROWS.toLocaleString('en')} rows × ${COLUMNS} columns`;
  return [
    { what: `${what}: time / exceljs`, aim: '< 0.4', ...figures('ms') },
    { what: `${what}: memory in MB / exceljs`, aim: '< 0.3', ...figures('maxRssMb') },
  ];
}
