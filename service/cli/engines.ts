import { Command } from 'commander';
import type { EngineResource } from '../contract/index.ts';
import { withoutAddresses } from '../client/cli-error.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

export function enginesCommand(): Command {
  return new Command('engines')
    .description('What translates here, and why what does not.')
    .option('--json', 'print them as JSON')
    .action(engines);
}

async function engines({ json, ...choice }: ServiceChoice & { json?: true }): Promise<void> {
  const answer = await withService(choice, (client) =>
    client.json<{ engines: EngineResource[] }>('/v1/engines'),
  );
  const list = answer.engines.map(({ reason, ...engine }) => ({
    ...engine,
    ...(reason === undefined ? {} : { reason: withoutAddresses(reason) }),
  }));
  await print(json ? JSON.stringify({ ...answer, engines: list }) : engineTable(list));
}

function engineTable(list: readonly EngineResource[]): string {
  return table(
    ['id', 'name', 'runs', 'state', 'why'],
    list.map(({ id, name, kind, enabled, ready, reason = '' }) => [
      id,
      name,
      kind === 'local' ? 'here' : 'elsewhere',
      enabled ? (ready ? 'ready' : 'not ready') : 'off',
      ready ? '' : reason,
    ]),
  );
}
