import { buffer } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { CliError, EXIT, ServiceRefusalError } from '../client/cli-error.ts';
import { writeNewFile } from '../client/output-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface ExportOptions extends ServiceChoice {
  format: string;
  output: string;
}

export function exportCommand(): Command {
  return new Command('export')
    .description('Writes a done job, source beside translation, as a file for other programs.')
    .argument('<job>', 'its id, as translate --json prints it')
    .addOption(
      new Option('--format <format>', 'the form')
        .choices(['xliff', 'xliff12', 'tmx', 'csv', 'xlsx', 'docx'])
        .default('xliff'),
    )
    .requiredOption('-o, --output <file>', 'a new file; nothing is overwritten')
    .action(exportJob);
}

async function exportJob(job: string, { format, output, ...choice }: ExportOptions): Promise<void> {
  const path = `/v1/jobs/${encodeURIComponent(job)}/export?format=${format}`;
  try {
    const bytes = await withService(choice, async (client) => buffer(await client.fetch(path)));
    await writeNewFile(output, bytes);
  } catch (error) {
    if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
    throw new CliError(`There is no job ${job} of this account.`, EXIT.usage);
  }
}
