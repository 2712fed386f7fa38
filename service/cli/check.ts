import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import { CliError, EXIT, ServiceRefusalError } from '../client/cli-error.ts';
import { writeNewFile } from '../client/output-file.ts';
import type { JobChecks } from '../contract/index.ts';
import { print } from './print.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface CheckOptions extends ServiceChoice {
  output?: string;
  json?: true;
}

export function checkCommand(): Command {
  return new Command('check')
    .description('Checks the translations of a done job before it is delivered.')
    .argument('<job>', 'its id, as translate --json prints it')
    .option('-o, --output <file>', 'write the report as a new XLSX file; nothing is overwritten')
    .option('--json', 'print the findings as JSON')
    .action(checkJob);
}

async function checkJob(job: string, { output, json, ...choice }: CheckOptions): Promise<void> {
  const path = `/v1/jobs/${encodeURIComponent(job)}/checks`;
  try {
    await withService(choice, async (client) => {
      const found = await client.json<JobChecks>(path);
      if (output !== undefined)
        await writeNewFile(output, await buffer(await client.fetch(`${path}?format=xlsx`)));
      await print(json ? JSON.stringify(found) : inWords(found));
    });
  } catch (error) {
    if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
    throw new CliError(`There is no job ${job} of this account.`, EXIT.usage);
  }
}

/** Segments named on one line. */
const NAMED = 8;

/** A line for each open finding, with its segments as Review numbers them, and a line of counts. */
function inWords({ checks, open, ignored, left_out: leftOut = 0, pending = 0 }: JobChecks): string {
  const lines = checks
    .filter((finding) => finding.ignored === undefined)
    .map(({ code, message, segments }) => {
      const named = segments.slice(0, NAMED).map((index) => index + 1);
      return `${code}  ${named.join(', ')}${segments.length > NAMED ? ' …' : ''}  ${message}`;
    });
  const more = leftOut === 0 ? '' : `, ${leftOut} of them not listed`;
  const rest = pending === 0 ? '' : `, ${pending} segments not checked by LanguageTool yet`;
  return [...lines, `${open} open, ${ignored} ignored${more}${rest}`].join('\n');
}
