// `npm run test:corpus -- DIR [--limit N] [--only docx] [--oracles]`: puts every file of a folder through the real, built
// service with the pseudo engine, and holds each result against its source. The checks know nothing of the service's code.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatOf } from './corpus/formats.mjs';
import { refusals, table, violations } from './corpus/report.mjs';
import { runCorpus } from './corpus/run.mjs';
import { startService } from './corpus/service.mjs';
import { StepError, root, say, script } from './lib/steps.mjs';

const USAGE = 'Usage: npm run test:corpus -- DIR [--limit N] [--only docx|xlsx|csv|txt] [--oracles]';

function readArguments() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      limit: { type: 'string' },
      only: { type: 'string' },
      oracles: { type: 'boolean', default: false },
    },
  });
  const [folder] = positionals;
  if (positionals.length !== 1 || folder === undefined) throw new StepError(USAGE);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new StepError(`${folder} is no folder.\n${USAGE}`);
  const limit = values.limit === undefined ? Infinity : Number(values.limit);
  if (!(limit > 0)) throw new StepError(`--limit is "${values.limit}".\n${USAGE}`);
  return { folder: resolve(folder), limit, only: values.only, oracles: values.oracles };
}

/** All files below a folder whose names belong to one of the formats. @param {string} folder @param {string | undefined} only */
function filesOf(folder, only) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) =>
        entry.isFile() && (only === undefined ? formatOf(entry.name) : formatOf(entry.name) === only),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

await script(async () => {
  const { folder, limit, only, oracles } = readArguments();
  if (!existsSync(join(root, 'out/service/main.js'))) {
    throw new StepError('The service has not been built. Run: npm run build');
  }
  const files = filesOf(folder, only).slice(0, limit);
  const service = await startService();
  let outcomes;
  const general = [];
  try {
    const onOutcome = (/** @type {import('./corpus/run.mjs').Outcome} */ outcome) => {
      if (outcome.violations.length > 0) say(violations(outcome));
    };
    outcomes = await runCorpus(service, files, { oracles, onOutcome });
    if (!service.isAlive()) general.push(`The service has died.\n${service.log().slice(-4000)}`);
    else if (service.leftovers().length > 0)
      general.push(`Left in uploads: ${service.leftovers().join(', ')}`);
  } finally {
    await service.stop();
  }
  say(`\nRefused:\n${refusals(outcomes) || '  none'}\n\n${table(outcomes)}`);
  for (const line of general) say(`✗ ${line}`);
  const found = outcomes.reduce((sum, outcome) => sum + outcome.violations.length, general.length);
  say(`\n${files.length} files, ${found} violations`);
  if (found > 0) process.exitCode = 1;
});
