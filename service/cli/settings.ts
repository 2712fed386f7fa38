import { Command } from 'commander';
import type { SettingsResource } from '../contract/index.ts';
import { jsonBody } from '../client/client.ts';
import { CliError, EXIT } from '../client/cli-error.ts';
import { print } from './print.ts';
import { table } from './table.ts';
import type { ServiceChoice } from './service-choice.ts';
import { withService } from './with-service.ts';

const PATH = '/v1/settings';

export function settingsCommand(): Command {
  return new Command('settings')
    .description('Shows and changes the settings of the service.')
    .addCommand(
      new Command('get')
        .description('All settings, or one.')
        .argument('[name]', 'such as retention.days')
        .option('--json', 'print them as JSON')
        .action(get),
    )
    .addCommand(
      new Command('set')
        .description('Changes a setting.')
        .argument('<name>', 'such as retention.days')
        .argument('<value>', 'a number, true, false, null, a text or any JSON')
        .action(set),
    );
}

async function get(
  name: string | undefined,
  { json, ...choice }: ServiceChoice & { json?: true },
): Promise<void> {
  const settings = await withService(choice, (client) => client.json<SettingsResource>(PATH));
  const { fixed, ...values } = settings;
  const rows = flat(values);
  if (name !== undefined) {
    const chosen = rows.filter(([own]) => own === name || own.startsWith(`${name}.`));
    if (chosen.length === 0) throw unknown(name);
    const shown = chosen.map(([own, value]) => (own === name ? value : `${own} ${value}`));
    await print(shown.join('\n'));
    return;
  }
  const isFixed = (own: string): string =>
    fixed.some((one) => own === one || own.startsWith(`${one}.`)) ? 'by the environment' : '';
  await print(
    json
      ? JSON.stringify(settings)
      : table(
          ['name', 'value', 'fixed'],
          rows.map(([own, value]) => [own, value, isFixed(own)]),
        ),
  );
}

async function set(name: string, value: string, choice: ServiceChoice): Promise<void> {
  await withService(choice, async (client) => {
    const values = await client.json<SettingsResource>(PATH);
    const [outer = '', inner] = name.split('.', 2);
    if (outer === 'data_folder') throw dataFolderNamed();
    if (
      outer === 'fixed' ||
      !Object.hasOwn(values, outer) ||
      (inner !== undefined && !flat(values).some(([own]) => own === name))
    )
      throw unknown(name);
    const given = parsed(value);
    const change = { [outer]: inner === undefined ? given : { [inner]: given } };
    const inGroup = flat(change).find(([own, text]) => text === 'null' && own.includes('.'));
    if (inGroup) throw notNull(inGroup[0]);
    const now = await client.json<SettingsResource>(PATH, { ...jsonBody(change), method: 'PATCH' });
    // The service ignores null where it is not a valid value; a person who writes null expects an effect.
    if (given === null && now[outer as keyof SettingsResource] !== null) throw notNull(outer);
  });
}

/** Nested members under both names: `retention.days`. */
function flat(values: object, prefix = ''): [name: string, value: string][] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? flat(value, `${prefix}${name}.`)
      : [[prefix + name, typeof value === 'string' ? value : JSON.stringify(value)]],
  );
}

/** Text that is not JSON is taken literally: nobody wants to quote it. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function dataFolderNamed(): CliError {
  const how =
    'The data folder is named when the service starts: with --data-dir, or in INTERLINEAR_DATA_DIR.';
  return new CliError(how, EXIT.usage);
}

function notNull(name: string): CliError {
  return new CliError(`${name} cannot be null; it stays as it was. Give it another value.`, EXIT.usage);
}

function unknown(name: string): CliError {
  return new CliError(`There is no setting ${name}. List all with: interlinear settings get`, EXIT.usage);
}
