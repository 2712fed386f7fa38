import { optionOf, optionsOfFormat } from './format-options.ts';
import type { AskedOptions, FormatOptionName, OptionsOf } from './format-options.ts';
import { formatFacts } from './formats.ts';
import type { FileType } from './formats.ts';
import { ProblemError } from './problem.ts';
import type { FieldError } from './problem.ts';

/**
 * The requested options as parsed by the format's schema, defaults filled in; null counts as left out. Throws
 * `invalid_request` naming each option that the format does not have (`format_options.NAME`) or whose value
 * is invalid.
 */
export function readFormatOptions<Type extends FileType>(
  fileType: Type,
  asked: AskedOptions = {},
): OptionsOf<Type> {
  const names: readonly string[] = optionsOfFormat(fileType);
  const given = Object.entries(asked).filter(([, value]) => value !== null && value !== undefined);
  const errors = given.filter(([name]) => !names.includes(name)).map(([name]) => unknown(fileType, name));
  const read = optionsOfFormat(fileType).map((name) => {
    const value = Object.hasOwn(asked, name) ? (asked[name] ?? undefined) : undefined;
    const result = optionOf(name).schema.safeParse(value);
    if (!result.success) errors.push(wrongValue(name));
    return [name, result.data];
  });
  const [first] = errors;
  if (first) throw new ProblemError('invalid_request', first.message, { errors });
  return Object.fromEntries(read) as OptionsOf<Type>;
}

/** Those of the requested options that a format has. */
export function optionsTaken(fileType: FileType, asked: AskedOptions): AskedOptions {
  const names: readonly string[] = optionsOfFormat(fileType);
  return Object.fromEntries(Object.entries(asked).filter(([name]) => names.includes(name)));
}

function unknown(fileType: FileType, name: string): FieldError {
  const { label } = formatFacts(fileType);
  const names = optionsOfFormat(fileType).join(', ');
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
  return {
    field: `format_options.${shown}`,
    code: 'invalid',
    message: `${label} files have no option ${shown}. They have: ${names}.`,
    reason: 'unknown_format_option',
    details: { format: label, option: shown, options: names },
  };
}

function wrongValue(name: FormatOptionName): FieldError {
  const { values } = optionOf(name);
  return {
    field: `format_options.${name}`,
    code: 'invalid',
    message: `The option ${name} must be ${values}.`,
    reason: 'format_option_value',
    details: { option: name, values },
  };
}
