// `npm run test:fuzz`: damages real files in every way, and holds that each is translated rightly or refused
// with a reason. An input's number is its seed: `--seed S --inputs 1` makes it again.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf, numberOf, script, UsageError } from '../../scripts/lib/command-line.mjs';
import { root, say } from '../../scripts/lib/steps.mjs';
import { FORMATS, makeInput, sourcesIn } from './inputs.ts';
import { fuzzFilters } from './run.ts';
import type { Run, Tally } from './run.ts';
import { fuzzService } from './service.ts';

const usage = `Usage: npm run test:fuzz [-- DIR] [--inputs N] [--seed S] [--format docx|xlsx|csv|txt]
Damages files, and holds that each is translated rightly or refused with a reason.
  DIR          files beside the samples
  --inputs N   inputs of each format (10000)
  --seed S     the first one's number (1)
  --format F   only this format`;
const options = {
  inputs: { type: 'string', default: '10000' },
  seed: { type: 'string', default: '1' },
  format: { type: 'string', multiple: true },
} as const;
/** Every nth input also goes through the real service. */
const SERVICE_SHARE = 50;
const MAX_SHOWN = 20;
const FAILURES = join(root, 'fuzz-failures');

await script({ usage, options, mostPositionals: 1 }, async (values, [folder]) => {
  if (folder !== undefined && !existsSync(folder)) throw new UsageError(`${folder} is no folder.`);
  const inputs = numberOf(values.inputs, 'inputs');
  const seed = numberOf(values.seed, 'seed', { least: 0 });
  const formats = namesOf(values.format ?? [], FORMATS);
  const sources = sourcesIn(folder);
  for (const format of formats) {
    const run = { format, files: sources[format], seed, inputs };
    await fuzz(run, format, () => fuzzFilters(run));
    const served = { ...run, inputs: Math.ceil(inputs / SERVICE_SHARE) };
    await fuzz(served, '  served', () => fuzzService([served]));
  }
});

async function fuzz(run: Run, name: string, work: () => Promise<Tally>): Promise<void> {
  const start = performance.now();
  const tally = await work();
  const seconds = (performance.now() - start) / 1_000;
  for (const fault of tally.faults.slice(0, MAX_SHOWN)) report(run, fault);
  const codes = [...tally.refused].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${code} ${count}`);
  say(
    `${name.padEnd(8)} ${tally.right} right, ${tally.refusals()} refused (${codes.join(', ')}), ` +
      `${tally.faults.length} faults, ${seconds.toFixed(0)} s`,
  );
  if (tally.faults.length > 0) process.exitCode = 1;
}

/** Writes the input that failed to `fuzz-failures/`, and says how to make it again. */
function report({ format, files }: Run, { seed, rule, detail }: Tally['faults'][number]): void {
  say(`✗ ${rule}: ${detail.slice(0, 1_500)}`);
  if (Number.isNaN(seed)) return;
  const { bytes, how } = makeInput(format, seed, files);
  mkdirSync(FAILURES, { recursive: true });
  const file = join(FAILURES, `${seed}.${format}`);
  writeFileSync(file, bytes);
  say(`  ${how}\n  ${file}; again: npm run test:fuzz -- --format ${format} --seed ${seed} --inputs 1`);
}
