// Every file of a folder through the service, one after the other: how long the slowest take.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asRefusal, NO_LIMITS, Refusal, startService } from '../lib/live-service.mjs';
import { say } from '../lib/steps.mjs';
import { percentile, time } from './figures.mjs';

const ROUNDS = 3;
const SHOWN = 5;
const FORMATS = /\.(docx|xlsx|csv|tsv|txt)$/i;

/** The 99th percentile and the median over the files of a folder that the service takes, in milliseconds from upload to result. */
export async function benchCorpus(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((path) => FORMATS.test(path))
    .map((path) => join(folder, path))
    .sort();
  const service = await startService({ env: NO_LIMITS });
  try {
    const taken = [];
    for (const file of files) {
      const times = await timesOf(service, file);
      // The fastest of a few: what the machine does beside this is none of the file's doing.
      if (times) taken.push({ file, ms: Math.min(...times) });
    }
    taken.sort((a, b) => b.ms - a.ms);
    for (const { file, ms } of taken.slice(0, SHOWN)) say(`  ${ms.toFixed(0).padStart(5)} ms  ${file}`);
    const all = taken.map(({ ms }) => ms);
    const [slowest, middle] = [percentile(all, 99), percentile(all, 50)];
    return {
      what: `${taken.length} files of a folder, from upload to result: p99 / median`,
      aim: '< 300 ms',
      ours: slowest,
      other: middle,
      ratio: slowest / middle,
    };
  } finally {
    await service.close();
  }
}

/** Undefined for a file that the service refuses. */
async function timesOf(service, file) {
  const content = readFileSync(file);
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    let refused;
    const ms = await time(async () => {
      const job = await service.upload(basename(file), content).catch(asRefusal);
      refused = job instanceof Refusal;
      if (!refused) await service.result(job.id);
    });
    if (refused) return undefined;
    times.push(ms);
  }
  return times;
}
