import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command } from 'commander';
import { formatList } from '../contract/index.ts';
import type { Job } from '../contract/index.ts';
import { CliError, EXIT, ServiceGoneError, withoutAddresses } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { findClient } from './clients.ts';
import { formatOptionsOf, withFormatOptions } from './format-options.ts';
import type { FormatOptionFlags } from './format-options.ts';
import { followJob } from './follow-job.ts';
import { checkOutput, defaultOutput, writeOutput } from '../client/output-file.ts';
import { print } from './print.ts';
import { createProgress } from './progress.ts';
import { exitCodeOf, onFirstSignal } from './signals.ts';
import { checkSource } from './source-file.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface TranslateOptions extends FormatOptionFlags, ServiceChoice {
  from: string;
  to: string;
  out?: string;
  engine?: string;
  tone?: string;
  context?: string;
  client?: string;
  glossary?: string;
  terms?: string;
  force?: true;
  json?: true;
}

const PATH = '/v1/translate/documents';
const FIELDS = [
  'from',
  'to',
  'engine',
  'tone',
  'context',
  'glossary',
  'terms',
  'format_options',
  'client_id',
] as const;

export function translateCommand(): Command {
  const command = new Command('translate')
    .description(`Translates a ${formatList('en', () => true)} file and prints the path of the result.`)
    .argument('<file>', 'the document')
    .requiredOption('--from <language>', 'its language: a code or a name')
    .requiredOption('--to <language>', 'the language to translate to')
    .option('--out <file>', 'where to write the result (beside the document, as name.es.docx)')
    .option('--engine <id>', 'one engine instead of the first that is ready')
    .option('--tone <text>', 'such as formal or informal, for engines that can')
    .option('--context <text>', 'hints about domain and terminology, for engines that can use them')
    .option('--client <client>', 'whose work it is: the name or id of a client')
    .option('--glossary <file>', 'a JSON file: an array of {"term", "translation"}')
    .option('--terms <file>', 'the same, settled for this document: they count before the glossary');
  return withFormatOptions(command)
    .option('--force', 'replace an existing result')
    .option('--json', 'print the path and the job as JSON')
    .action(translate);
}

async function translate(file: string, options: TranslateOptions): Promise<void> {
  const output = options.out ?? defaultOutput(file, options);
  const force = options.force ?? false;
  await checkSource(file);
  await checkOutput(output, file, force);
  const glossary = await readEntries(options.glossary);
  const terms = await readEntries(options.terms);
  const format_options = formatOptionsOf(options);
  const interrupted = onInterrupt();
  // If the work is repeated with another service, this key finds its job again.
  const form = { ...options, glossary, terms, format_options, idempotencyKey: randomUUID() };
  const work = async (client: Client): Promise<Job> => {
    const client_id =
      options.client === undefined ? undefined : (await findClient(client, options.client)).id;
    const { id } = await upload(client, file, { ...form, client_id }, interrupted);
    try {
      const job = await followJob(client, id, createProgress(basename(file)), interrupted);
      await writeOutput(await client.fetch(contentOf(job)), output, force);
      return job;
    } catch (error) {
      throw error instanceof ServiceGoneError ? goneWhileRunning(id, error) : error;
    }
  };
  const done = await withService(options, work, interrupted);
  const warnings = done.warnings.map((one) => ({ ...one, message: withoutAddresses(one.message) }));
  const job = { ...done, warnings };
  for (const { message } of warnings) console.error(message);
  await print(options.json ? JSON.stringify({ output, job }) : output);
}

/** If the layout could not be rebuilt there is a simple document instead, and a warning says so. */
function contentOf({ id, warnings }: Job): string {
  const isSimple = warnings.some(({ code }) => code === 'layout_unavailable');
  return `${PATH}/${id}/content${isSimple ? '?simple=1' : ''}`;
}

function goneWhileRunning(id: string, cause: ServiceGoneError): ServiceGoneError {
  return new ServiceGoneError(
    cause,
    `The service stopped answering. The job ${id} is kept, and goes on when the service starts again.`,
  );
}

async function readEntries(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CliError(`The file ${path} cannot be read. Check its path.`, EXIT.usage);
  }
}

interface UploadOptions extends Omit<TranslateOptions, 'glossary' | 'terms'> {
  glossary: string | undefined;
  terms: string | undefined;
  format_options: string | undefined;
  client_id: string | undefined;
  idempotencyKey: string;
}

async function upload(
  client: Client,
  file: string,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<{ id: string }> {
  const form = new FormData();
  for (const name of FIELDS) {
    const value = options[name];
    if (value !== undefined) form.append(name, value);
  }
  form.append('file', await openAsBlob(file), basename(file));
  const headers = { 'Idempotency-Key': options.idempotencyKey };
  return client.json(PATH, { method: 'POST', body: form, headers, signal });
}

/** Aborts at the first signal, with the command's exit as the reason. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  onFirstSignal((signal) => controller.abort(new CliError('Cancelled.', exitCodeOf(signal))));
  return controller.signal;
}
