import { Command, Option } from 'commander';
import { SCOPES } from '../contract/index.ts';
import type { KeyResource } from '../contract/index.ts';
import { CliError, EXIT, ServiceRefusalError } from '../client/cli-error.ts';
import { jsonBody } from '../client/client.ts';
import { findClient } from './clients.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface ListOptions extends ServiceChoice {
  json?: true;
}

interface CreateOptions extends ServiceChoice {
  account: string;
  client?: string;
  scope: (typeof SCOPES)[number][];
}

export function keysCommand(): Command {
  return new Command('keys')
    .description('Lists, creates and revokes API keys.')
    .addCommand(
      new Command('list')
        .description('All keys, without their secrets.')
        .option('--json', 'print them as JSON')
        .action(list),
    )
    .addCommand(
      new Command('create')
        .description('Creates a key and prints it, this once.')
        .argument('<name>', 'what it is for')
        .option('--account <id>', 'the account it speaks for', 'local')
        .option('--client <client>', 'the only client that it finds, by name or id')
        .addOption(
          new Option('--scope <scopes...>', 'what it may do').choices([...SCOPES]).default(['translate']),
        )
        .action(create),
    )
    .addCommand(
      new Command('revoke')
        .description('Makes a key useless at once.')
        .argument('<id>', 'its id, as list shows it')
        .action(revoke),
    );
}

async function list({ json, ...choice }: ListOptions): Promise<void> {
  const { keys } = await withService(choice, (client) => client.json<{ keys: KeyResource[] }>('/v1/keys'));
  await print(json ? JSON.stringify({ keys }) : keyTable(keys));
}

function keyTable(keys: readonly KeyResource[]): string {
  return table(
    ['id', 'name', 'account', 'scopes', 'created', 'last used'],
    keys.map((key) => [
      key.id,
      key.name,
      key.account_id,
      key.scopes.join(' '),
      key.created_at,
      key.last_used_at ?? 'never',
    ]),
  );
}

async function create(
  name: string,
  { account, client: bound, scope, ...choice }: CreateOptions,
): Promise<void> {
  const created = await withService(choice, async (client) => {
    const client_id = bound === undefined ? undefined : (await findClient(client, bound)).id;
    return client.json<KeyResource & { key: string }>(
      '/v1/keys',
      jsonBody({ account_id: account, name, scopes: scope, client_id }),
    );
  });
  console.error(`Key "${created.name}" (${created.id}). Keep it now: it is not shown again.`);
  await print(created.key);
}

async function revoke(id: string, choice: ServiceChoice): Promise<void> {
  await withService(choice, async (client) => {
    try {
      (await client.fetch(`/v1/keys/${encodeURIComponent(id)}`, { method: 'DELETE' })).resume();
    } catch (error) {
      if (!(error instanceof ServiceRefusalError) || error.code !== 'not_found') throw error;
      throw new CliError(
        `There is no key ${id}. List those there are with: interlinear keys list`,
        EXIT.usage,
      );
    }
  });
  console.error(`Key ${id} is revoked.`);
}
