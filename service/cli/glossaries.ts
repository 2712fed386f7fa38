import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import type { GlossaryResource, ImportedGlossary } from '../contract/index.ts';
import { CliError, EXIT, ServiceRefusalError } from '../client/cli-error.ts';
import type { Client } from '../client/client.ts';
import { writeNewFile } from '../client/output-file.ts';
import { findClient } from './clients.ts';
import { print } from './print.ts';
import { checkSource } from './source-file.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface ImportOptions extends ServiceChoice {
  from: string;
  to: string;
  name?: string;
  into?: string;
  client?: string;
}
interface ExportOptions extends ServiceChoice {
  format: string;
  from?: string;
  to?: string;
  output?: string;
}

const PATH = '/v1/glossaries';
const WHOSE = 'whose they are: the name or id of a client';

export function glossariesCommand(): Command {
  return new Command('glossaries')
    .description('Lists, imports, exports and removes named glossaries.')
    .addCommand(
      new Command('list')
        .description('The glossaries, their directions and how many entries they have.')
        .option('--client <client>', WHOSE)
        .option('--json', 'print them as JSON')
        .action(list),
    )
    .addCommand(
      new Command('import')
        .description('Makes a glossary of a CSV (term, translation), TMX or TBX file, or adds to one.')
        .argument('<file>', 'the file')
        .requiredOption('--from <language>', 'the language of the terms')
        .requiredOption('--to <language>', 'the language of the translations')
        .option('--name <name>', 'what to call it; the name of the file unless told')
        .option('--into <id>', 'a glossary to add the entries to')
        .option('--client <client>', WHOSE)
        .action(importFile),
    )
    .addCommand(
      new Command('export')
        .description('Prints a dictionary of a glossary, or writes it to a file.')
        .argument('<id>', 'its id, as list shows it')
        .addOption(
          new Option('--format <format>', 'the form').choices(['csv', 'tmx', 'tbx', 'tbx2']).default('csv'),
        )
        .option('--from <language>', 'which dictionary, where there are several')
        .option('--to <language>', 'which dictionary, where there are several')
        .option('-o, --output <file>', 'a new file; nothing is overwritten')
        .action(exportFile),
    )
    .addCommand(
      new Command('remove')
        .description('Removes glossaries.')
        .argument('<id...>', 'their ids, as list shows them')
        .action(remove),
    );
}

async function list({
  json,
  client: whose,
  ...choice
}: ServiceChoice & { json?: true; client?: string }): Promise<void> {
  const glossaries = await withService(choice, (client) => all(client, whose));
  await print(json ? JSON.stringify({ glossaries }) : glossaryTable(glossaries));
}

async function all(client: Client, whose?: string): Promise<GlossaryResource[]> {
  const of = whose === undefined ? '' : `&client_id=${(await findClient(client, whose)).id}`;
  const found: GlossaryResource[] = [];
  for (let cursor = ''; ;) {
    const page = await client.json<{ glossaries: GlossaryResource[]; next_cursor?: string }>(
      `${PATH}?limit=200${of}${cursor}`,
    );
    found.push(...page.glossaries);
    if (page.next_cursor === undefined) return found;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

function glossaryTable(glossaries: readonly GlossaryResource[]): string {
  return table(
    ['id', 'name', 'dictionaries'],
    glossaries.map(({ id, name, dictionaries }) => [
      id,
      name,
      dictionaries.map(({ from, to, entry_count }) => `${from} to ${to} (${entry_count})`).join(', '),
    ]),
  );
}

async function importFile(
  path: string,
  { from, to, name, into, client: whose, ...choice }: ImportOptions,
): Promise<void> {
  await checkSource(path);
  const form = new FormData();
  form.append('from', from);
  form.append('to', to);
  if (name !== undefined) form.append('name', name);
  if (into !== undefined) form.append('glossary_id', into);
  form.append('file', await openAsBlob(path), basename(path));
  const glossary = await withService(choice, async (client) => {
    if (whose !== undefined) form.set('client_id', (await findClient(client, whose)).id);
    return named(into ?? '', client.json<ImportedGlossary>(`${PATH}/import`, { method: 'POST', body: form }));
  });
  await print(glossary.id);
  process.stderr.write(`${reportOf(glossary.imported)}\n`);
}

/** On standard error: scripts take the id from standard output. */
function reportOf({
  read,
  added,
  updated,
  unchanged,
  incomplete,
  repeated,
  left_out: leftOut = [],
}: ImportedGlossary['imported']): string {
  const others = [
    [updated, 'changed'],
    [unchanged, 'there already'],
    [incomplete, 'skipped, without a text in one of the languages'],
    [repeated, 'repeated, of which the last counts'],
  ] as const;
  const told = others.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  const rest = leftOut.length > 0 ? ` Left out of each entry: ${leftOut.join(', ')}.` : '';
  return `${read} read: ${added} added${told.join('')}.${rest}`;
}

async function exportFile(id: string, { format, from, to, output, ...choice }: ExportOptions): Promise<void> {
  const query = new URLSearchParams({
    ...(format === 'tbx2' ? { format: 'tbx', version: '2' } : { format }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const bytes = await withService(choice, async (client) =>
    buffer(await named(id, client.fetch(`${PATH}/${encodeURIComponent(id)}/export?${query.toString()}`))),
  );
  if (output === undefined) {
    await print(bytes.toString().replace(/\r?\n$/, ''));
    return;
  }
  await writeNewFile(output, bytes);
}

async function remove(ids: string[], choice: ServiceChoice): Promise<void> {
  await withService(choice, async (client) => {
    for (const id of ids) {
      const answer = await named(id, client.fetch(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }));
      answer.resume();
      console.error(`${id} is removed.`);
    }
  });
}

/** The service's answer to an unknown id, in this command's terms. */
async function named<T>(id: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
    throw new CliError(`There is no glossary ${id}. List all with: interlinear glossaries list`, EXIT.usage);
  }
}
