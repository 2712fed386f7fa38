// `npm run test:fuzz [-- DIR] [--inputs N] [--seed S] [--format docx]`: damages real files in every way, and holds that each is
// translated rightly or refused with a reason. DIR: more files than the samples. An input's number is its seed: `--seed S --inputs 1`
// makes it again.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FORMATS, makeInput, sourcesIn } from './fuzz/inputs.mjs';
import { fuzzFilters } from './fuzz/run.mjs';
import { fuzzService } from './fuzz/service.mjs';
import { checkNode, ensureBuild, ensureDependencies, root, say, script, StepError } from './lib/steps.mjs';

const USAGE = 'Usage: npm run test:fuzz [-- DIR] [--inputs N] [--seed S] [--format docx|xlsx|csv|txt]';
/** One input in so many also goes through the real service. */
const SERVICE_SHARE = 50;
const MOST_SHOWN = 20;

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      inputs: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      format: { type: 'string' },
    },
  });
  const [inputs, seed] = [Number(values.inputs), Number(values.seed)];
  const formats = FORMATS.filter((format) => values.format === undefined || format === values.format);
  if (!(inputs > 0) || !Number.isInteger(seed) || formats.length === 0 || positionals.length > 1) {
    throw new StepError(USAGE);
  }
  return { folder: positionals[0], inputs, seed, formats };
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

await script(async () => {
  checkNode();
  await ensureDependencies();
  const { folder, inputs, seed, formats } = readArguments();
  await ensureBuild();
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
