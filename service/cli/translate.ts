import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { Job } from '../contract/index.ts';
import { CliError, EXIT } from './cli-error.ts';
import type { Client } from './client.ts';
import { checkOutput, defaultOutput, writeOutput } from './output-file.ts';
import { createProgress } from './progress.ts';
import type { Progress } from './progress.ts';
import { withService } from './with-service.ts';

interface TranslateOptions {
  from: string;
  to: string;
  out?: string;
  engine?: string;
  tone?: string;
  context?: string;
  glossary?: string;
  force?: true;
  dataDir?: string;
}

const POLL_MS = 200;
const PATH = '/v1/translate/documents';

export function translateCommand(): Command {
  return new Command('translate')
    .description('Translates a DOCX, XLSX, CSV or TXT file and prints the path of the result.')
    .argument('<file>', 'the document')
    .requiredOption('--from <language>', 'its language: a code or a name')
    .requiredOption('--to <language>', 'the language to translate to')
    .option('--out <file>', 'where to write the result (beside the document, as name.es.docx)')
    .option('--engine <id>', 'one engine instead of the first that is ready')
    .option('--tone <text>', 'such as formal or informal, for engines that can')
    .option('--context <text>', 'hints about domain and terminology, for engines that can use them')
    .option('--glossary <file>', 'a JSON file: an array of {"term", "translation"}')
    .option('--force', 'replace an existing result')
    .option('--data-dir <folder>', 'the data folder of the service')
    .action(translate);
}

async function translate(file: string, options: TranslateOptions): Promise<void> {
  const output = options.out ?? defaultOutput(file, options.to);
  const force = options.force ?? false;
  await checkSource(file);
  await checkOutput(output, file, force);
  const glossary = options.glossary === undefined ? undefined : await readGlossary(options.glossary);
  const interrupted = onInterrupt();
  const warnings = await withService(options.dataDir, async (client) => {
    const { id } = await upload(client, file, { ...options, glossary });
    const job = await follow(client, id, createProgress(basename(file)), interrupted);
    const content = await client.fetch(`${PATH}/${id}/content`);
    await writeOutput(Readable.fromWeb(content.body as ReadableStream), output, force);
    return job.warnings;
  });
  for (const { message } of warnings) console.error(message);
  console.log(output);
}

async function checkSource(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new CliError(`There is no file ${file}.`, EXIT.usage);
  if (!found.isFile()) throw new CliError(`${file} is no file. Name one document.`, EXIT.usage);
}

async function readGlossary(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CliError(`The glossary ${path} cannot be read. Check its path.`, EXIT.usage);
  }
}

type UploadOptions = Omit<TranslateOptions, 'glossary'> & { glossary: string | undefined };

async function upload(client: Client, file: string, options: UploadOptions): Promise<{ id: string }> {
  const form = new FormData();
  for (const name of ['from', 'to', 'engine', 'tone', 'context', 'glossary'] as const) {
    const value = options[name];
    if (value !== undefined) form.append(name, value);
  }
  form.append('file', await openAsBlob(file), basename(file));
  return client.json(PATH, { method: 'POST', body: form });
}

/** Until the job is done. Throws when it fails; when the user interrupts, cancels it first. */
async function follow(
  client: Client,
  id: string,
  progress: Progress,
  interrupted: AbortSignal,
): Promise<Job> {
  try {
    for (;;) {
      const job = await client.json<Job>(`${PATH}/${id}`);
      progress.show(job);
      if (job.status === 'done') return job;
      if (job.status === 'failed') {
        throw new CliError(job.error?.message ?? 'The job failed.', EXIT.failed);
      }
      if (job.status === 'cancelled') {
        throw new CliError('The job was cancelled by another program.', EXIT.failed);
      }
      if (interrupted.aborted) await cancel(client, id);
      await sleep(POLL_MS, undefined, { signal: interrupted }).catch(() => undefined);
    }
  } finally {
    progress.end();
  }
}

async function cancel(client: Client, id: string): Promise<never> {
  await client.json(`${PATH}/${id}/cancel`, { method: 'POST' });
  throw new CliError('Cancelled.', EXIT.interrupted);
}

/** Aborted at the first Ctrl-C; the second ends the process at once. */
function onInterrupt(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
    process.once('SIGINT', () => process.exit(EXIT.interrupted));
  });
  return controller.signal;
}
