import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import type { ImportReportResource, ModelFilesResource, ModelResource } from '../contract/index.ts';
import { wholeMegabytes } from '../lib/whole-megabytes.ts';
import { CliError, EXIT, ServiceRefusalError, withoutAddresses } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { print } from './print.ts';
import { checkSource } from './source-file.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface ListOptions extends ServiceChoice {
  json?: true;
  from?: string;
  to?: string;
  installed?: true;
}

const POLL_MS = 500;
/** Install order within a direction: `base-memory` nearly equals `base` at three quarters of its size. */
const PREFERRED: readonly string[] = ['base-memory', 'base', 'tiny'];

export function modelsCommand(): Command {
  return new Command('models')
    .description('Lists, installs and removes models of the neural engine.')
    .addCommand(
      new Command('list')
        .description('The models that are installed, and those that can be.')
        .option('--from <language>', 'only those from this language')
        .option('--to <language>', 'only those to this language')
        .option('--installed', 'only those installed')
        .option('--json', 'print them as JSON')
        .action(list),
    )
    .addCommand(
      new Command('install')
        .description(
          'Downloads and installs models: by their ids, or the best for a direction, such as "en es".',
        )
        .argument('<id-or-language...>', 'ids as list shows them, or two languages')
        .action(install),
    )
    .addCommand(
      new Command('remove')
        .description('Removes models.')
        .argument('<id...>', 'their ids, as list shows them')
        .action(remove),
    )
    .addCommand(
      new Command('files')
        .description(
          'Names the files of models and their addresses, for a machine without a network: fetch them elsewhere, then import them.',
        )
        .argument('<id-or-language...>', 'ids as list shows them, or two languages')
        .option('--json', 'print them as JSON')
        .action(showFiles),
    )
    .addCommand(
      new Command('import')
        .description(
          'Installs models from files that were carried over: ZIPs, single files, or folders of them.',
        )
        .argument('<file...>', 'files or folders')
        .action(importFiles),
    );
}

async function list({ json, from, to, installed, ...choice }: ListOptions): Promise<void> {
  const query = new URLSearchParams({
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(installed ? { state: 'installed' } : {}),
  });
  const { models } = await withService(choice, (client) =>
    client.json<{ models: ModelResource[] }>(`/v1/models?${query.toString()}`),
  );
  await print(json ? JSON.stringify({ models }) : modelTable(models));
}

function modelTable(models: readonly ModelResource[]): string {
  return table(
    ['id', 'state', 'download', 'COMET', 'BLEU', 'licence'],
    models.map((model) => [
      model.id,
      model.state,
      megabytes(model.download_bytes),
      model.quality?.comet?.toFixed(3) ?? '',
      model.quality?.bleu?.toFixed(1) ?? '',
      model.licence,
    ]),
  );
}

async function install(names: string[], choice: ServiceChoice): Promise<void> {
  await withService(choice, async (client) => {
    for (const id of await idsOf(client, names)) await installOne(client, id);
  });
}

/** Two names that are not ids are a direction. */
async function idsOf(client: Client, names: readonly string[]): Promise<string[]> {
  if (names.some((name) => name.includes('-') && name.startsWith('bergamot-'))) return [...names];
  const [from, to, ...more] = names;
  if (from === undefined || to === undefined || more.length > 0) {
    throw new CliError('Name the ids of models, or two languages such as: en es', EXIT.usage);
  }
  const direct = await bestOf(client, from, to);
  if (direct) return [direct];
  const [first, second] = [await bestOf(client, from, 'en'), await bestOf(client, 'en', to)];
  if (first && second) return [first, second];
  throw new CliError(
    `No model translates from ${from} to ${to}, not by way of English either. List all with: interlinear models list`,
    EXIT.usage,
  );
}

async function bestOf(client: Client, from: string, to: string): Promise<string | undefined> {
  const query = new URLSearchParams({ from, to });
  const { models } = await client.json<{ models: ModelResource[] }>(`/v1/models?${query.toString()}`);
  const usable = models.filter(({ state, download_bytes: bytes }) => state === 'installed' || bytes > 0);
  return usable.sort((a, b) => PREFERRED.indexOf(a.variant) - PREFERRED.indexOf(b.variant))[0]?.id;
}

async function installOne(client: Client, id: string): Promise<void> {
  let model = await named(
    id,
    client.json<ModelResource>(`/v1/models/${encodeURIComponent(id)}/install`, { method: 'POST' }),
  );
  let told = -1;
  while (model.state === 'installing') {
    const percent = Math.floor(((model.received_bytes ?? 0) / model.download_bytes) * 100);
    if (percent !== told) console.error(`${id}: ${percent} % of ${megabytes(model.download_bytes)}`);
    told = percent;
    await sleep(POLL_MS);
    const query = new URLSearchParams({ from: model.from, to: model.to });
    const { models } = await client.json<{ models: ModelResource[] }>(`/v1/models?${query.toString()}`);
    model = models.find((one) => one.id === id) ?? model;
  }
  if (model.state !== 'installed') {
    const why = withoutAddresses(model.error?.message ?? 'The installation was cancelled.');
    throw new CliError(`${id}: ${why}`, EXIT.failed);
  }
  console.error(`${id} is installed.`);
}

async function showFiles(names: string[], { json, ...choice }: ListOptions): Promise<void> {
  const models = await withService(choice, async (client) => {
    const ids = await idsOf(client, names);
    return Promise.all(
      ids.map((id) => named(id, client.json<ModelFilesResource>(`/v1/models/${encodeURIComponent(id)}`))),
    );
  });
  if (json) return print(JSON.stringify({ models }));
  const files = models.flatMap(({ id, files: own }) => own.map((file) => ({ id, ...file })));
  await print(
    table(
      ['model', 'size', 'address'],
      files.map(({ id, bytes, address }) => [id, bytes === undefined ? '' : megabytes(bytes), address]),
    ),
  );
}

async function remove(ids: string[], choice: ServiceChoice): Promise<void> {
  await withService(choice, async (client) => {
    for (const id of ids) {
      const answer = await named(
        id,
        client.fetch(`/v1/models/${encodeURIComponent(id)}`, { method: 'DELETE' }),
      );
      answer.resume();
      console.error(`${id} is removed.`);
    }
  });
}

async function importFiles(paths: string[], choice: ServiceChoice): Promise<void> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  for (const file of files) await checkSource(file);
  const reports = await withService(choice, async (client) => {
    const all: ImportReportResource[] = [];
    for (const path of files) {
      const form = new FormData();
      form.append('file', await openAsBlob(path), basename(path));
      all.push(await client.json<ImportReportResource>('/v1/models/import', { method: 'POST', body: form }));
    }
    return all;
  });
  for (const { message } of reports.flatMap(({ refused }) => refused)) {
    console.error(withoutAddresses(message));
  }
  const installed = reports.flatMap((report) => report.installed);
  for (const id of installed) console.error(`${id} is installed.`);
  const present = new Set(
    reports.flatMap((report) => report.present).filter((id) => !installed.includes(id)),
  );
  for (const id of present) console.error(`${id} was installed already.`);
  if (installed.length > 0 || present.size > 0) return;
  throw new CliError(
    'No model is complete yet. A model is installed when its model file and its vocabulary have been imported.',
    EXIT.failed,
  );
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CliError(`There is no file or folder ${path}.`, EXIT.usage);
  if (!found.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** The service's answer to an unknown id, in this command's terms. */
async function named<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
    throw new CliError(`There is no model ${id}. List all with: interlinear models list`, EXIT.usage);
  }
}

function megabytes(bytes: number): string {
  return `${wholeMegabytes(bytes)} MB`;
}
