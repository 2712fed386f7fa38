// `npm run test:corpus`: puts every file of a folder through the real, built service with the pseudo engine,
// and holds each result against its source. The checks know nothing of the service's code.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { namesOf, numberOf, script, UsageError } from '../../scripts/lib/command-line.mjs';
import { say } from '../../scripts/lib/steps.mjs';
import { FORMATS } from './formats.ts';
import { refusals, summary, violationsOf } from './report.ts';
import { checkFiles, filesIn } from './run.ts';

const usage = `Usage: npm run test:corpus -- DIR [--limit N] [--only docx|xlsx|csv|txt] [--oracles]
Translates every file of a folder and holds each result against its source.
  --limit N   no more than the first N files
  --only F    only files of this format
  --oracles   compare also what exceljs, papaparse and LibreOffice read`;
const options = {
  limit: { type: 'string' },
  only: { type: 'string', multiple: true },
  oracles: { type: 'boolean', default: false },
} as const;

await script({ usage, options, mostPositionals: 1 }, async ({ limit, only, oracles }, [folder]) => {
  if (folder === undefined) throw new UsageError('Which folder?');
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`${folder} is no folder.`);
  const formats = namesOf(only ?? [], Object.keys(FORMATS));
  const most = limit === undefined ? Infinity : numberOf(limit, 'limit');
  const files = filesIn(resolve(folder), formats).slice(0, most);
  const { outcomes, trouble } = await checkFiles(files, {
    oracles,
    onOutcome: (outcome) => {
      if (outcome.violations.length > 0) say(violationsOf(outcome));
    },
  });
  say(`\nRefused:\n${refusals(outcomes) || '  none'}\n\n${summary(outcomes)}`);
  if (trouble !== undefined) say(`✗ ${trouble}`);
  const violations = outcomes.flatMap((outcome) => outcome.violations);
  const found = violations.length + (trouble === undefined ? 0 : 1);
  say(`\n${files.length} files, ${found} violations`);
  if (found > 0) process.exitCode = 1;
});
