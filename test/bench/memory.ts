// What an upload of the largest size takes in the process that reads it, the fullest of all below the host;
// and how long a book takes.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '../../scripts/lib/steps.mjs';
import type { Job } from '../../service/contract/index.ts';
import { startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { peakResidentMb, residentMb } from '../support/processes.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import { largestDocx, largestTable, largestText, largestWorkbook, makeDocx } from './documents.ts';
import type { Row } from './figures.ts';

const SMALL_FILES = 200;
const CLIENTS = 4;

/** The most memory that one of the files takes, in megabytes, beside the same process at rest. */
export async function benchMemory(): Promise<Row[]> {
  if (process.platform !== 'linux') {
    say('Skipped: memory of a document thread (Linux only).');
    return [];
  }
  const rows: Row[] = [];
  for (const [name, content] of [
    ['large.docx', largestDocx()],
    ['large.xlsx', largestWorkbook()],
    ['large.csv', largestTable()],
    ['large.txt', largestText()],
    // Of the size that an owner may allow, nearly all of it pictures; and a book.
    ['pictures.docx', makeDocx(1_000, randomBytes(100 * 1_048_576))],
    ['book.docx', makeDocx(20_000)],
  ] as const)
    rows.push(...(await benchFile(name, content)));
  return [...rows, await benchSmallFiles()];
}

/** All processes together, while clients send one small document after another. */
async function benchSmallFiles(): Promise<Row> {
  const service = await startService({ env: NO_LIMITS });
  const total = () => [service.pid, ...service.family()].reduce((sum, pid) => sum + residentMb(pid), 0);
  try {
    await service.result((await service.upload('small.txt', 'Good morning.')).id);
    const idle = total();
    let peak = idle;
    const watch = setInterval(() => (peak = Math.max(peak, total())), 50);
    const left = Array.from({ length: SMALL_FILES }, (_, n) => n);
    const client = async (): Promise<void> => {
      for (let n = left.pop(); n !== undefined; n = left.pop())
        await service.result((await service.upload(`${n}.docx`, makeDocx(20 + (n % 10)))).id);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    clearInterval(watch);
    const what = `memory in MB: all processes with ${SMALL_FILES} small files from ${CLIENTS} clients / at rest`;
    return { what, aim: '< 500 MB', ours: peak, other: idle, ratio: peak / idle };
  } finally {
    await service.close();
  }
}

/** A separate service for each file: a peak is one of the whole life of a process. */
async function benchFile(name: string, content: string | Buffer): Promise<Row[]> {
  const service = await startService({
    env: { ...NO_LIMITS, INTERLINEAR_MAX_FILE_MB: '200', INTERLINEAR_MAX_SEGMENTS: '100000' },
  });
  try {
    // The first small document has the filters loaded.
    await service.result((await service.upload('small.txt', 'Good morning.')).id);
    const idle = Math.max(...service.family().map(residentMb));
    const time = await timesOf(service, name, content);
    const peak = Math.max(...service.family().map(peakResidentMb));
    const megabytes = Math.round(Buffer.byteLength(content) / 1_048_576);
    const memory = {
      what: `memory in MB: the fullest process with ${name} (${megabytes} MB) / at rest`,
      aim: '< 400 MB',
      ours: peak,
      other: idle,
      ratio: peak / idle,
    };
    return [memory, time];
  } finally {
    await service.close();
  }
}

/** From the upload on. */
async function timesOf(service: LiveService, name: string, content: string | Buffer): Promise<Row> {
  const began = performance.now();
  const { id } = await service.upload(name, content);
  let first: number | undefined;
  let isRunning = true;
  while (isRunning) {
    const { status, completed_segments: completed = 0 } = await service.data<Job>(
      `/v1/translate/documents/${id}`,
    );
    isRunning = status === 'running';
    if (completed > 0 || !isRunning) first ??= performance.now() - began;
    await sleep(10);
  }
  await service.result(id);
  const all = performance.now() - began;
  first ??= all;
  return {
    what: `milliseconds with ${name}: until the first segments / until the result`,
    aim: '',
    ours: first,
    other: all,
    ratio: first / all,
  };
}
