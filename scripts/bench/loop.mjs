// How long the host keeps others waiting while it takes uploads.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startService } from './client.mjs';

const UPLOADS = 10;
const LINES = 1_100;
const FILE_BYTES = 10_485_760;
const POLL_MS = 200;

/** An ASCII text of exactly the largest size the contract allows, in as many lines as it allows. */
function largestText() {
  const line = 'The museum opens every day of the year. '
    .repeat(300)
    .slice(0, Math.floor(FILE_BYTES / LINES) - 1);
  const text = `${line}\n`.repeat(LINES);
  return text.trimEnd().padEnd(FILE_BYTES, '.');
}

/**
 * The 99th percentile of the host's event-loop delay, in milliseconds, while ten 10 MB files are uploaded at once: beside
 * the same host's while it is idle.
 */
export async function benchLoopDelay() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-bench-loop-'));
  const report = join(folder, 'delay.json');
  const path = join(folder, 'large.txt');
  writeFileSync(path, largestText());
  const monitor = pathToFileURL(join(import.meta.dirname, 'loop-delay.mjs')).href;
  const service = await startService({ nodeArgs: ['--import', monitor], env: { BENCH_LOOP_DELAY: report } });
  const record = async (work) => {
    rmSync(report, { force: true });
    service.signal('SIGUSR2');
    await work();
    service.signal('SIGUSR2');
    while (!existsSync(report)) await sleep(10);
    return JSON.parse(readFileSync(report, 'utf8'));
  };
  try {
    const idle = await record(() => sleep(2_000));
    const busy = await record(async () => {
      const jobs = await Promise.all(
        Array.from({ length: UPLOADS }, () => service.upload(path, 'en', 'en-XA')),
      );
      await Promise.all(jobs.map((job) => service.result(job.id, POLL_MS)));
    });
    return {
      what: `event-loop delay of the host, p99: ${UPLOADS} uploads of 10 MB / idle`,
      aim: '< 20 ms',
      ours: busy.p99,
      other: idle.p99,
      ratio: busy.p99 / Math.max(idle.p99, 0.1),
    };
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
