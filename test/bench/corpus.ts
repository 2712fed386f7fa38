// Every file of a folder through the service, one after the other: how long the slowest take.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { say } from '../../scripts/lib/steps.mjs';
import { percentile } from '../support/figures.ts';
import { asRefusal, Refusal, startService } from '../support/live-service.ts';
import type { LiveService } from '../support/live-service.ts';
import { NO_LIMITS } from '../support/service-process.ts';
import type { Row } from './figures.ts';

const ROUNDS = 3;
const SHOWN = 5;

/**
 * The 99th percentile and the median over the files that the service takes, in milliseconds from upload to
 * result.
 */
export async function benchCorpus(files: readonly string[]): Promise<Row[]> {
  const service = await startService({ env: NO_LIMITS });
  try {
    const taken: { file: string; ms: number }[] = [];
    for (const file of files) {
      const times = await timesOf(service, file);
      // The fastest of a few, without the machine's other work.
      if (times.length > 0) taken.push({ file, ms: Math.min(...times) });
    }
    taken.sort((a, b) => b.ms - a.ms);
    for (const { file, ms } of taken.slice(0, SHOWN)) say(`  ${ms.toFixed(0).padStart(5)} ms  ${file}`);
    const all = taken.map(({ ms }) => ms);
    const [ours, other] = [percentile(all, 99), percentile(all, 50)];
    const what = `${taken.length} files of a folder, from upload to result: p99 / median`;
    return [{ what, aim: '< 300 ms', ours, other, ratio: ours / other }];
  } finally {
    await service.close();
  }
}

/** None for a file that the service refuses. */
async function timesOf(service: LiveService, file: string): Promise<number[]> {
  const content = readFileSync(file);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const job = await service.upload(basename(file), content).catch(asRefusal);
    if (job instanceof Refusal) return [];
    await service.result(job.id);
    times.push(performance.now() - began);
  }
  return times;
}
