// Damages real files in every way, and holds that each is translated rightly or refused with a reason. An input's number is its
// seed: `--seed S --inputs 1` makes it again.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FORMATS, makeInput, sourcesIn } from './fuzz/inputs.mjs';
import { fuzzFilters } from './fuzz/run.mjs';
import { fuzzService } from './fuzz/service.mjs';
import { numberOf, script, UsageError } from './lib/command-line.mjs';
import { prepare } from './lib/prepare.mjs';
import { root, say } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run test:fuzz [-- DIR] [--inputs N] [--seed S] [--format docx|xlsx|csv|txt]
Damages files, and holds that each is translated rightly or refused with a reason.
  DIR          files beside the samples
  --inputs N   so many of each format (10000)
  --seed S     the first one's number (1)
  --format F   only this format`,
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    format: { type: 'string' },
  },
  mostPositionals: 1,
};
/** One input in so many also goes through the real service. */
const SERVICE_SHARE = 50;
const MOST_SHOWN = 20;

function wishes({ values: { inputs, seed, format }, positionals: [folder] }) {
  if (folder !== undefined && !existsSync(folder)) throw new UsageError(`${folder} is no folder.`);
  if (format !== undefined && !FORMATS.includes(format))
    throw new UsageError(`${format} is none of the formats.`);
  return {
    folder,
    inputs: numberOf(inputs, 'inputs'),
    seed: numberOf(seed, 'seed', { least: 0 }),
    formats: format === undefined ? FORMATS : [format],
  };
}

function summary(name, { right, refused, faults }, seconds) {
  const codes = [...refused].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${code} ${count}`);
  const refusals = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return `${name.padEnd(8)} ${right} right, ${refusals} refused (${codes.join(', ')}), ${faults.length} faults, ${seconds.toFixed(0)} s`;
}

/** Writes the inputs that failed to `fuzz-failures/` and says how to make them again. */
function reportFaults(faults, format, sources) {
  const folder = join(root, 'fuzz-failures');
  for (const { seed, rule, detail } of faults.slice(0, MOST_SHOWN)) {
    say(`✗ ${rule}: ${detail.slice(0, 1_500)}`);
    if (Number.isNaN(seed)) continue;
    const { bytes, how } = makeInput(format, seed, sources[format]);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${seed}.${format}`);
    writeFileSync(file, bytes);
    say(`  ${how}\n  ${file}; again: npm run test:fuzz -- --format ${format} --seed ${seed} --inputs 1`);
  }
}

await script(COMMAND, async (given) => {
  const { folder, inputs, seed, formats } = wishes(given);
  await prepare();
  const sources = sourcesIn(folder);
  let faults = 0;
  const timed = async (name, work, report) => {
    const start = performance.now();
    const tally = await work();
    report(tally.faults);
    say(summary(name, tally, (performance.now() - start) / 1000));
    faults += tally.faults.length;
  };
  for (const format of formats) {
    const files = sources[format];
    const filters = () => fuzzFilters({ format, files, seed, inputs });
    await timed(format, filters, (found) => reportFaults(found, format, sources));
    const share = Math.ceil(inputs / SERVICE_SHARE);
    const service = () => fuzzService([{ format, files, seed, inputs: share }]);
    await timed('  served', service, (found) => reportFaults(found, format, sources));
  }
  if (faults > 0) process.exitCode = 1;
});
