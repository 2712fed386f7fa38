import { buffer } from 'node:stream/consumers';
import { Command } from 'commander';
import type {
  ClientEvent,
  ClientResource,
  GlossaryResource,
  NamedMemories,
  RemovedClient,
} from '../contract/index.ts';
import { CliError, EXIT } from '../client/cli-error.ts';
import { jsonBody } from '../client/client.ts';
import type { Client } from '../client/client.ts';
import { writeNewFile } from '../client/output-file.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface Rules extends ServiceChoice {
  rename?: string;
  engines?: string;
  tone?: string;
  context?: string;
  days?: string;
  memories?: string;
  glossaries?: string;
  checks?: string;
}

const PATH = '/v1/clients';
const WHICH = 'its name, or its id';

export function clientsCommand(): Command {
  const withRules = (command: Command): Command =>
    command
      .option('--engines <which>', 'any, offline, or ids with commas between them')
      .option('--tone <text>', 'the tone of its texts, unless a job has its own')
      .option('--context <text>', 'hints about domain and terminology, unless a job has its own')
      .option('--days <number>', 'for how long its jobs are kept; 0: as the settings say')
      .option('--checks <list>', 'checks before delivery, as spaces=off,same_target=on,too_long=150');
  return new Command('clients')
    .description('Lists, makes, changes and forgets clients, whose work is kept apart.')
    .addCommand(
      new Command('list')
        .description('The clients, with their jobs and remembered units.')
        .option('--json', 'print them as JSON')
        .action(list),
    )
    .addCommand(
      withRules(
        new Command('create').description('Makes a client and prints its id.').argument('<name>'),
      ).action(create),
    )
    .addCommand(
      withRules(
        new Command('change')
          .description('Changes what its work may use.')
          .argument('<client>', WHICH)
          .option('--rename <name>', 'its new name')
          .option(
            '--memories <ids>',
            'in the order in which they are read, with commas; the one that learns as ID:learn',
          )
          .option('--glossaries <ids>', 'in their order, with commas; empty: none'),
      ).action(change),
    )
    .addCommand(
      new Command('show')
        .description('What a client decides, and its memories and glossaries, as JSON.')
        .argument('<client>', WHICH)
        .action(show),
    )
    .addCommand(
      new Command('log')
        .description('What was done for it, and to which machines its texts were sent. Without any text.')
        .argument('<client>', WHICH)
        .option('--csv', 'as CSV, for spreadsheets')
        .option('--output <file>', 'write it to a new file')
        .action(showLog),
    )
    .addCommand(
      new Command('forget')
        .description('Removes its jobs, files, memories, glossaries, drafts, keys and log for good.')
        .argument('<client>', WHICH)
        .requiredOption('--name <name>', 'its name, so that no other one is forgotten by accident')
        .action(forget),
    );
}

/** A client by its name, in any case, or its id. */
export async function findClient(client: Client, wanted: string): Promise<ClientResource> {
  const { clients } = await client.json<{ clients: ClientResource[] }>(PATH);
  const folded = (text: string): string => text.normalize('NFC').trim().toLowerCase();
  const found =
    clients.find(({ id }) => id === wanted) ?? clients.find(({ name }) => folded(name) === folded(wanted));
  if (found) return found;
  throw new CliError(
    `There is no client ${wanted}. List those there are with: interlinear clients list`,
    EXIT.usage,
  );
}

async function list({ json, ...choice }: ServiceChoice & { json?: true }): Promise<void> {
  const { clients } = await withService(choice, (client) => client.json<{ clients: ClientResource[] }>(PATH));
  const rows = clients.map(({ id, name, jobs, units, engines, retention_days }) => [
    ...[id, name, String(jobs), String(units)],
    ...[typeof engines === 'string' ? engines : engines.join(','), String(retention_days ?? '')],
  ]);
  await print(
    json ? JSON.stringify({ clients }) : table(['id', 'name', 'jobs', 'units', 'engines', 'days'], rows),
  );
}

function rulesOf({ rename, engines, tone, context, days, memories, glossaries, checks }: Rules) {
  const isNumber = days === undefined || /^\d{1,5}$/.test(days);
  if (!isNumber) throw new CliError('--days takes a whole number of days.', EXIT.usage);
  const isList = engines !== undefined && engines !== 'any' && engines !== 'offline';
  return {
    ...(rename === undefined ? {} : { name: rename }),
    ...(engines === undefined ? {} : { engines: isList ? engines.split(',') : engines }),
    ...(days === undefined ? {} : { retention_days: Number(days) || null }),
    ...(memories === undefined ? {} : { memories: listed(memories).map(memoryUse) }),
    ...(glossaries === undefined ? {} : { glossary_ids: listed(glossaries) }),
    defaults: {
      ...(tone === undefined ? {} : { tone: tone || null }),
      ...(context === undefined ? {} : { context: context || null }),
      ...(checks === undefined ? {} : { checks: Object.fromEntries(listed(checks).map(checkSwitch)) }),
    },
  };
}

function listed(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function memoryUse(text: string): { id: string; use: string } {
  const [id = '', use = 'read'] = text.split(':');
  return { id, use };
}

function checkSwitch(text: string): [string, boolean | { percent: number }] {
  const [, name, value] = /^(\w+)=(on|off|\d{1,5})$/.exec(text) ?? [];
  if (name === undefined)
    throw new CliError('--checks takes names with on, off or a percentage, as spaces=off.', EXIT.usage);
  return [name, value === 'on' || value === 'off' ? value === 'on' : { percent: Number(value) }];
}

async function create(name: string, options: Rules): Promise<void> {
  const body = jsonBody({ name, ...rulesOf(options) });
  const made = await withService(options, (client) => client.json<ClientResource>(PATH, body));
  await print(made.id);
}

async function change(which: string, options: Rules): Promise<void> {
  const rules = rulesOf(options);
  const changed = await withService(options, async (client) => {
    const { id } = await findClient(client, which);
    return client.json<ClientResource>(`${PATH}/${id}`, { ...jsonBody(rules), method: 'PATCH' });
  });
  console.error(`The client "${changed.name}" is changed.`);
}

async function show(which: string, choice: ServiceChoice): Promise<void> {
  const shown = await withService(choice, async (client) => {
    const { id } = await findClient(client, which);
    const [found, { memories }, { glossaries }] = await Promise.all([
      client.json<ClientResource>(`${PATH}/${id}`),
      client.json<NamedMemories>(`/v1/memories?client_id=${id}`),
      client.json<{ glossaries: GlossaryResource[] }>(`/v1/glossaries?limit=200&client_id=${id}`),
    ]);
    const named = (one: { id: string; name: string }) => ({ id: one.id, name: one.name });
    return { ...found, has: { memories: memories.map(named), glossaries: glossaries.map(named) } };
  });
  await print(JSON.stringify(shown, null, 2));
}

async function showLog(
  which: string,
  { csv, output, ...choice }: ServiceChoice & { csv?: true; output?: string },
): Promise<void> {
  const text = await withService(choice, async (client) => {
    const { id } = await findClient(client, which);
    if (csv) return (await buffer(await client.fetch(`${PATH}/${id}/log?format=csv`))).toString();
    const { events } = await client.json<{ events: ClientEvent[] }>(`${PATH}/${id}/log`);
    return `${logTable(events)}\n`;
  });
  if (output === undefined) await print(text.trimEnd());
  else await writeNewFile(output, Buffer.from(text));
}

function logTable(events: readonly ClientEvent[]): string {
  return table(
    ['when', 'what', 'job', 'engine', 'sent to', 'segments'],
    events.map(({ at, event, job_id = '', engine = '', hosts = [], segments }) => [
      ...[at, event.replaceAll('_', ' '), job_id, engine, hosts.join(' ')],
      segments === undefined ? '' : String(segments),
    ]),
  );
}

async function forget(which: string, { name, ...choice }: ServiceChoice & { name: string }): Promise<void> {
  const removed = await withService(choice, async (client) => {
    const { id } = await findClient(client, which);
    const body = JSON.stringify({ name });
    // Node frames the body of a DELETE only if its length is told.
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
    return client.json<RemovedClient>(`${PATH}/${id}`, { method: 'DELETE', headers, body });
  });
  const counts = Object.entries(removed).map(([what, count]) => `${count} ${what}`);
  console.error(`The client "${name}" is forgotten: ${counts.join(', ')}.`);
}
