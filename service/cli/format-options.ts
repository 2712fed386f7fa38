import type { Command } from 'commander';
import { FORMAT_OPTIONS, optionOf } from '../contract/index.ts';
import type { FormatOptionName } from '../contract/index.ts';
import { CliError, EXIT } from '../client/cli-error.ts';

export interface FormatOptionFlags {
  option?: string[];
  columns?: string;
}

/** The flags that become the request's `format_options`. */
export function withFormatOptions(command: Command): Command {
  return command
    .option(
      '--option <name=value>',
      "an option of the file's format, as often as needed; docs/formats.md names them",
      (given: string, all?: string[]) => [...(all ?? []), given],
    )
    .option('--columns <list>', 'the columns of a table to translate: all, first, or such as B,C');
}

/**
 * As JSON text; undefined without options. A value is parsed as JSON if possible, as a list if the option
 * takes one (`notes,hidden`), else taken as text.
 */
export function formatOptionsOf({ option = [], columns }: FormatOptionFlags): string | undefined {
  const options = option.map((given): [string, unknown] => {
    const at = given.indexOf('=');
    if (at < 1)
      throw new CliError(`--option ${given} has no value. Write it as --option NAME=VALUE.`, EXIT.usage);
    const name = given.slice(0, at).trim();
    return [name, valueOf(name, given.slice(at + 1).trim())];
  });
  if (columns !== undefined) options.push(['columns', columnsOf(columns)]);
  return options.length === 0 ? undefined : JSON.stringify(Object.fromEntries(options));
}

function columnsOf(list: string): string | string[] {
  const names = namesOf(list);
  return names.length === 1 && /^(?:all|first)$/.test(names[0]!) ? names[0]! : names;
}

function valueOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const schema = name in FORMAT_OPTIONS ? optionOf(name as FormatOptionName).schema : undefined;
    const isList = schema && !schema.safeParse(text).success && schema.safeParse(namesOf(text)).success;
    return isList ? namesOf(text) : text;
  }
}

function namesOf(list: string): string[] {
  return list.split(',').map((name) => name.trim());
}
