import { Command } from 'commander';
import { languageName } from '../contract/index.ts';
import type { Languages } from '../contract/index.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

interface LanguagesOptions extends ServiceChoice {
  all?: true;
  json?: true;
}

export function languagesCommand(): Command {
  return new Command('languages')
    .description('What can be translated here.')
    .option('--all', 'list all languages by code and name instead')
    .option('--json', 'print languages and pairs as JSON')
    .action(languages);
}

async function languages({ all, json, ...choice }: LanguagesOptions): Promise<void> {
  const catalog = await withService(choice, (client) => client.json<Languages>('/v1/languages'));
  await print(json ? JSON.stringify(catalog) : all ? languageTable(catalog) : pairTable(catalog));
}

function languageTable({ languages: list }: Languages): string {
  return table(
    ['code', 'name', 'own name'],
    list.map(({ code, name, endonym }) => [code, name, endonym]),
  );
}

function pairTable({ pairs }: Languages): string {
  return table(
    ['from', 'to', 'languages', 'engines', 'state'],
    pairs.map(({ from, to, engines, ready }) => [
      from,
      to,
      `${nameOf(from)} to ${nameOf(to)}`,
      engines.join(' '),
      ready ? 'ready' : 'not ready',
    ]),
  );
}

function nameOf(tag: string): string {
  return tag === '*' ? 'any language' : languageName(tag);
}
