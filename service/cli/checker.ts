import { Command, Option } from 'commander';
import { LANGUAGETOOL } from '../contract/index.ts';
import type { CheckerResource, CheckerTest } from '../contract/index.ts';
import { jsonBody } from '../client/client.ts';
import { CliError, EXIT } from '../client/cli-error.ts';
import { print } from './print.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface CheckerOptions extends ServiceChoice {
  url?: string;
  consent?: true;
  on?: true;
  off?: true;
  test?: true;
  json?: true;
}

const PATH = `/v1/checkers/${LANGUAGETOOL}`;

export function checkerCommand(): Command {
  return new Command('checker')
    .description('The LanguageTool server that checks the grammar of confirmed and edited translations.')
    .option('--url <address>', 'the root of the server, such as http://localhost:8081')
    .option('--consent', 'let translations go to an address beyond this machine and private networks')
    .addOption(new Option('--on', 'use it').conflicts('off'))
    .option('--off', 'do not use it')
    .option('--test', 'have it check a sentence')
    .option('--json', 'print it as JSON')
    .action(showOrChange);
}

async function showOrChange(options: CheckerOptions): Promise<void> {
  const { url, consent, on, off, test, json, ...choice } = options;
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(consent ? { consent } : {}),
    ...(on || off ? { enabled: on === true } : {}),
  };
  await withService(choice, async (client) => {
    const isChange = Object.keys(change).length > 0;
    const checker = await client.json<CheckerResource>(
      PATH,
      isChange ? { ...jsonBody(change), method: 'PATCH' } : {},
    );
    await print(json ? JSON.stringify(checker) : inWords(checker));
    if (!test) return;
    const { ok, millis, error = '' } = await client.json<CheckerTest>(`${PATH}/test`, { method: 'POST' });
    if (!ok) throw new CliError(error, EXIT.failed);
    await print(`It works: ${millis} ms.`);
  });
}

function inWords({ name, url, enabled, ready, reason = '', languages }: CheckerResource): string {
  const state = enabled ? (ready ? `ready, ${languages.length} languages` : `not ready. ${reason}`) : 'off';
  return `${name} at ${url ?? 'no address'}: ${state}`;
}
