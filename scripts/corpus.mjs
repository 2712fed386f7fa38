// @ts-check
// Puts every file of a folder through the real, built service with the pseudo engine, and holds each result against its source.
// The checks know nothing of the service's code.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FORMATS, formatOf } from './corpus/formats.mjs';
import { refusals, summary, violations } from './corpus/report.mjs';
import { runCorpus } from './corpus/run.mjs';
import { numberOf, script, UsageError } from './lib/command-line.mjs';
import { NO_LIMITS, startService } from './lib/live-service.mjs';
import { say } from './lib/steps.mjs';

const COMMAND = {
  usage: `Usage: npm run test:corpus -- DIR [--limit N] [--only docx|xlsx|csv|txt] [--oracles]
Translates every file of a folder and holds each result against its source.
  --limit N   no more than the first N files
  --only F    only files of this format
  --oracles   compare also what exceljs, papaparse and LibreOffice read`,
  options: {
    limit: { type: /** @type {const} */ ('string') },
    only: { type: /** @type {const} */ ('string') },
    oracles: { type: /** @type {const} */ ('boolean'), default: false },
  },
  mostPositionals: 1,
};

/** @param {import('./lib/command-line.mjs').Arguments} given */
function wishes({ values: { limit, only, oracles }, positionals: [folder] }) {
  if (folder === undefined) throw new UsageError('Which folder?');
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`${folder} is no folder.`);
  if (only !== undefined && !Object.hasOwn(FORMATS, only))
    throw new UsageError(`${only} is none of the formats.`);
  return {
    folder: resolve(folder),
    limit: limit === undefined ? Infinity : numberOf(limit, 'limit'),
    only,
    oracles,
  };
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

await script(COMMAND, async (given) => {
  const { folder, limit, only, oracles } = wishes(given);
  const files = filesOf(folder, only).slice(0, limit);
  const service = await startService({ env: { ...NO_LIMITS, INTERLINEAR_LOG_LEVEL: 'warn' } });
  let outcomes;
  let trouble;
  try {
    const onOutcome = (/** @type {import('./corpus/run.mjs').Outcome} */ outcome) => {
      if (outcome.violations.length > 0) say(violations(outcome));
    };
    outcomes = await runCorpus(service, files, { oracles, onOutcome });
    trouble = service.trouble();
  } finally {
    await service.close();
  }
  say(`\nRefused:\n${refusals(outcomes) || '  none'}\n\n${summary(outcomes)}`);
  if (trouble !== undefined) say(`✗ ${trouble}`);
  const found = outcomes.reduce(
    (sum, { violations: own }) => sum + own.length,
    trouble === undefined ? 0 : 1,
  );
  say(`\n${files.length} files, ${found} violations`);
  if (found > 0) process.exitCode = 1;
});
